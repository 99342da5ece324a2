/**
 * Handlers that read datasheets: live or at a revision, history, comparison, upgrade status; also the template of a
 * new datasheet and the check of its name. The upgrade plan is in `../upgrading/`.
 */
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { datasheetReadEndpoints } from '../../../shared/contracts/datasheets/reading.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { allowedActions } from '../../../shared/kernel/service/resource-checks.ts';
import { asProjectResource } from '../../../shared/projects/project-access.ts';
import { isSameText } from '../../../shared/text/same-text.ts';
import {
  type DatasheetsResources,
  type LoadedDatasheet,
  listAccessibleRevisionIds,
  livePin,
  requireLivePointer,
  stateChecks,
} from '../access.ts';
import type { StandardDefinition } from '../definition-cache.ts';
import type { DatasheetsService } from '../open-datasheets.ts';
import {
  type CommentThread,
  type DatasheetFormat,
  type PresentedDatasheet,
  presentDatasheet,
  presentDatasheetRevision,
  showsThread,
} from '../present.ts';
import { loadPrintedNumbers, type PrintedNumbers } from '../printed-numbers.ts';
import type { DatasheetRevision } from '../records/repository.ts';
import { loadTargetRevisions, projectStandardOf } from '../upgrading/target.ts';
import { compareStates } from './compare-states.ts';
import { parseDatasheetFormat } from './datasheet-format.ts';

type ReadContracts = { [K in keyof typeof datasheetReadEndpoints]: (typeof datasheets)[K] };

/** The writes on the datasheet as it is now, whichever revision is read. */
const listAllowed = (ctx: RequestContext, datasheet: LoadedDatasheet): string[] =>
  allowedActions('datasheet', asProjectResource(datasheet.access, null), ctx, stateChecks(datasheet));

