/**
 * Handler of `projects.standards.add`: imports a standard into the draft with its section, or moves it to
 * another section (document 3; decisions P7, P16).
 */

import type { ParamsOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { projectStandardEndpoints } from '../../../shared/contracts/projects/project-standards.ts';
import type { standardRow } from '../../../shared/contracts/projects/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { standardInternalActions } from '../../../shared/contracts/standards/internal.ts';
import { apiError, apiErrorAt, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import type { Drafts, DraftUpdate, DraftUpdateResult } from '../drafts/draft-transactions.ts';
import { presentStandardRow } from '../reading/present.ts';
import type { Manifest, ManifestStandard } from '../revisions/manifest.ts';
import { adoptSections } from '../sections/adopt-sections.ts';
import { sectionChange } from '../sections/section-note.ts';
import { notPublishedError } from './errors.ts';
import type { RunningImports } from './running-imports.ts';

type Contracts = Pick<typeof projectStandardEndpoints, 'projects.standards.add'>;
type StandardPinInfo = ResultOf<(typeof standardInternalActions)['standards.pinInfo']>;
interface AddedStandard {
  standard: Infer<typeof standardRow>;
  section_created: boolean;
}
type AddStandardUpdate = DraftUpdate<AddedStandard>;

interface Deps {
  drafts: Drafts;
  runningImports: RunningImports;
}

/** The handler that imports a standard into the draft, or moves it to another section. */
export const addStandardActions = ({
  drafts,
  runningImports,
}: Deps): Handlers<Contracts, ProjectsResources> => {
  async function add(
    { id, action, standardId, categoryId, revisionId }: ParamsOf<Contracts['projects.standards.add']>,
    call: Call,
  ) {
    const decide =
      action === 'import'
        ? await prepareImport(id, standardId, revisionId, categoryId, call)
        : prepareRecategorize(standardId, categoryId);
    const toResult = ({ draft, result }: DraftUpdateResult<AddedStandard>) => ({
      project_id: id,
      version: draft.version,
      ...result,
    });
    const outcome = await drafts.update({
      projectId: id,
      by: call.person,
      decide: ({ manifest }) => decide(manifest),
      beforeCommit: (session, changed) => {
        const { standard } = changed.result;
        const details = {
          action,
          standardId,
          revision: { id: changed.draft.id },
          version: changed.draft.version,
          standard_revision: standard.standard_revision,
          ...(categoryId === undefined ? {} : { categoryId }),
        };
        return call.finish(session, { resource: { type: 'project', id }, details }, toResult(changed));
      },
    });
    if (!outcome.changed) call.markUnchanged();
    return toResult(outcome);
  }

  return {
    async 'projects.standards.add'(params, call) {
      const { action, standardId, name, replaceOriginal } = params;
      rejectCustomizeFields({ name, replaceOriginal }, action);
      return action === 'import'
        ? runningImports.run(standardId, () => add(params, call))
        : add(params, call);
    },
  };
};

/** Rejects fields that would have no effect. @throws VALIDATION_ERROR */
function rejectCustomizeFields(sent: Readonly<Record<string, unknown>>, action: string): void {
  const paths = Object.keys(sent).filter((path) => sent[path] !== undefined);
  if (paths.length === 0) return;
  throw validationError(
    paths.map((path) => ({
      path,
      message: `'${path}' is only allowed with the action customize. Omit it with ${action}.`,
    })),
  );
}

/**
 * Loads the standard, and ids for the sections it may need, before the transaction: its decision may run more
 * than once and must not wait for other services. Unused ids are lost.
 */
async function prepareImport(
  projectId: number,
  standardId: number,
  revisionId: number | undefined,
  categoryId: number | undefined,
  call: Call,
): Promise<(manifest: Manifest) => AddStandardUpdate> {
  const pinInfo = await call.call('standards.pinInfo', {
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
        { kind: 'standard', subject: standardId, name: pin.name, action: 'imported', count: 1 },
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

function assertSectionExists({ sections }: Manifest, categoryId: number): number {
  if (sections.some(({ id }) => id === categoryId)) return categoryId;
  throw apiErrorAt('UNKNOWN_CATEGORY', 'categoryId', "'categoryId' must be a section of this project.");
}

function prepareRecategorize(
  standardId: number,
  categoryId: number | undefined,
): (manifest: Manifest) => AddStandardUpdate {
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
          : [{ kind: 'standard', subject: standardId, name: pin.name, action: 'recategorized', count: 1 }],
    };
  };
}
