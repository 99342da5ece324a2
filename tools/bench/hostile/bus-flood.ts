/**
 * `npm run dev -- bus-flood [--packets 1000] [--only REQB,silent]`: sends malformed and oversized packets of every kind to a
 * split deployment as the NATS user `tools`, then expensive ones, then subscribes without reading, while others call it
 * over HTTP and on the bus. Prints, for each kind of packet, how much the
 * memory of a process grew at most and how long another caller waited at most; exits with 1 above 64 MB (128 MB by
 * messages of megabytes, 512 MB of the NATS server) or 1 s, or when a call of another caller failed.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { startDisposableService } from '../../../scripts/start/launcher/disposable-service.ts';
import { BusClient } from '../../../shared/bus-client/index.ts';
import { CHANNELS } from '../../../test/bus-flood/hostile-packets.ts';
import { populateWorld } from '../../world/population.ts';
import { FLOODS } from './bus-flood-kinds.ts';
import type { FloodOrder } from './bus-flood-sender.ts';

const MAX_GROWTH_MB = 64;
/** Bar for valid requests of megabytes, of which some are worked on while others wait. */
const MAX_GROWTH_BY_LARGE_MB = 128;
/** What 32 MB for each of a program's eight connections come to, with what is not collected yet. */
const MAX_GROWTH_OF_NATS_MB = 512;
const NATS = 'nats-server';
const MAX_WAIT_MS = 1_000;
/** Others call before the flood too, so that the processes have the memory of their usual work. */
const WARM_UP_MS = 20_000;
/** What was received last is still being worked on. */
const SETTLE_MS = 2_000;

/** Processes that want the processor: on a busy machine others wait without any flood too. */
const load = (): string => `load ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} processors`;

const { values } = parseArgs({
  options: { packets: { type: 'string', default: '1000' }, only: { type: 'string' } },
});
const packetsPerKind = Number(values.packets);
const channels = values.only?.split(',') ?? [...CHANNELS, ...FLOODS.keys()];

const service = await startDisposableService('split', { BUS_PROGRAMS: 'reports' });
try {
  const { ada } = await populateWorld(service.base);
  const urlOf = (user: string): string =>
    readFileSync(join(service.dataDir, `nats-${user}-url`), 'utf8').trim();
  const program = await BusClient.connect({ url: urlOf('reports'), key: ada.secret });
  const { standardId: id, projectId } = ada;
  const headers = { authorization: `Bearer ${ada.secret}` };
  const overHttp = async (path: string): Promise<void> => {
    const response = await fetch(`${service.base}${path}`, { headers });
    await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  };
  const calls = [
    () => overHttp(`/api/standards/${id}`),
    () => overHttp('/api/projects'),
    () => overHttp('/api/whoami'),
    () => program.call('standards.get', { id }),
    () => program.call('projects.details', { id: projectId }),
  ];

  /** What other callers and processes noticed since the last reading. */
  const noticed = {
    longestMs: 0,
    calls: 0,
    failures: new Map<string, number>(),
    peaks: new Map<string, number>(),
  };
  let isOver = false;
  const callers = calls.map(async (call) => {
    while (!isOver) {
      const began = performance.now();
      try {
        await call();
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        noticed.failures.set(message, (noticed.failures.get(message) ?? 0) + 1);
      }
      noticed.calls += 1;
      noticed.longestMs = Math.max(noticed.longestMs, performance.now() - began);
      await pause(20);
    }
  });
  const memory = (): [name: string, megabytes: number][] =>
    service
      .processes()
      .flatMap(({ name, isNodeProcess, kilobytes }) =>
        isNodeProcess || name === NATS ? [[name, Math.round(kilobytes / 1024)]] : [],
      );
  const watch = setInterval(() => {
    for (const [name, megabytes] of memory())
      noticed.peaks.set(name, Math.max(noticed.peaks.get(name) ?? 0, megabytes));
  }, 250);

  const read = (
    before: ReadonlyMap<string, number>,
    limit = MAX_GROWTH_MB,
  ): { growth: number; line: string; isBad: boolean } => {
    const grown = [...noticed.peaks].map(
      ([name, peak]) => [name, peak - (before.get(name) ?? peak)] as const,
    );
    const [most = '', growth = 0] =
      grown.filter(([name]) => name !== NATS).toSorted(([, a], [, b]) => b - a)[0] ?? [];
    const ofNats = grown.find(([name]) => name === NATS)?.[1] ?? 0;
    const failures = [...noticed.failures].map(([message, count]) => `${count} × ${message}`).join('; ');
    const line = `${String(growth).padStart(4)} MB (${most}), NATS ${ofNats} MB, ${Math.round(noticed.longestMs)} ms of ${noticed.calls} calls${failures && `, FAILED: ${failures}`}`;
    const isBad =
      growth > limit ||
      ofNats > MAX_GROWTH_OF_NATS_MB ||
      noticed.longestMs > MAX_WAIT_MS ||
      noticed.failures.size > 0;
    noticed.longestMs = 0;
    noticed.calls = 0;
    noticed.failures.clear();
    noticed.peaks.clear();
    return { growth, line, isBad };
  };

  const workerData: FloodOrder = { url: urlOf('tools'), packetsPerKind };
  const attacker = new Worker(new URL('bus-flood-sender.ts', import.meta.url), { workerData });
  await once(attacker, 'message');
  await pause(WARM_UP_MS);
  read(new Map());
  await pause(WARM_UP_MS);
  // The peak of usual work, from which growth counts for the whole flood.
  const before = new Map(noticed.peaks);
  console.log(`before  ${[...before].map(([name, megabytes]) => `${name} ${megabytes}`).join(', ')} MB`);
  console.log(`usual   ${read(before).line}; ${load()}`);
  for (const channel of channels) {
    const began = performance.now();
    attacker.postMessage(channel);
    await once(attacker, 'message');
    await pause(SETTLE_MS);
    const { line, isBad } = read(before, FLOODS.has(channel) ? MAX_GROWTH_BY_LARGE_MB : MAX_GROWTH_MB);
    if (isBad) process.exitCode = 1;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
      `${channel.padEnd(13)} ${packetsPerKind} in ${seconds} s: ${line}; ${load()}${isBad ? '  ABOVE THE LIMIT' : ''}`,
    );
  }
  await attacker.terminate();
  await pause(5_000);
  console.log(
    `afterwards ${memory()
      .map(([name, megabytes]) => `${name} ${megabytes}`)
      .join(', ')} MB; ${read(before).line}; ${load()}`,
  );
  isOver = true;
  clearInterval(watch);
  await Promise.all(callers);
  await program.close();
} finally {
  await service.stop();
}
