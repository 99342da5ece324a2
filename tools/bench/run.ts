/**
 * `npm run dev -- bench`, or `npm run bench`: operations on a generated large standard (document D), projects of up to 1,000 datasheets, files,
 * wiki pages, a library that grows to 2,000 standards, and key authentication, in one process and split, next to
 * baselines of the same run; CPU time, commands to MongoDB and bytes of each operation, and how many nodes a load needs. Prints
 * tables and writes them to `tools/bench/results/latest.md`; it asserts no time. `npm run bench -- --split --rounds 50
 * --standards 700 --sheets 100 --files 2000 --parts files,wiki` limits it; `npm run bench -- --peer` compares with other
 * services instead.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type RunMode, startDisposableService } from '../../scripts/start/launcher/disposable-service.ts';
import { measureBaseline } from './baseline.ts';
import { describeCapacity } from './capacity.ts';
import { DatabaseCounters } from './database-use.ts';
import { generateDocumentD } from './document-d.ts';
import { FILES_PER_UPLOAD, measureFileLists } from './file-operations.ts';
import { measureLibrary } from './growing-library.ts';
import { measureKeyAuthentication } from './key-authentication.ts';
import { measureLargeFiles } from './large-files.ts';
import { ServiceMeter } from './meter.ts';
import { measureOperations } from './operations.ts';
import { comparePeers } from './peers/compare-peers.ts';
import { measureProjects } from './project-operations.ts';
import {
  describeComparisons,
  describeCosts,
  describeDatabaseUse,
  describeKeyCheck,
  describeMemory,
  describeTimes,
} from './report.ts';
import { measureWiki } from './wiki-operations.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    mode: { type: 'string' },
    peer: { type: 'boolean', default: false },
    split: { type: 'boolean', default: false },
    standards: { type: 'string', default: '2000' },
    sheets: { type: 'string', default: '1000' },
    files: { type: 'string', default: '10000' },
    parts: { type: 'string', default: 'large-files,standards,projects,files,wiki,library,keys' },
  },
});
/** Within it a process that was busy has collected its garbage (`idle-garbage-collection.ts`). */
const IDLE_MS = 22_000;
const rounds = Number(values.rounds);
const has = (part: string): boolean => values.parts.split(',').includes(part);
const { mode: only = values.split ? 'split' : undefined } = values;
const modes: RunMode[] = only === 'one process' || only === 'split' ? [only] : ['one process', 'split'];
const size = Buffer.byteLength(JSON.stringify(generateDocumentD()));
const report = [
  `Document D: ${size} bytes of JSON. ${cpus().length} cores, Node ${process.version}. Every operation but "just started" ran as often unmeasured before.`,
];
if (values.peer)
  report.push('', '## peers', '', ...(await comparePeers(rounds, (line) => console.error(`  ${line}`))));
else for (const mode of modes) report.push('', `## ${mode}`, '', ...(await measureMode(mode)));

const text = `${report.join('\n')}\n`;
const folder = new URL('./results/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('latest.md', folder), text);
console.log(text);

async function measureMode(mode: RunMode): Promise<string[]> {
  console.error(`\n${mode}: starting …`);
  const log = (line: string): void => console.error(`  ${line}`);
  const load = loadOfMachine();
  const service = await startDisposableService(mode, { UPLOAD_MAX_FILES: String(FILES_PER_UPLOAD) });
  const { base, mongodbUri } = service;
  const database = new DatabaseCounters(mongodbUri);
  try {
    const meter = new ServiceMeter(service.processes, database, log);
    await pause(IDLE_MS);
    await database.measureBackground();
    const idle = service.memoryByService();
    const tables: string[][] = [];
    if (has('large-files')) {
      const { uploads, downloads } = await measureLargeFiles(service, mode, log);
      tables.push(uploads, describeComparisons('files', downloads, ['plain node:http', 'this service']));
    }
    if (has('standards')) await measureOperations(base, rounds, meter);
    if (has('projects')) {
      const growth = await measureProjects(base, rounds, Number(values.sheets), meter);
      tables.push(describeComparisons('in a project of', growth, ['10 sheets', 'more']));
    }
    if (has('files')) await measureFileLists(base, Number(values.files), meter);
    if (has('wiki')) {
      const held = await measureWiki(base, meter);
      tables.push(describeComparisons('library copy of a wiki page', [held], ['without a hold', 'with']));
    }
    if (has('library')) {
      const small = await startDisposableService(mode);
      const { growth, sizes } = await measureLibrary(
        small.base,
        base,
        Number(values.standards),
        meter,
      ).finally(() => small.stop());
      tables.push(describeComparisons('in a library of', growth, sizes));
    }
    const baseline = await measureBaseline(mongodbUri);
    if (has('keys')) tables.push(describeKeyCheck(await measureKeyAuthentication(mode, mongodbUri, 1_000)));
    const costs = [describeCosts(meter.rows), describeDatabaseUse(meter.rows)];
    const after = service.memoryByService();
    await pause(IDLE_MS);
    costs.push(describeMemory({ idle, 'after the run': after, 'idle again': service.memoryByService() }));
    if (mode === 'split') costs.push(describeCapacity(meter.rows));
    return [
      `Load of the machine: ${load} before, ${loadOfMachine()} after.`,
      ...[describeTimes(meter.rows, baseline), ...tables, ...costs].flatMap((lines) => ['', ...lines]),
    ];
  } finally {
    await database.close();
    await service.stop();
  }
}

/** Load of the machine in the last minute, by this benchmark and by what else runs. */
function loadOfMachine(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}
