/**
 * Reads from the service the content that a command compares a text with: the working copy of a standard, or its
 * current revision. Also who wrote it and when, for the text of a conflict.
 */
import type { ApiCaller } from '../../shared/rest-client/api-caller.ts';
import { ApiError } from '../../shared/rest-client/api-error.ts';
import type { EndpointResult } from '../../shared/rest-client/endpoint-types.ts';
import { toOutline } from '../import/documents/outline-of-response.ts';
import type { BaseState } from './clone-state.ts';
import { SpecError } from './errors.ts';

type WorkingCopy = EndpointResult<'standards.workingCopy.get'>;

/** A state of the service, and who saved it last, as a line of a conflict names it. */
export interface ServiceState extends BaseState {
  /** Null for a working copy that nobody saved since it was opened: its text is that of its revision. */
  saved: string | null;
}

/** The working copy as a base. */
export function fromWorkingCopy(view: WorkingCopy): ServiceState {
  const { version, opened_from, editedBy, editedAt } = view;
  const hashes = view.elements.flatMap(({ element_id, hash }) =>
    hash === undefined ? [] : [[element_id, hash] as const],
  );
  return {
    version,
    revision: opened_from,
    outline: toOutline(view),
    hashes: Object.fromEntries(hashes),
    saved: editedAt === null ? null : describe('saved', editedBy, editedAt),
  };
}

const describe = (done: string, who: { displayName: string } | null, at: string): string =>
  `${done} ${who ? `by ${who.displayName.replace(/\s+/g, ' ')} ` : ''}at ${at}`;

/** Who wrote the text of a state and when; without a name where the key may not know it. */
export async function describeAuthor(service: ApiCaller, id: number, state: ServiceState): Promise<string> {
  const { saved, revision } = state;
  if (saved !== null) return saved;
  if (!revision) return 'the working copy as it was opened';
  try {
    const { revisions } = await service.call('standards.revisions', { id });
    const found = revisions.find((one) => one.id === revision.id);
    if (found) return describe('published', found.created_by, found.created_at);
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) throw error;
  }
  return `revision ${revision.code}`;
}

/** The open working copy; null when none is open, or the key may not see it. */
export async function readWorkingCopy(service: ApiCaller, id: number): Promise<ServiceState | null> {
  try {
    return fromWorkingCopy(await service.call('standards.workingCopy.get', { id }));
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return null;
    throw error;
  }
}

/**
 * The working copy, or the current revision when none is open.
 * @throws SpecError for a standard without either
 */
export async function readStandard(
  service: ApiCaller,
  id: number,
): Promise<{ name: string; state: ServiceState }> {
  const standard = await service.call('standards.get', { id });
  if (!('elements' in standard)) throw new SpecError(`The service gave no clauses of standard ${id}.`);
  const open = await readWorkingCopy(service, id);
  if (open) return { name: standard.name, state: open };
  const { revision } = standard;
  if (!revision)
    throw new SpecError(
      `Standard ${id} was never published, and this key may not see its working copy (standard:view_drafts).`,
    );
  return {
    name: standard.name,
    state: {
      version: null,
      revision: { id: revision.id, code: revision.code },
      outline: toOutline(standard),
      hashes: {},
      saved: describe('published', revision.created_by, revision.created_at),
    },
  };
}