export const datasheetReadActions = ({
  revisions,
  definitions,
}: DatasheetsService): Handlers<ReadContracts, DatasheetsResources> => {
  /** The thread on the fields of a datasheet, where the format shows it. */
  const loadThread = async (
    ctx: RequestContext,
    { record }: LoadedDatasheet,
    format: DatasheetFormat,
  ): Promise<CommentThread | null> =>
    showsThread(format)
      ? ctx.call('projects.datasheetComments', { project_id: record.project_id, datasheet_id: record._id })
      : null;
  /** The fields of a revision with the printed numbers of their clauses. */
  const loadFields = async (
    ctx: RequestContext,
    { standard_revision_id }: DatasheetRevision,
  ): Promise<{ definition: StandardDefinition; numbers: PrintedNumbers }> => {
    const definition = await definitions.load(ctx, standard_revision_id);
    return { definition, numbers: (await loadPrintedNumbers(ctx, [definition]))(definition) };
  };
  /** A datasheet at a revision, under this name. */
  const present = (
    datasheet: LoadedDatasheet,
    shown: {
      revision: DatasheetRevision;
      name: string;
      thread: CommentThread | null;
      definition: StandardDefinition;
      numbers: PrintedNumbers;
    },
    format: DatasheetFormat,
  ): PresentedDatasheet =>
    presentDatasheet({
      ...shown,
      record: datasheet.record,
      pinnedRevisionId: livePin(datasheet)?.id ?? null,
      format,
    });
  /**
   * A datasheet at one of its revisions. @throws NOT_FOUND for another datasheet's revision, or one the
   * caller may not read
   */
  const readRevision = async (
    ctx: RequestContext,
    datasheet: LoadedDatasheet,
    revisionId: number,
    format: DatasheetFormat,
  ): Promise<PresentedDatasheet & { allowed_actions: string[] }> => {
    const revision = await findAccessible(datasheet, revisionId);
    const [thread, fields] = await Promise.all([
      loadThread(ctx, datasheet, format),
      loadFields(ctx, revision),
    ]);
    const presented = present(datasheet, { revision, name: revision.name, thread, ...fields }, format);
    return { ...presented, allowed_actions: listAllowed(ctx, datasheet) };
  };
  const findAccessible = async (
    datasheet: LoadedDatasheet,
    revisionId: number,
  ): Promise<DatasheetRevision> => {
    if (
      !listAccessibleRevisionIds(datasheet, await revisions.listLinks(datasheet.record._id)).includes(
        revisionId,
      )
    )
      throw notFound();
    return revisions.require(revisionId);
  };

  return {
    async 'datasheets.get'({ revisionId, ...sent }, ctx, datasheet) {
      const format = parseDatasheetFormat(sent);
      if (revisionId !== undefined) return readRevision(ctx, datasheet, revisionId, format);
      const pointer = requireLivePointer(datasheet);
      const [revision, thread] = await Promise.all([
        revisions.require(pointer.revision_id),
        loadThread(ctx, datasheet, format),
      ]);
      const allowed = listAllowed(ctx, datasheet);
      const fields = await loadFields(ctx, revision);
      ctx.revalidate(revision.version, pointer, livePin(datasheet), allowed, thread, [...fields.numbers]);
      const presented = present(datasheet, { revision, name: pointer.name, thread, ...fields }, format);
      return { ...presented, allowed_actions: allowed };
    },

    async 'datasheets.revisions'(_, __, datasheet) {
      const ids = listAccessibleRevisionIds(datasheet, await revisions.listLinks(datasheet.record._id));
      const heads = await revisions.listHeads(ids.slice(0, MAX_UNPAGED_ROWS));
      return {
        revisions: heads.map(presentDatasheetRevision),
        total: ids.length,
        truncated: ids.length > MAX_UNPAGED_ROWS,
      };
    },

    'datasheets.revision.get': ({ revisionId, ...sent }, ctx, datasheet) =>
      readRevision(ctx, datasheet, revisionId, parseDatasheetFormat(sent)),

    async 'datasheets.compare'({ from, to }, ctx, datasheet) {
      const [before, after] = [await findAccessible(datasheet, from), await findAccessible(datasheet, to)];
      const [left, right] = await Promise.all([loadFields(ctx, before), loadFields(ctx, after)]);
      return {
        from: presentDatasheetRevision(before),
        to: presentDatasheetRevision(after),
        changes: compareStates({ ...left, states: before.states }, { ...right, states: after.states }),
      };
    },

    async 'datasheets.template'({ standardId }, ctx) {
      const { standard_id, name, current_revision } = await ctx.call('standards.pinInfo', {
        standard_id: standardId,
      });
      const fields = current_revision
        ? (await definitions.load(ctx, current_revision.id)).presentedFields
        : [];
      return { standard_id, name, revision: current_revision, fields: [...fields], total: fields.length };
    },

    async 'datasheets.checkName'({ project_id, standard_id, name }, ctx) {
      const { datasheets: existing, standards } = await ctx.call('projects.manifest', { project_id });
      const namesakes = existing.filter((one) => isSameText(one.name, name) && !one.archived);
      const duplicate = namesakes.find((one) => one.standard_id === standard_id);
      const standardNames = new Map(standards.map((standard) => [standard.standard_id, standard.name]));
      return {
        available: duplicate === undefined,
        name,
        existingId: duplicate?.datasheet_id ?? null,
        collisions: namesakes
          .filter((one) => one.standard_id !== standard_id)
          .map(({ datasheet_id, name, standard_id }) => ({
            id: datasheet_id,
            name,
            standard_id,
            standard_name: standardNames.get(standard_id) ?? '',
          })),
      };
    },

    async 'datasheets.upgradeStatus'(_, ctx, datasheet) {
      const { _id: id, standard_id } = datasheet.record;
      const pointer = requireLivePointer(datasheet);
      const revision = await revisions.require(pointer.revision_id);
      const list = await loadTargetRevisions(ctx, projectStandardOf(datasheet), livePin(datasheet));
      const current = list.revisions.find(({ id }) => id === list.current_revision_id);
      const measure = (target: { id: number; code: string } | null | undefined) =>
        target
          ? { id: target.id, code: target.code, behind: target.id !== revision.standard_revision_id }
          : null;
      return {
        id,
        standard_id,
        standard_revision: { id: revision.standard_revision_id, code: revision.standard_revision_code },
        current: measure(current),
        pinned: measure(livePin(datasheet)),
      };
    },
  };
};
