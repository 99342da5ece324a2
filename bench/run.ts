/**
 * `npm run dev -- bench`: operations on document D, projects of up to 1,000 datasheets, growth to a library of
 * 2,000 standards, and key authentication, in one process and split, against a baseline of the same run. Prints
 * tables and writes them to `bench/results/latest.md`. `npm run dev -- bench --rounds 50 --mode "one process"
 * --standards 700` limits it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type RunMode, startDisposableService } from '../scripts/launcher/disposable-service.ts';
import { type Baseline, measureBaseline } from './baseline.ts';
import { generateDocumentD } from './document-d.ts';
import type { Percentiles } from './http-measurement.ts';
import { type KeyAuthenticationTimes, measureKeyAuthentication } from './key-authentication.ts';
import { type GrowthRow, measureLibrary } from './library.ts';
import { measureOperations, type OperationRow } from './operations.ts';
import { measureProjects } from './project-operations.ts';

/** The targets of hardening A5: milliseconds, and requests per second. */
const TARGETS: Readonly<Record<string, string>> = {
  'create D': '≤ 20 ms',
  'save (full replace)': '≤ 15 ms',
  'stale save, merged per clause': '≤ the save of the same rounds + 3 ms',
  publish: '≤ 25 ms',
  'read sealed': '≤ 1 ms, ≥ 1,600/s (split 1,200/s)',
  'read sealed, If-None-Match': '≥ 3,000/s',
  'list 50': '≤ 2.5 ms, ≥ 1,200/s',
  'export 20 sheets': '≤ 60 ms',
  'revise datasheet': '≤ 15 ms',
  'search, a few words': 'p50 ≤ 5 ms, p99 ≤ 30 ms',
  'search, a paragraph': 'p50 ≤ 5 ms, p99 ≤ 30 ms',
  'publish until found': '≤ 1 s',
};

/** The bar: an operation costs at most so many times as much in the large library, or with more datasheets. */
const MAX_GROWTH = 2;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    mode: { type: 'string' },
    standards: { type: 'string', default: '2000' },
  },
});
const modes: RunMode[] =
  values.mode === 'one process' || values.mode === 'split' ? [values.mode] : ['one process', 'split'];
const size = Buffer.byteLength(JSON.stringify(generateDocumentD()));
const report: string[] = [
  `Document D: ${size} bytes of JSON. ${cpus().length} cores, Node ${process.version}. Every operation but "just started" ran as often unmeasured before.`,
];

for (const mode of modes) {
  console.error(`\n${mode}: starting …`);
  const service = await startDisposableService(mode);
  try {
    // Idle memory is measured after start-up work has finished.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const idle = service.memory();
    const { rows, sealedBytes } = await measureOperations(service.base, Number(values.rounds), (line) =>
      console.error(`  ${line}`),
    );
    const log = (line: string): void => console.error(`  ${line}`);
    const projects = await measureProjects(service.base, Number(values.rounds), log);
    rows.push(...projects.rows);
    const small = await startDisposableService(mode);
    const { growth, search, sizes } = await measureLibrary(
      small.base,
      service.base,
      Number(values.standards),
      log,
    ).finally(() => small.stop());
    rows.push(...search);
    const baseline = await measureBaseline(sealedBytes, service.mongodbUri);
    report.push('', ...describe(mode, rows, baseline, { idle, after: service.memory() }));
    report.push('', ...describeGrowth('in a library of', growth, sizes));
    report.push('', ...describeGrowth('in a project of', projects.growth, ['10 sheets', 'more']));
    report.push('', ...describeKeyCheck(await measureKeyAuthentication(mode, service.mongodbUri, 1_000)));
  } finally {
    await service.stop();
  }
}

const text = `${report.join('\n')}\n`;
const folder = new URL('./results/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('latest.md', folder), text);
console.log(text);

function describe(
  mode: RunMode,
  rows: OperationRow[],
  baseline: Baseline,
  memory: { idle: number; after: number },
): string[] {
  const ms = (value: number): string => value.toFixed(2);
  const line = ({ operation, times, perSecond }: OperationRow): string => {
    const reading = /^(read|list|search)/.test(operation);
    const base = reading ? baseline.read.p50 : baseline.insert.p50;
    const rate = perSecond === null ? '' : String(Math.round(perSecond));
    const share =
      perSecond !== null && reading
        ? `${(perSecond / baseline.readsPerSecond).toFixed(2)} of the baseline`
        : '';
    return `| ${operation} | ${ms(times.p50)} | ${ms(times.p99)} | ${(times.p50 / base).toFixed(1)} × ${reading ? 'read' : 'insert'} | ${rate} | ${share} | ${TARGETS[operation] ?? ''} |`;
  };
  return [
    `## ${mode}`,
    '',
    '| operation | p50 ms | p99 ms | ratio to the baseline | per second at 8 | | target |',
    '|---|---|---|---|---|---|---|',
    `| baseline: node:http, prepared bytes | ${ms(baseline.read.p50)} | ${ms(baseline.read.p99)} | 1 | ${Math.round(baseline.readsPerSecond)} | | |`,
    `| baseline: driver insert, majority | ${ms(baseline.insert.p50)} | ${ms(baseline.insert.p99)} | 1 | | | |`,
    ...rows.map(line),
    '',
    `Memory of the Node processes: ${memory.idle} MB idle, ${memory.after} MB after the run (target: 350 MB idle in one process).`,
  ];
}

function describeGrowth(
  place: string,
  growth: readonly GrowthRow[],
  sizes: readonly [string, string],
): string[] {
  const ms = ({ p50, p99 }: Percentiles): string => `${p50.toFixed(2)} (${p99.toFixed(1)})`;
  const line = ({ operation, small, large }: GrowthRow): string => {
    const ratio = large.p50 / small.p50;
    return `| ${operation} | ${ms(small)} | ${ms(large)} | ${ratio.toFixed(2)} | ${ratio > MAX_GROWTH ? 'over' : ''} |`;
  };
  return [
    `| ${place}: p50 (p99) ms | ${sizes.join(' | ')} | ratio (target: ≤ ${MAX_GROWTH}) | |`,
    '|---|---|---|---|---|',
    ...growth.map(line),
  ];
}

function describeKeyCheck({ warm, cold, hash, find }: KeyAuthenticationTimes): string[] {
  const line = (name: string, { p50, p99 }: Percentiles, ratio: string, target: string): string =>
    `| ${name} | ${p50.toFixed(4)} | ${p99.toFixed(4)} | ${ratio} | ${target} |`;
  return [
    '| key authentication | p50 ms | p99 ms | ratio to the baseline | target |',
    '|---|---|---|---|---|',
    line('baseline: SHA-256 of a key', hash, '1', ''),
    line('baseline: driver findOne by a unique index', find, '1', ''),
    line(
      'warm: in the cache of the gateway',
      warm,
      `${(warm.p50 / hash.p50).toFixed(1)} × SHA-256`,
      '≤ 0.1 ms',
    ),
    line('cold: resolved by identity', cold, `${(cold.p50 / find.p50).toFixed(1)} × findOne`, '≤ 1 ms'),
  ];
}
