/** Reading datasheets: live, historical, side by side, and what standards and names allow. */
import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { reading } from '../../../shared/contracts/datasheets/reading.ts';
import { LIST_CAP } from '../../../shared/contracts/shapes.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { notFound } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { livePin, livePointer, type OpenDatasheet, type Resources, reachable } from '../access.ts';
import type { Definitions } from '../definitions.ts';
import { type DatasheetShown, presentDatasheet, presentRevision, type Shape } from '../present.ts';
import type { DatasheetRecords, Revision } from '../records/repository.ts';
import { placeOf, readLine } from '../upgrading/target.ts';
import { compareStates, readShape } from './rules.ts';
import { presentSealed } from './sealed.ts';

type Reads = keyof typeof reading | 'datasheets.sealed';
type ReadContracts = { [K in Reads]: (typeof datasheets)[K] };

/** The handlers that read: a datasheet, its revisions, two of them compared, the template of a standard, what is free, behind or sealed. */
export const readingActions = (records: DatasheetRecords, definitions: Definitions): Handlers<ReadContracts, Resources> => {
  /** A datasheet as of one of its revisions. @throws NOT_FOUND for another's, or one out of the caller's reach */
  const readRevision = async (call: Call, open: OpenDatasheet, revisionId: number, shape: Shape): Promise<DatasheetShown> => {
    const revision = await findReachable(open, revisionId);
    return presentDatasheet({
      record: open.record,
      revision,
      definition: await definitions.at(call, revision.standard_revision_id),
      name: revision.name,
      pinnedRevisionId: livePin(open)?.id ?? null,
      shape,
    });
  };
  const findReachable = async (open: OpenDatasheet, revisionId: number): Promise<Revision> => {
    if (!reachable(open, await records.links(open.record._id)).includes(revisionId)) throw notFound();
    return records.revision(revisionId);
  };

  return {
    async 'datasheets.get'({ revisionId, ...sent }, call, open) {
      const shape = readShape(sent);
      if (revisionId !== undefined) return readRevision(call, open, revisionId, shape);
      const pointer = livePointer(open);
      const revision = await records.revision(pointer.revision_id);
      call.revalidate(revision.version, pointer, livePin(open));
      return presentDatasheet({
        record: open.record,
        revision,
        definition: await definitions.at(call, revision.standard_revision_id),
        name: pointer.name,
        pinnedRevisionId: livePin(open)?.id ?? null,
        shape,
      });
    },

    async 'datasheets.revisions'(_, __, open) {
      const ids = reachable(open, await records.links(open.record._id));
      // Each can be read by its id, however old.
      const heads = await records.heads(ids.slice(0, LIST_CAP));
      return {
        revisions: heads.map(presentRevision),
        total: ids.length,
        truncated: ids.length > LIST_CAP,
      };
    },

    'datasheets.revision.get': ({ revisionId, ...sent }, call, open) => readRevision(call, open, revisionId, readShape(sent)),

    async 'datasheets.compare'({ from, to }, call, open) {
      const [before, after] = [await findReachable(open, from), await findReachable(open, to)];
      return {
        from: presentRevision(before),
        to: presentRevision(after),
        changes: compareStates(
          { definition: await definitions.at(call, before.standard_revision_id), states: before.states },
          { definition: await definitions.at(call, after.standard_revision_id), states: after.states },
        ),
      };
    },

    async 'datasheets.template'({ standardId }, call) {
      const { standard_id, name, current_revision } = await call.call('standards.holding', { standard_id: standardId });
      const fields = current_revision ? (await definitions.at(call, current_revision.id)).shown : [];
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
      const pointer = livePointer(open);
      const revision = await records.revision(pointer.revision_id);
      const line = await readLine(call, placeOf(open), livePin(open));
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
      const revisions = await records.revisions(revision_ids);
      const datasheets = [];
      for (const id of revision_ids) {
        const revision = revisions.get(id);
        // A pointer that names nothing must stop an export, not thin it out.
        if (!revision) throw new Error(`datasheet revision ${id} does not exist`);
        datasheets.push(presentSealed(revision, await definitions.at(call, revision.standard_revision_id)));
      }
      return { datasheets };
    },
  };
};
