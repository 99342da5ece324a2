/**
 * Handler of `datasheets.create`: stores a datasheet with its first sealed revision and points the open draft of the
 * project to it. The values it begins with are in `initial-states.ts`.
 */
import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { ProjectAccess } from '../../../shared/projects/project-access.ts';
import type { DatasheetsResources } from '../access.ts';
import type { DatasheetRecord } from '../model.ts';
import type { DatasheetsService } from '../open-datasheets.ts';
import { EMPTY_THREAD, presentDatasheet, VERBOSE_FORMAT } from '../present.ts';
import { loadPrintedNumbers } from '../printed-numbers.ts';
import { newDatasheetRevision } from '../records/new-revision.ts';
import type { FieldState } from '../records/recorded-values.ts';
import { buildInitialStates } from './initial-states.ts';

type CreateContracts = Pick<typeof datasheets, 'datasheets.create'>;

export const createDatasheetActions = ({
  datasheets,
  revisions,
  definitions,
  saver,
}: DatasheetsService): Handlers<CreateContracts, DatasheetsResources> => ({
  async 'datasheets.create'(
    { project_id, standard_id, name, scope, summary, severity, ...sent },
    ctx,
    access,
  ) {
    const pin = requirePin(access, standard_id);
    const definition = await definitions.load(ctx, pin.id);
    const { states: starting, named } = buildInitialStates(definition, sent);

    const [by, at] = [ctx.person, new Date()];
    const states = new Map<number, FieldState>();
    for (const [field_id, recorded] of starting) {
      const editor = named.has(field_id)
        ? { edited_by: by, edited_at: at.toISOString() }
        : { edited_by: null, edited_at: null };
      states.set(field_id, { field_id, ...recorded, ...editor });
    }
    const record: DatasheetRecord = {
      _id: await datasheets.nextId(),
      project_id,
      standard_id,
      created_by: by,
      created_at: at,
    };
    const revisionId = await revisions.nextId();
    const revision = newDatasheetRevision({
      id: revisionId,
      datasheet_id: record._id,
      previous: null,
      name,
      scope,
      standard: { id: standard_id, revision_id: pin.id, revision_code: pin.code },
      severity,
      summary: summary || 'Initial creation',
      states,
      fields: definition.fields,
      by,
      at,
    });
    const result = presentDatasheet({
      record,
      revision: { ...revision, states },
      definition,
      numbers: (await loadPrintedNumbers(ctx, [definition]))(definition),
      name,
      pinnedRevisionId: pin.id,
      format: VERBOSE_FORMAT,
      thread: EMPTY_THREAD,
    });
    const written = await saver.save(ctx, {
      project_id,
      newDatasheet: record,
      moves: [{ revision, action: 'added', count: definition.fields.length }],
      auditEntry: {
        resource: { type: 'datasheet', id: record._id },
        details: { project_id, standard_id, name, revision: { id: revision._id, code: revision.code } },
      },
      result,
    });
    // The id is new, so only a changed draft can reject the pointer.
    if (!written)
      throw apiError('EDIT_CONFLICT', 'The draft changed in the meantime. Try again.', {
        metadata: { reason: 'stale' },
      });
    return written;
  },
});

/** The revision of the standard that the open draft pins. @throws STANDARD_NOT_HELD */
function requirePin({ pin }: ProjectAccess, standardId: number): { id: number; code: string } {
  if (!pin) {
    throw apiError(
      'STANDARD_NOT_HELD',
      'The draft does not contain this standard. Import it with POST /api/projects/:id/standards first.',
      {
        errors: [{ path: 'standard_id', message: `The draft does not contain standard ${standardId}.` }],
      },
    );
  }
  return pin;
}
