/** Text of the printed report: a finding with its curl command, and the summary of the run. */
import type { Finding } from './checks/finding.ts';
import { toCurl } from './fuzz-request.ts';
import type { Fuzzer, FuzzFault } from './fuzzer.ts';
import type { FuzzWorld } from './world/fuzz-world.ts';

/** A fault with the request that shows it. */
export function describeFault({ finding, request, call }: FuzzFault, world: FuzzWorld): string {
  const { credential } = world.principal(request.who);
  return `\nFINDING ${finding.key}\n  call ${call} as ${request.who}: ${finding.message}\n  ${toCurl(request, credential, world.base).slice(0, 4000)}`;
}

interface RunSummary {
  readonly fuzzer: Fuzzer;
  readonly auditFindings: readonly Finding[];
  readonly neverAccepted: readonly string[];
  readonly seconds: number;
  readonly calls: number;
  readonly table: boolean;
}

/** The summary, and with `table` a row for each endpoint: calls, accepted, refused, responses. */
export function describeRun({
  fuzzer,
  auditFindings,
  neverAccepted,
  seconds,
  calls,
  table,
}: RunSummary): string[] {
  const { coverage, faults, writes } = fuzzer;
  const keys = new Map(auditFindings.map(({ key, message }) => [key, message]));
  return [
    '',
    ...(table
      ? ['endpoint, calls, accepted (2xx, 3xx), refused (4xx), responses', ...coverage.table(), '']
      : []),
    ...[...keys].map(([key, message]) => `FINDING ${key}\n  ${message}`),
    ...[...faults.values()].map(({ finding, times }) => `${String(times).padStart(5)} × ${finding.key}`),
    `${calls} calls in ${seconds.toFixed(0)} s, ${(calls / seconds).toFixed(0)} a second; ${writes.size} writes checked in the audit trail.`,
    neverAccepted.length === 0
      ? 'Every open endpoint accepted at least one request.'
      : `Never accepted: ${neverAccepted.join(', ')}.`,
    faults.size + keys.size === 0
      ? 'Every response was as the contract says.'
      : `${faults.size + keys.size} findings.`,
  ];
}
