/**
 * Builds the successor revision of an upgraded datasheet from what `datasheet-upgrade.ts` planned; severity and summary
 * follow the target unless the caller sent them. For the upgrade of one datasheet and of several together.
 */
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import type { DatasheetPointer } from '../access.ts';
import type { StandardDefinition } from '../definition-cache.ts';
import type { DatasheetSeverity } from '../model.ts';
import { newDatasheetRevision, successorOf } from '../records/new-revision.ts';
import type { FieldState } from '../records/recorded-values.ts';
import type { DatasheetRevision } from '../records/repository.ts';
import type { RevisionMove } from '../saving/datasheet-saver.ts';
import type { ResolvedUpgrade } from './datasheet-upgrade.ts';
import type { TargetRevision } from './target.ts';

const SEVERITY_OF = { major: 'MAJOR', minor: 'MINOR', patch: 'PATCH' } as const;

interface UpgradeMoveInput {
  id: number;
  head: DatasheetRevision;
  pointer: DatasheetPointer;
  to: StandardDefinition;
  target: TargetRevision;
  planned: ResolvedUpgrade & { states: Map<number, FieldState> };
  severity: DatasheetSeverity | undefined;
  summary: string | undefined;
  by: Person;
  at: Date;
}

/**
 * Builds the upgraded revision. Severity and summary follow the target revision unless the caller sent them.
 */
export function newUpgradeMove({ head, to, target, planned, ...move }: UpgradeMoveInput): RevisionMove {
  const revision = newDatasheetRevision({
    id: move.id,
    ...successorOf(head, move.pointer.name),
    standard: { id: head.standard_id, revision_id: to.revision_id, revision_code: to.code },
    severity: move.severity ?? SEVERITY_OF[target.severity],
    summary: move.summary || `Upgrade to ${target.code}`,
    states: planned.states,
    fields: to.fields,
    by: move.by,
    at: move.at,
  });
  return { revision, action: 'upgraded', count: planned.count };
}
