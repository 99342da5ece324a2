/**
 * Customises a standard in a draft, in two steps: standards makes a hidden copy, then the draft pins it, in place of
 * the original unless `replaceOriginal` is false.
 */
import { randomUUID } from 'node:crypto';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { draftCopyActionContracts } from '../../../shared/contracts/standards/draft-copies.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { archiveStandard } from '../archiving/manifest-archival.ts';
import { type DraftUpdate, draftChange } from '../drafts/draft-change.ts';
import type { Manifest, ManifestStandard } from '../revisions/manifest.ts';
import { presentStandardRow } from '../revisions/present.ts';
import { type AddedStandard, assertSectionExists } from './add-standard.ts';

type DraftCopy = ResultOf<(typeof draftCopyActionContracts)['standards.draftCopies.create']>;

interface CustomizeRequest {
  standardId: number;
  categoryId?: number | undefined;
  name?: string | undefined;
  revisionId?: number | undefined;
}

/** A copy that standards has made, and the change of the draft that pins it. */
interface CopyToPin {
  changeId: string;
  categoryId: number;
  copy: DraftCopy;
}

/**
 * Lets standards copy the revision: the one the caller chose, else the one the draft pins, else the current
 * one.
 * @throws VALIDATION_ERROR without name or categoryId, and any error of the copy
 */
export async function copyForDraft(
  projectId: number,
  { standardId, categoryId, name, revisionId }: CustomizeRequest,
  manifest: Manifest,
  ctx: RequestContext,
): Promise<CopyToPin> {
  if (name === undefined || categoryId === undefined) {
    const missing = [
      ...(name === undefined ? ['name'] : []),
      ...(categoryId === undefined ? ['categoryId'] : []),
    ];
    throw validationError(
      missing.map((path) => ({ path, message: `'${path}' is required to customize a standard.` })),
    );
  }
  const pin = manifest.standards.find(({ standard_id }) => standard_id === standardId);
  const changeId = randomUUID();
  const copy = await ctx.call('standards.draftCopies.create', {
    standard_id: standardId,
    project_id: projectId,
    change_id: changeId,
    name,
    category_id: categoryId,
    ...(revisionId === undefined ? {} : { revision_id: revisionId }),
    ...(pin ? { pinned_revision_id: pin.standard_revision.id } : {}),
  });
  return { changeId, categoryId, copy };
}

/**
 * Pins the copy at its first revision. The original and its active datasheets are archived if
 * `replaceOriginal`.
 * @throws UNKNOWN_CATEGORY, NAME_TAKEN
 */
export function pinCopy(
  before: Manifest,
  copy: DraftCopy,
  {
    standardId,
    categoryId,
    replaceOriginal,
  }: { standardId: number; categoryId: number; replaceOriginal: boolean },
): DraftUpdate<AddedStandard> {
  const original = before.standards.find(({ standard_id }) => standard_id === standardId);
  const { manifest: rest, changes } =
    original && !original.archived && replaceOriginal
      ? archiveStandard(before, standardId)
      : { manifest: before, changes: [] };
  const namesake = rest.standards.find(({ name, archived }) => !archived && name === copy.name);
  if (namesake) {
    throw apiError(
      'NAME_TAKEN',
      `The project already contains a standard named "${copy.name}". Use that one.`,
      { metadata: { existingId: namesake.standard_id } },
    );
  }
  const pin: ManifestStandard = {
    standard_id: copy.standard_id,
    name: copy.name,
    description: copy.description,
    standard_revision: copy.revision,
    library: copy.library,
    section_id: assertSectionExists(rest, categoryId),
    archived: false,
  };
  const manifest = { ...rest, standards: [...rest.standards, pin] };
  return {
    result: { standard: presentStandardRow(pin, manifest), section_created: false },
    manifest,
    changes: [...changes, draftChange('standard', copy.standard_id, copy.name, 'customized')],
  };
}
