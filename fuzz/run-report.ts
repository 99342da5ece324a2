/** The printed report of a run. */
import type { Finding } from './checks/finding.ts';
import { toCurl } from './fuzz-request.ts';
import type { Fuzzer, FuzzFault } from './fuzzer.ts';
import type { FuzzWorld } from './world/fuzz-world.ts';

/** A fault with the request that shows it. */
export function describeFault({ finding, draft, call }: FuzzFault, site: FuzzWorld): string {
  const { credential } = site.principal(draft.who);
  return `\nFINDING ${finding.key}\n  call ${call} as ${draft.who}: ${finding.what}\n  ${toCurl(draft, credential, site.base).slice(0, 4000)}`;
}

interface RunSummary {
  readonly fuzzer: Fuzzer;
  readonly trail: readonly Finding[];
  readonly never: readonly string[];
  readonly seconds: number;
  readonly calls: number;
  readonly table: boolean;
}

/** The summary, and with `table` a row for each endpoint: calls, taken, refused, answers. */
export function describeRun({ fuzzer, trail, never, seconds, calls, table }: RunSummary): string[] {
  const { coverage, faults, writes } = fuzzer;
  const keys = new Map(trail.map(({ key, what }) => [key, what]));
  return [
    '',
    ...(table ? ['endpoint, calls, taken (2xx, 3xx), refused (4xx), answers', ...coverage.table(), ''] : []),
    ...[...keys].map(([key, what]) => `FINDING ${key}\n  ${what}`),
    ...[...faults.values()].map(({ finding, times }) => `${String(times).padStart(5)} × ${finding.key}`),
    `${calls} calls in ${seconds.toFixed(0)} s, ${(calls / seconds).toFixed(0)} a second; ${writes.size} writes judged by the audit trail.`,
    never.length === 0
      ? 'Every open endpoint was let through at least once.'
      : `Never let through: ${never.join(', ')}.`,
    faults.size + keys.size === 0
      ? 'Every response was as the contract says.'
      : `${faults.size + keys.size} findings.`,
  ];
}
