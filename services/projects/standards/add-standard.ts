/**
 * The decisions of `projects.standards.add` on the draft: import a standard with its section, or move one to another
 * section. A customised copy: `customized-copy.ts`.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { standardRow } from '../../../shared/contracts/projects/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { standardInternalActions } from '../../../shared/contracts/standards/internal.ts';
import { apiError, apiErrorAt, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { type DraftUpdate, draftChange } from '../drafts/draft-change.ts';
import type { Manifest, ManifestStandard } from '../revisions/manifest.ts';
import { presentStandardRow } from '../revisions/present.ts';
import { adoptSections } from '../sections/adopt-sections.ts';
import { sectionChange } from '../sections/section-tree.ts';

type StandardPinInfo = ResultOf<(typeof standardInternalActions)['standards.pinInfo']>;

/** The result of an addition. */
export interface AddedStandard {
  standard: Infer<typeof standardRow>;
  section_created: boolean;
}

/** @returns the id. @throws UNKNOWN_CATEGORY for another project's section */
export function assertSectionExists({ sections }: Manifest, categoryId: number): number {
  if (sections.some(({ id }) => id === categoryId)) return categoryId;
  throw apiErrorAt('UNKNOWN_CATEGORY', 'categoryId', "'categoryId' must be a section of this project.");
}

/**
 * Loads the standard, and ids for the sections it may need, before the transaction: its decision may run more
 * than once and must not wait for other services. Unused ids are lost.
 * @returns the decision, which throws what `assertImportable` throws
 */
export async function prepareImport(
  projectId: number,
  standardId: number,
  revisionId: number | undefined,
  categoryId: number | undefined,
  ctx: RequestContext,
): Promise<(manifest: Manifest) => DraftUpdate<AddedStandard>> {
  const pinInfo = await ctx.call('standards.pinInfo', {
    standard_id: standardId,
    for_import: true,
    ...(revisionId === undefined ? {} : { revision_id: revisionId }),
  });
  const path = categoryId === undefined ? pinInfo.category_path.map((name) => ({ name })) : [];
  return (before) => {
    assertImportable(before, pinInfo);
    if (!pinInfo.revision) throw notPublishedError();
    const { sections, added } = adoptSections(before.sections, {
      projectId,
      path,
      idsFor: (level) => pinInfo.section_ids.slice(level, level + 1),
    });
    const pin: ManifestStandard = {
      standard_id: standardId,
      name: pinInfo.name,
      description: pinInfo.description,
      standard_revision: { id: pinInfo.revision.id, code: pinInfo.revision.code },
      library: pinInfo.library,
      section_id:
        categoryId === undefined ? (sections.at(-1)?.id ?? null) : assertSectionExists(before, categoryId),
      archived: false,
    };
    const after = {
      ...before,
      sections: [...before.sections, ...added],
      standards: [...before.standards, pin],
    };
    return {
      result: { standard: presentStandardRow(pin, after), section_created: added.length > 0 },
      manifest: after,
      changes: [
        ...added.map((section) => sectionChange(section, 'added')),
        draftChange('standard', standardId, pin.name, 'imported'),
      ],
    };
  };
}

/** @throws ALREADY_HELD, STANDARD_DEPRECATED, NOT_PUBLISHED, STANDARD_UNDER_MODERATION_NOTICE, NAME_TAKEN */
function assertImportable({ standards }: Manifest, pinInfo: StandardPinInfo): void {
  const pin = standards.find(({ standard_id }) => standard_id === pinInfo.standard_id);
  if (pin) {
    const remedy = pin.archived ? 'It is archived in the draft: restore it.' : 'Use the existing one.';
    throw apiError('ALREADY_HELD', `The project already contains this standard. ${remedy}`, {
      metadata: { archived: pin.archived },
    });
  }
  if (pinInfo.deprecated)
    throw apiError('STANDARD_DEPRECATED', 'The standard is deprecated and can no longer be imported.');
  if (!pinInfo.revision) throw notPublishedError();
  if (!pinInfo.revision.eligible) {
    throw apiError(
      'STANDARD_UNDER_MODERATION_NOTICE',
      'This revision comes from a revoked edition. Import another revision.',
    );
  }
  const namesake = standards.find(({ name, archived }) => !archived && name === pinInfo.name);
  if (namesake) {
    throw apiError(
      'NAME_TAKEN',
      `The project already contains a standard named "${pinInfo.name}". Use that one.`,
      {
        metadata: { existingId: namesake.standard_id },
      },
    );
  }
}

/** Moves a standard to another section. @throws VALIDATION_ERROR without one */
export function prepareRecategorize(
  standardId: number,
  categoryId: number | undefined,
): (manifest: Manifest) => DraftUpdate<AddedStandard> {
  if (categoryId === undefined) {
    throw validationError([
      { path: 'categoryId', message: "'categoryId' is required to recategorize a standard." },
    ]);
  }
  return (before) => {
    const pin = before.standards.find(({ standard_id }) => standard_id === standardId);
    if (!pin) throw notFound();
    const moved: ManifestStandard = { ...pin, section_id: assertSectionExists(before, categoryId) };
    const manifest = {
      ...before,
      standards: before.standards.map((standard) => (standard === pin ? moved : standard)),
    };
    return {
      result: { standard: presentStandardRow(moved, manifest), section_created: false },
      manifest,
      changes:
        pin.section_id === moved.section_id
          ? []
          : [draftChange('standard', standardId, pin.name, 'recategorized')],
    };
  };
}

const notPublishedError = (): Error =>
  apiError(
    'NOT_PUBLISHED',
    'The standard has no saved revision yet, so there is nothing to pin. Publish it first.',
  );
