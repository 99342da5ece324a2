/**
 * Handlers that archive, restore and remove standards and datasheets in the open draft, as
 * `../archiving/manifest-archival.ts` decides. A whole project: `project-archiving-actions.ts`.
 */
import type { projectArchivingEndpoints } from '../../../shared/contracts/projects/archiving.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import {
  archiveDatasheet,
  archiveStandard,
  type DatasheetArchival,
  removeArchivedDatasheet,
  removeArchivedStandard,
  restoreDatasheet,
  restoreStandard,
  type StandardArchival,
} from '../archiving/manifest-archival.ts';
import { countDatasheets } from '../drafts/draft-change.ts';
import type { DraftUpdateResult } from '../drafts/draft-transactions.ts';
import type { ProjectsService } from '../open-projects.ts';
import type { Manifest, ManifestDatasheet } from '../revisions/manifest.ts';
import type { DraftChange } from '../revisions/model.ts';
import { presentDatasheetRow, presentStandardRow } from '../revisions/present.ts';

type Contracts = Omit<typeof projectArchivingEndpoints, 'projects.archive' | 'projects.unarchive'>;

export const draftArchivingActions = ({
  drafts,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => {
  /**
   * Changes the draft and audits it.
   * @param show the result of the call, from the change and the draft after it
   */
  async function change<T extends { manifest: Manifest; changes: DraftChange[] }, R>(
    ctx: RequestContext,
    id: number,
    decide: (manifest: Manifest) => T,
    details: Readonly<Record<string, unknown>>,
    show: (archival: T, draft: { project_id: number; version: string }) => R,
  ): Promise<R> {
    const toResult = ({ draft, result }: Pick<DraftUpdateResult<T>, 'draft' | 'result'>): R =>
      show(result, { project_id: id, version: draft.version });
    const outcome = await drafts.update({
      projectId: id,
      by: ctx.person,
      ifMatch: ctx.ifMatch,
      decide({ manifest }) {
        const result = decide(manifest);
        ctx.affects({ datasheets: countDatasheets(result.changes) });
        return { result, manifest: result.manifest, changes: result.changes };
      },
      beforeCommit: (session, written) => {
        const { draft, result } = written;
        const { changes } = result;
        const recorded = { revision: { id: draft.id }, version: draft.version, ...details, changes };
        return ctx.finish(
          session,
          { resource: { type: 'project', id }, details: recorded },
          toResult(written),
        );
      },
    });
    return toResult(outcome);
  }

  return {
    'projects.standards.archive': ({ id, standardId, reason }, ctx) =>
      change(
        ctx,
        id,
        (manifest) => archiveStandard(manifest, standardId),
        reason ? { reason } : {},
        presentStandard,
      ),

    'projects.standards.restore': ({ id, standardId, newName }, ctx) =>
      change(ctx, id, (manifest) => restoreStandard(manifest, standardId, newName), {}, presentStandard),

    'projects.standards.removeArchived': ({ id, standardId }, ctx) =>
      change(
        ctx,
        id,
        (manifest) => removeArchivedStandard(manifest, standardId),
        {},
        ({ datasheets }, draft) => ({
          ...draft,
          standard_id: standardId,
          removed: true,
          datasheets: datasheets.map(presentName),
        }),
      ),

    'projects.datasheets.archive': ({ id, datasheetInstanceId, reason }, ctx) =>
      change(
        ctx,
        id,
        (manifest) => archiveDatasheet(manifest, datasheetInstanceId),
        reason ? { reason } : {},
        presentDatasheet,
      ),

    'projects.datasheets.restore': ({ id, datasheetInstanceId, newName }, ctx) =>
      change(
        ctx,
        id,
        (manifest) => restoreDatasheet(manifest, datasheetInstanceId, newName),
        {},
        presentDatasheet,
      ),

    'projects.datasheets.removeArchived': ({ id, datasheetInstanceId }, ctx) =>
      change(
        ctx,
        id,
        (manifest) => removeArchivedDatasheet(manifest, datasheetInstanceId),
        {},
        (_, draft) => ({ ...draft, datasheet_id: datasheetInstanceId, removed: true }),
      ),
  };
};

interface ChangedDraft {
  project_id: number;
  version: string;
}

const presentStandard = ({ standard, datasheets, manifest }: StandardArchival, draft: ChangedDraft) => ({
  ...draft,
  standard: presentStandardRow(standard, manifest),
  datasheets: datasheets.map(presentName),
});

const presentDatasheet = ({ datasheet, manifest }: DatasheetArchival, draft: ChangedDraft) => ({
  ...draft,
  datasheet: presentDatasheetRow(datasheet, manifest),
});

const presentName = ({ datasheet_id, name }: ManifestDatasheet) => ({ id: datasheet_id, name });
