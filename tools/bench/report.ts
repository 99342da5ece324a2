/** The tables of the report of `run.ts`, in markdown: times next to their bars, costs, comparisons, memory. */
import type { Baseline } from './baseline.ts';
import type { ComparisonRow } from './comparison.ts';
import type { DatabaseUse } from './database-use.ts';
import type { Percentiles } from './http-measurement.ts';
import type { KeyAuthenticationTimes } from './key-authentication.ts';
import type { OperationRow } from './meter.ts';

/** A table in markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${'---|'.repeat(head.length)}`,
  ...rows.map((cells) => `| ${cells.join(' | ')} |`),
];

const ms = (value: number): string => value.toFixed(2);

/** The times of the operations, next to the baseline of the same run and their bars. */
export function describeTimes(rows: readonly OperationRow[], baseline: Baseline): string[] {
  const cells = ({ operation, times, perSecond, target }: OperationRow): string[] => {
    const isRead = /^(read|list|search|download)/.test(operation);
    const base = isRead ? baseline.read.p50 : baseline.insert.p50;
    const share =
      perSecond !== undefined && isRead
        ? `${(perSecond / baseline.readsPerSecond).toFixed(2)} of the baseline`
        : '';
    return [
      operation,
      ms(times.p50),
      ms(times.p99),
      `${(times.p50 / base).toFixed(1)} × ${isRead ? 'read' : 'insert'}`,
      perSecond === undefined ? '' : String(Math.round(perSecond)),
      share,
      target ?? '',
    ];
  };
  const { read, insert, readsPerSecond } = baseline;
  return table(
    ['operation', 'p50 ms', 'p99 ms', 'ratio to the baseline', 'per second at 8', '', 'target'],
    [
      [
        'baseline: node:http, prepared bytes',
        ms(read.p50),
        ms(read.p99),
        '1',
        String(Math.round(readsPerSecond)),
        '',
        '',
      ],
      ['baseline: driver insert, majority', ms(insert.p50), ms(insert.p99), '1', '', '', ''],
      ...rows.map(cells),
    ],
  );
}

/** What an operation costs: CPU time of each process, and bytes over HTTP. */
export function describeCosts(rows: readonly OperationRow[]): string[] {
  const costly = rows.flatMap(({ operation, cost }) => (cost ? [{ operation, ...cost }] : []));
  const names = [...new Set(costly.flatMap(({ cpuMs }) => [...cpuMs.keys()]))].filter((name) =>
    costly.some(({ cpuMs }) => (cpuMs.get(name) ?? 0) > 0),
  );
  return table(
    ['CPU milliseconds of an operation', ...names, 'together', 'bytes sent', 'bytes received'],
    costly.map(({ operation, cpuMs, bytes }) => [
      operation,
      ...names.map((name) => (cpuMs.get(name) ?? 0).toFixed(1)),
      [...cpuMs.values()].reduce((sum, value) => sum + value, 0).toFixed(1),
      Math.round(bytes.sent).toLocaleString('en'),
      Math.round(bytes.received).toLocaleString('en'),
    ]),
  );
}

/** What an operation asks of MongoDB: commands, commits, reads and writes of each service, and bytes. */
export function describeDatabaseUse(rows: readonly OperationRow[]): string[] {
  const counted = rows.flatMap(({ operation, cost }) => (cost ? [{ operation, use: cost.database }] : []));
  const byService = (use: DatabaseUse, kind: 'reads' | 'writes'): string =>
    [...use]
      .filter(([name, count]) => name.endsWith(` ${kind}`) && count >= 0.05)
      .map(([name, count]) => `${name.slice(0, -kind.length - 1)} ${count.toFixed(1)}`)
      .join(', ');
  const bytes = (use: DatabaseUse, name: string): string =>
    Math.round(use.get(name) ?? 0).toLocaleString('en');
  return table(
    ['MongoDB for an operation', 'commands', 'commits', 'reads', 'writes', 'bytes to it', 'bytes from it'],
    counted.map(({ operation, use }) => [
      operation,
      (use.get('commands') ?? 0).toFixed(1),
      (use.get('commits') ?? 0).toFixed(1),
      byService(use, 'reads'),
      byService(use, 'writes'),
      bytes(use, 'sent'),
      bytes(use, 'received'),
    ]),
  );
}

/** Comparisons in turn, each next to its bar. @param titles of both sides */
export function describeComparisons(
  subject: string,
  rows: readonly ComparisonRow[],
  titles: readonly [string, string],
): string[] {
  const times = ({ p50, p99 }: Percentiles): string => `${p50.toFixed(2)} (${p99.toFixed(1)})`;
  return table(
    [`${subject}: p50 (p99) ms`, ...titles, 'ratio', 'target', ''],
    rows.map(({ operation, first, second, maxRatio }) => {
      const ratio = second.p50 / first.p50;
      return [
        operation,
        times(first),
        times(second),
        ratio.toFixed(2),
        `≤ ${maxRatio}`,
        ratio > maxRatio ? 'over' : '',
      ];
    }),
  );
}

/** Megabytes of each process of the service at some moments. */
export function describeMemory(moments: Readonly<Record<string, ReadonlyMap<string, number>>>): string[] {
  const names = [...new Set(Object.values(moments).flatMap((memory) => [...memory.keys()]))];
  return table(
    ['memory in MB', ...names, 'together (targets in one process: 180 idle, 450 after the run)'],
    Object.entries(moments).map(([moment, memory]) => [
      moment,
      ...names.map((name) => String(memory.get(name) ?? '')),
      String([...memory.values()].reduce((sum, size) => sum + size, 0)),
    ]),
  );
}

/** The check of a key by the gateway. */
export function describeKeyCheck({ warm, cold, hash, find }: KeyAuthenticationTimes): string[] {
  const cells = (name: string, { p50, p99 }: Percentiles, ratio: string, target = ''): string[] => [
    name,
    p50.toFixed(4),
    p99.toFixed(4),
    ratio,
    target,
  ];
  const toHash = `${(warm.p50 / hash.p50).toFixed(1)} × SHA-256`;
  const toFind = `${(cold.p50 / find.p50).toFixed(1)} × findOne`;
  return table(
    ['key authentication', 'p50 ms', 'p99 ms', 'ratio to the baseline', 'target'],
    [
      cells('baseline: SHA-256 of a key', hash, '1'),
      cells('baseline: driver findOne by a unique index', find, '1'),
      cells('warm: in the cache of the gateway', warm, toHash, '≤ 0.1 ms'),
      cells('cold: resolved by identity', cold, toFind, '≤ 1 ms'),
    ],
  );
}
