/** Saving the working copy: decide on what was read, write with compare-and-set, look again when somebody was faster. */
import type { Connection } from 'mongoose';
import type { Result } from '../../../shared/contracts/endpoint.ts';
import type { standardsEditing } from '../../../shared/contracts/standards/editing.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { Turns } from '../../../shared/kernel/database/turns.ts';
import { untilWritten } from '../../../shared/kernel/database/until-written.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import type { MarkupReader } from '../../../shared/kernel/markup-reader/reader.ts';
import { invalid } from '../../../shared/kernel/params.ts';
import type { Resources } from '../access.ts';
import { closedConflict, presentMergedChanges, staleConflict } from './conflicts.ts';
import { type Decision, decideSave } from './decide.ts';
import type { Draft } from './draft.ts';
import { recordEdits } from './edits.ts';
import type { Identities } from './identities.ts';
import type { WorkingCopyRecord } from './model.ts';
import { noWorkingCopy } from './opening.ts';
import { presentWorkingCopy } from './present.ts';
import type { WorkingCopies } from './repository.ts';
import { readSubmission, type SaveParams, type Submission } from './submission.ts';
import { nextVersion, packVersion, VERSION_LIMIT } from './versions.ts';

type SaveContracts = Pick<typeof standardsEditing, 'standards.workingCopy.save'>;
type Saved = Result<SaveContracts['standards.workingCopy.save']>;

interface Deps {
  connection: Connection;
  workingCopies: WorkingCopies;
  identities: Identities;
  reader: MarkupReader;
}

export const saveActions = (deps: Deps): Handlers<SaveContracts, Resources> => {
  const { connection, workingCopies, identities, reader } = deps;
  /** Editors of one standard build on each other's saves, however many there are. */
  const turns = new Turns();

  /** Writes the new version with its audit entry; null when the working copy moved meanwhile. */
  async function write(
    copy: WorkingCopyRecord,
    current: Draft,
    decision: Decision,
    details: Record<string, unknown>,
    call: Call,
  ): Promise<{ copy: WorkingCopyRecord; draft: Draft } | null> {
    const opened = await workingCopies.opened(copy);
    const outline = await identities.settle(decision.outline);
    const number = copy.number + 1;
    const now = new Date();
    const by = call.person;
    const edits = recordEdits({
      opened: opened.outline,
      before: current.outline,
      after: outline,
      edits: current.edits,
      by,
      at: now.toISOString(),
      number,
      forgetBefore: number - VERSION_LIMIT,
    });
    const draft: Draft = { outline, edits };
    const version = nextVersion(copy.opened_version);
    const saved = { saved_by: by, saved_at: now };
    const next = packVersion(version, copy._id, number, draft, current);
    const isWritten = await inTransaction(connection, async (session) => {
      if (!(await workingCopies.advance(session, copy.version, next, saved))) return false;
      await call.audit(session, { resource: { type: 'standard', id: copy._id }, details: { ...details, version } });
      return true;
    });
    if (!isWritten) return null;
    workingCopies.remember(next, draft, copy.opened_version);
    return { copy: { ...copy, version, number, ...saved }, draft };
  }

  /** One look at the working copy as it is now; null when it moved before the save was written. */
  async function attempt(params: SaveParams, submission: Submission, call: Call): Promise<Saved | null> {
    const { id, baseVersion, resolvedConflicts = [], conflictVersion } = params;
    const found = await workingCopies.current(id);
    if (!found) {
      if (baseVersion !== undefined && (await workingCopies.isClosed(id, baseVersion))) throw closedConflict();
      throw noWorkingCopy();
    }
    const { copy, draft: current } = found;
    const isStale = baseVersion !== undefined && baseVersion !== copy.version;
    const [base, answered] = await Promise.all([
      isStale ? workingCopies.base(copy, baseVersion) : current,
      conflictVersion === undefined ? undefined : workingCopies.base(copy, conflictVersion),
    ]);
    if (base === null && isStale && (await workingCopies.isClosed(id, baseVersion))) throw closedConflict();
    const decision = decideSave({
      copy,
      current,
      base,
      isStale,
      submission,
      confirmReplace: params.confirmReplace,
      baseElements: params.baseElements,
      choices: resolvedConflicts,
      answered,
    });
    const details = {
      mode: submission.mode,
      merged: decision.merged,
      baseVersionSent: baseVersion !== undefined,
      ...(resolvedConflicts.length > 0 ? { resolvedConflicts, conflictVersion: conflictVersion ?? null } : {}),
    };
    let saved: { copy: WorkingCopyRecord; draft: Draft } | null = found;
    if (decision.changed) saved = await write(copy, current, decision, details, call);
    else if (resolvedConflicts.length > 0) {
      // The choices are recorded also when all of them leave the working copy as it is.
      await call.audit(null, { resource: { type: 'standard', id }, details: { ...details, version: copy.version } });
    } else call.unchanged();
    return saved && present(saved, decision, found, submission, call);
  }

  return {
    async 'standards.workingCopy.save'(params, call) {
      checkChoices(params.resolvedConflicts);
      const submission = await readSubmission(params, mayUseMarkup(call), (text) => reader.parse(text, call));
      const save = (): Promise<Saved> =>
        untilWritten(() => attempt(params, submission, call), {
          async overtaken() {
            const copy = await workingCopies.find(params.id);
            return copy ? staleConflict(copy) : noWorkingCopy();
          },
        });
      return turns.take(params.id, save);
    },
  };
};

interface Found {
  copy: WorkingCopyRecord;
  draft: Draft;
}

function present(
  { copy, draft }: Found,
  { merged, changes }: Decision,
  before: Found,
  { warnings }: Submission,
  call: Call,
): Saved {
  return {
    standard_id: copy._id,
    version: copy.version,
    element_count: draft.outline.elements.length,
    field_count: draft.outline.fields.length,
    warnings,
    ...(merged
      ? {
          merged,
          mergedChanges: presentMergedChanges(before.copy, before.draft, changes),
          workingCopy: presentWorkingCopy(copy, draft, call.principal.channel === 'http'),
        }
      : {}),
  };
}

/** Keys and MCP clients; neither a browser session nor the assistant (rule 7, S22). */
const mayUseMarkup = ({ principal }: Call): boolean =>
  principal.channel === 'mcp' ||
  (principal.channel !== 'assistant' && principal.kind === 'user' && principal.credential.type === 'key');

/** @throws VALIDATION_ERROR for two choices about one clause */
function checkChoices(choices: SaveParams['resolvedConflicts'] = []): void {
  const seen = new Set<number>();
  for (const [index, { elementId }] of choices.entries()) {
    if (seen.has(elementId)) {
      throw invalid([{ path: `resolvedConflicts[${index}].elementId`, message: `Element ${elementId} is settled twice.` }]);
    }
    seen.add(elementId);
  }
}
