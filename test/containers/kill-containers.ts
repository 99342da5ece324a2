/**
 * `npm run dev -- kill:containers`: accounts write through Docker Compose with two containers of each service, while
 * one of them is killed with -9 again and again. Then reads back every acknowledged write. Prints figures; exits with 1
 * where a write is lost or there twice, or a bar is missed.
 *
 *   npm run dev -- kill:containers --writes 10000 --kills 100 --seconds 2   Ctrl-C ends it earlier, with the same checks
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runCountedStep, runStep } from '../../scripts/console/progress.ts';
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { ComposeDeployment } from './compose-deployment.ts';
import { unavailableTimes, unexpectedFailuresIn } from './failures.ts';
import { describeRun, Load } from './load.ts';

const WRITERS = 4;
/** A killed container may cost 503 for this long, and no request may take longer than that. */
const UNAVAILABLE_MS = 2_000;
const HANG_MS = 5_000;
/** The end of a gateway closes connections: those requests have no response at all. */
const TARGETS = SERVICE_NAMES.filter((name) => name !== 'gateway');

const { values } = parseArgs({
  options: {
    writes: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '2' },
  },
});
const [writes, kills, pauseMs] = [Number(values.writes), Number(values.kills), Number(values.seconds) * 1000];

/** Ctrl-C. A library would end the process where no other listener is left. */
const stopping = new AbortController();
process.on('SIGINT', () => stopping.abort());

const deployment = await ComposeDeployment.start();
try {
  await deployment.project.scale(Object.fromEntries(SERVICE_NAMES.map((name) => [name, 2])));
  const load = await Load.create(deployment.base, WRITERS);
  load.start();
  const killedAt = await runCountedStep(`${kills} kills`, kills, (count) => killContainers(load, count));
  await runStep(`${writes} writes`, () => waitFor(load, writes));
  await deployment.waitUntilHealthy();
  await load.stop();
  judge(load, killedAt, await runStep('Reading every write back', () => load.check()));
} finally {
  await deployment.stop();
}

/** Waits until so many writes are acknowledged, or Ctrl-C. */
async function waitFor(load: Load, acknowledged: number): Promise<void> {
  while (!stopping.signal.aborted && load.acknowledged < acknowledged) await delay(pauseMs);
}

/**
 * Kills one of two ready containers of a service each time, spread over the writes.
 * @param count is told of each kill
 * @returns when, in milliseconds since the start of the process
 */
async function killContainers(load: Load, count: () => void): Promise<number[]> {
  const times: number[] = [];
  const recovering = new Set<string>();
  const restarts: Promise<void>[] = [];
  while (!stopping.signal.aborted && times.length < kills) {
    await delay(pauseMs);
    await waitFor(load, (writes * times.length) / kills);
    const candidates = TARGETS.filter((name) => !recovering.has(name));
    const service = candidates[Math.floor(Math.random() * candidates.length)];
    if (service === undefined) continue;
    const ids = await deployment.project.containers(service);
    const id = ids[Math.floor(Math.random() * ids.length)];
    if (id === undefined) throw new Error(`no container of ${service} runs`);
    recovering.add(service);
    times.push(performance.now());
    count();
    const restart = deployment.killAndRestart(id).then(() => void recovering.delete(service));
    // The end of this function gives the error.
    restart.catch(() => undefined);
    restarts.push(restart);
  }
  await Promise.all(restarts);
  return times;
}

function judge(load: Load, killedAt: readonly number[], wrong: readonly string[]): void {
  const unexpected = unexpectedFailuresIn(load.sent);
  const unavailable = unavailableTimes(load.sent, killedAt);
  const longest = Math.max(0, ...load.sent.map(({ milliseconds }) => milliseconds));
  const late = unavailable.filter((time) => time > UNAVAILABLE_MS).length;
  for (const line of wrong) console.log(`WRONG  ${line}`);
  for (const failure of unexpected) console.log(`WRONG  ${failure}`);
  console.log(
    `${killedAt.length} kills, ${load.acknowledged} writes acknowledged, ${wrong.length === 0 ? 'all of them read back' : `${wrong.length} WRONG`}`,
  );
  console.log(describeRun(load.sent));
  console.log(
    `503 after a kill: at most ${(Math.max(0, ...unavailable) / 1000).toFixed(1)} s, ${late} times more than ${UNAVAILABLE_MS / 1000} s`,
  );
  if (wrong.length + unexpected.length + late > 0 || longest > HANG_MS) process.exitCode = 1;
}
