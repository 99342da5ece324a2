/** Reading datasheets: live, historical, side by side, and what standards and names allow. */

import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { datasheetReadEndpoints } from '../../../shared/contracts/datasheets/reading.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import {
  type DatasheetsResources,
  type LoadedDatasheet,
  listAccessibleRevisionIds,
  livePin,
  requireLivePointer,
} from '../access.ts';
import type { DefinitionCache } from '../definition-cache.ts';
import { type DatasheetFormat, type PresentedDatasheet, presentDatasheet, presentDatasheetRevision } from '../present.ts';
import type { DatasheetRevision, Datasheets } from '../records/repository.ts';
import { loadTargetRevisions, projectStandardOf } from '../upgrading/target.ts';
import { presentSealedRevision } from './present-sealed.ts';
import { compareStates, parseDatasheetFormat } from './rules.ts';

type ReadContractId = keyof typeof datasheetReadEndpoints | 'datasheets.sealed';
type ReadContracts = { [K in ReadContractId]: (typeof datasheets)[K] };

/** The handlers that read: a datasheet, its revisions, two of them compared, the template of a standard, what is free, behind or sealed. */
export const datasheetReadActions = (
  records: Datasheets,
  definitions: DefinitionCache,
): Handlers<ReadContracts, DatasheetsResources> => {
  /** A datasheet as of one of its revisions. @throws NOT_FOUND for another's, or one out of the caller's reach */
  const readRevision = async (
    call: Call,
    open: LoadedDatasheet,
    revisionId: number,
    shape: DatasheetFormat,
  ): Promise<PresentedDatasheet> => {
    const revision = await findReachable(open, revisionId);
    return presentDatasheet({
      record: open.record,
      revision,
      definition: await definitions.load(call, revision.standard_revision_id),
      name: revision.name,
      pinnedRevisionId: livePin(open)?.id ?? null,
      shape,
    });
  };
  const findReachable = async (open: LoadedDatasheet, revisionId: number): Promise<DatasheetRevision> => {
    if (!listAccessibleRevisionIds(open, await records.listRevisionLinks(open.record._id)).includes(revisionId)) throw notFound();
    return records.requireRevision(revisionId);
  };

  return {
    async 'datasheets.get'({ revisionId, ...sent }, call, open) {
      const shape = parseDatasheetFormat(sent);
      if (revisionId !== undefined) return readRevision(call, open, revisionId, shape);
      const pointer = requireLivePointer(open);
      const revision = await records.requireRevision(pointer.revision_id);
      call.revalidate(revision.version, pointer, livePin(open));
      return presentDatasheet({
        record: open.record,
        revision,
        definition: await definitions.load(call, revision.standard_revision_id),
        name: pointer.name,
        pinnedRevisionId: livePin(open)?.id ?? null,
        shape,
      });
    },

    async 'datasheets.revisions'(_, __, open) {
      const ids = listAccessibleRevisionIds(open, await records.listRevisionLinks(open.record._id));
      // Each can be read by its id, however old.
      const heads = await records.listRevisionHeads(ids.slice(0, MAX_UNPAGED_ROWS));
      return {
        revisions: heads.map(presentDatasheetRevision),
        total: ids.length,
        truncated: ids.length > MAX_UNPAGED_ROWS,
      };
    },

    'datasheets.revision.get': ({ revisionId, ...sent }, call, open) =>
      readRevision(call, open, revisionId, parseDatasheetFormat(sent)),

    async 'datasheets.compare'({ from, to }, call, open) {
      const [before, after] = [await findReachable(open, from), await findReachable(open, to)];
      return {
        from: presentDatasheetRevision(before),
        to: presentDatasheetRevision(after),
        changes: compareStates(
          { definition: await definitions.load(call, before.standard_revision_id), states: before.states },
          { definition: await definitions.load(call, after.standard_revision_id), states: after.states },
        ),
      };
    },

    async 'datasheets.template'({ standardId }, call) {
      const { standard_id, name, current_revision } = await call.call('standards.holding', { standard_id: standardId });
      const fields = current_revision ? (await definitions.load(call, current_revision.id)).presentedFields : [];
      return { standard_id, name, revision: current_revision, fields: [...fields], total: fields.length };
    },

    async 'datasheets.checkName'({ project_id, standard_id, name }, call) {
      const { datasheets: held, standards } = await call.call('projects.holding', { project_id });
      const namesakes = held.filter((datasheet) => datasheet.name === name && !datasheet.archived);
      const taken = namesakes.find((datasheet) => datasheet.standard_id === standard_id);
      const standardNames = new Map(standards.map((standard) => [standard.standard_id, standard.name]));
      return {
        available: taken === undefined,
        name,
        existingId: taken?.datasheet_id ?? null,
        collisions: namesakes
          .filter((datasheet) => datasheet.standard_id !== standard_id)
          .map(({ datasheet_id, name, standard_id }) => ({
            id: datasheet_id,
            name,
            standard_id,
            standard_name: standardNames.get(standard_id) ?? '',
          })),
      };
    },

    async 'datasheets.upgradeStatus'(_, call, open) {
      const { _id: id, standard_id } = open.record;
      const pointer = requireLivePointer(open);
      const revision = await records.requireRevision(pointer.revision_id);
      const line = await loadTargetRevisions(call, projectStandardOf(open), livePin(open));
      const current = line.revisions.find((one) => one.id === line.current_revision_id);
      const measure = (target: { id: number; code: string } | null | undefined) =>
        target ? { id: target.id, code: target.code, behind: target.id !== revision.standard_revision_id } : null;
      return {
        id,
        standard_id,
        standard_revision: { id: revision.standard_revision_id, code: revision.standard_revision_code },
        current: measure(current),
        pinned: measure(livePin(open)),
      };
    },

    async 'datasheets.sealed'({ revision_ids }, call) {
      const revisions = await records.findRevisions(revision_ids);
      const datasheets = [];
      for (const id of revision_ids) {
        const revision = revisions.get(id);
        // A pointer that names nothing must stop an export, not thin it out.
        if (!revision) throw new Error(`datasheet revision ${id} does not exist`);
        datasheets.push(presentSealedRevision(revision, await definitions.load(call, revision.standard_revision_id)));
      }
      return { datasheets };
    },
  };
};
