/**
 * Handlers of the JSON export of a revision, with its certificate when it is published, and of the public
 * keys that verify it.
 */
import type { projectExportEndpoints } from '../../../shared/contracts/projects/export.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import { toJwk } from '../certificates/dsse-envelope.ts';
import { exportDraft, exportPublished } from '../export/export-revision.ts';
import { loadExportedRevision } from '../export/exported-revision.ts';
import { listActiveDatasheets } from '../export/load-sealed.ts';
import type { ProjectsService } from '../open-projects.ts';

type Contracts = Pick<typeof projectExportEndpoints, 'projects.export' | 'certificates.keys'>;

export const exportActions = ({
  revisions,
  certificates,
  signingKeys,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.export'({ id, datasheetIds = [], isVerbose, revisionId }, ctx, project) {
    const full = await loadExportedRevision(revisions, project, revisionId, ctx);
    const chosen = new Set(datasheetIds);
    const known = new Set(listActiveDatasheets(full.manifest).map(({ datasheet_id }) => datasheet_id));
    if (datasheetIds.some((datasheetId) => !known.has(datasheetId))) throw notFound();
    const isChosen = (datasheetId: number): boolean => chosen.size === 0 || chosen.has(datasheetId);

    const { _id, code, is_draft } = full.revision;
    const result = is_draft
      ? await exportDraft(full, isChosen, isVerbose, ctx)
      : await exportPublished(full, await certificates.findById(_id), isChosen, isVerbose, ctx);
    const details = {
      revision: { id: _id, code },
      isVerbose,
      datasheetIds: [...chosen],
    };
    return ctx.finish(null, { resource: { type: 'project', id }, details }, result);
  },

  async 'certificates.keys'() {
    const keys = (await signingKeys.list()).map(({ _id, public_pem, not_after, compromised_since }) => ({
      keyid: _id,
      pem: public_pem,
      jwk: toJwk(public_pem),
      ...(not_after ? { not_after: not_after.toISOString() } : {}),
      ...(compromised_since ? { compromised_since: compromised_since.toISOString() } : {}),
    }));
    return { keys, total: keys.length };
  },
});
