/**
 * Next step of a new or interrupted import (save, publish, nothing), from the state of the standard on the service.
 * Refuses a standard with other content, and an unpublished one of another author. Also reads the standard and its
 * working copy, for the other kinds of import too.
 */

import type { ApiCaller } from '../../shared/rest-client/api-caller.ts';
import { ApiError } from '../../shared/rest-client/client.ts';
import type { EndpointResult } from '../../shared/rest-client/endpoint-types.ts';
import { UnusableResponseError } from '../../shared/rest-client/response-errors.ts';
import { fieldContent, hashOutlineContent } from '../../shared/revisioning/outline/content-hash.ts';
import { readFieldValue } from '../../shared/revisioning/outline/field-value.ts';
import { toElementContent } from './documents/outline-conversion.ts';

/** A standard of the same name that is not this document. The message says what to do. */
export class NameInUseError extends Error {
  readonly id: number;

  /** @param id of the standard that has the name */
  constructor(message: string, id: number) {
    super(message);
    this.id = id;
  }
}

/** A hint for the error: a new edition under a new name would become a second standard. */
const NEXT_EDITION = 'If this is its next edition, give --edition-of and its id.';

type WorkingCopy = EndpointResult<'standards.workingCopy.get'>;

interface NextStep {
  next: 'save' | 'publish' | 'nothing';
  /** Version of the working copy; '' when none is open. */
  version: string;
  /** The current revision, once it has this content. */
  revision: { id: number; code: string } | null;
}

/**
 * The next step of the import of a document into the standard.
 * @throws NameInUseError when it holds something else, or belongs to somebody else's work
 */
export async function findNextStep(
  api: ApiCaller,
  { id, userId, contentHash }: { id: number; userId: number; contentHash: string },
): Promise<NextStep> {
  // The working copy first: another import may publish it between the two reads, and the standard shows that.
  const openCopy = await findWorkingCopy(api, id);
  const { current_revision, content_hash, created_by, name } = await readStandard(api, id);
  if (current_revision !== null && content_hash === contentHash)
    return { next: 'nothing', version: '', revision: current_revision };
  const isOwn = created_by?.userId === userId;
  const copy = isOwn && current_revision === null ? openCopy : null;
  if (copy !== null) {
    if (hashWorkingCopy(copy) === contentHash)
      return { next: 'publish', version: copy.version, revision: null };
    const isUntouched = copy.editedAt === null && copy.elements.length === 0;
    if (isUntouched) return { next: 'save', version: copy.version, revision: null };
  }
  const owner = isOwn ? 'with other content' : 'by somebody else';
  const discard = copy === null ? '' : `, or discard it with DELETE /api/standards/${id}/working-copy`;
  throw new NameInUseError(
    `There is already a standard ${JSON.stringify(name)} (${id}) in this scope, ${owner}. Choose another name with --name${discard}. ${NEXT_EDITION}`,
    id,
  );
}

/**
 * The standard with all that is known of it.
 * @throws UnusableResponseError when the response shows only a part
 */
export async function readStandard(
  api: ApiCaller,
  id: number,
): Promise<Extract<EndpointResult<'standards.get'>, { content_hash: unknown }>> {
  const standard = await api.call('standards.get', { id });
  if ('content_hash' in standard) return standard;
  throw new UnusableResponseError(`the response of standards.get does not show all of the standard ${id}`);
}

/** The open working copy; null when there is none. */
export async function findWorkingCopy(api: ApiCaller, id: number): Promise<WorkingCopy | null> {
  return api.call('standards.workingCopy.get', { id }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
}

/** The content hash that the working copy would be published with. */
export const hashWorkingCopy = ({ elements, datasheet_elements }: WorkingCopy): string =>
  hashOutlineContent({
    elements: elements.map(toElementContent),
    fields: datasheet_elements.map((field) =>
      fieldContent(
        { ...field, default_value: readFieldValue(field.default_value) ?? null },
        field.element_address,
      ),
    ),
  });
