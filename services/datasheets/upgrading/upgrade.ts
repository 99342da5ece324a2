/** The next revision of one datasheet bound to another standard revision; shared by the single and the batch upgrade. */
import type { Person } from '../../../shared/kernel/call.ts';
import type { Pointer } from '../access.ts';
import type { Definition } from '../definitions.ts';
import type { DatasheetSeverity } from '../model.ts';
import { newRevision } from '../records/new-revision.ts';
import type { FieldState } from '../records/recorded-values.ts';
import type { Revision } from '../records/repository.ts';
import type { Move } from '../staging/saves.ts';
import type { PlannedUpgrade } from './rules.ts';
import type { StandardRevision } from './target.ts';

const SEVERITY_OF = { major: 'MAJOR', minor: 'MINOR', patch: 'PATCH' } as const;

export interface UpgradeMove {
  id: number;
  head: Revision;
  pointer: Pointer;
  to: Definition;
  target: StandardRevision;
  planned: PlannedUpgrade & { states: Map<number, FieldState> };
  severity: DatasheetSeverity | undefined;
  summary: string | undefined;
  by: Person;
  at: Date;
}

/** Severity inherits from the target revision, the summary names it, unless the caller says otherwise. */
export function upgradeMove({ id, head, pointer, to, target, planned, severity, summary, by, at }: UpgradeMove): Move {
  const revision = newRevision({
    id,
    datasheet_id: head.datasheet_id,
    previous: head,
    name: pointer.name,
    scope: head.scope,
    standard: { id: head.standard_id, revision_id: to.revision_id, revision_code: to.code },
    severity: severity ?? SEVERITY_OF[target.severity],
    summary: summary || `Upgrade to ${target.code}`,
    states: planned.states,
    by,
    at,
  });
  return { revision, action: 'upgraded', count: planned.count };
}
