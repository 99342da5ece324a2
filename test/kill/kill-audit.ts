/**
 * `npm run dev -- kill:audit`: accounts write while the audit service and the services that they write to are killed
 * with -9 again and again. Then checks that every write that took effect has exactly one audit entry, every other
 * none, and that the hash chain is unbroken. Prints figures; exits with 1 on a fault.
 *
 *   npm run dev -- kill:audit --seconds 30 --people 4
 *   npm run dev -- kill:audit --retry             every POST is sent again with its key until it has a response
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { ADMINISTRATOR } from '../../scripts/start/launcher/disposable-service.ts';
import type { AuditRecord } from '../../services/audit/model.ts';
import { verifyTrail } from '../../services/audit/verification.ts';
import { eventually } from '../eventually.ts';
import { mongodb } from '../servers/mongodb.ts';
import { nats } from '../servers/nats.ts';
import { startTestServers } from '../servers/start.ts';
import { mongodbUri } from '../test-servers.ts';
import { Deployment, KILLABLE_SERVICES } from './deployment.ts';
import { createPeople, performActions, type RecordedAction } from './recorded-actions.ts';

/** Maximum time before a service is killed again. */
const LIFE_MS = 1_500;
/** Maximum time until all entries are relayed. */
const SETTLE_MS = 180_000;
/** Actions that are sent once: `isSentOnce` in recorded-actions.ts. */
const SENT_ONCE = new Set(['standards.workingCopy.save', 'projects.export']);
const RELAYING = ['identity', 'standards', 'wiki-moderation', 'projects', 'datasheets', 'files'];

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    people: { type: 'string', default: '4' },
    retry: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const servers = await startTestServers([mongodb, nats]);
Object.assign(process.env, servers.env);
const deployment = await startDeployment();
const client = await MongoClient.connect(mongodbUri());
const databases = (service: string) => client.db(`${deployment.prefix}-${service}`);
try {
  const people = await createPeople(deployment.base, ADMINISTRATOR, Number(values.people));
  const acts: RecordedAction[] = [];
  const end = performance.now() + seconds * 1000;
  const isOver = (): boolean => performance.now() > end;
  const owners = KILLABLE_SERVICES.filter((name) => name !== 'audit');
  await Promise.all([
    ...people.map((person) => performActions(person, acts, isOver, values.retry)),
    kill(['audit'], isOver),
    kill(owners, isOver),
  ]);
  await deployment.waitUntilHealthy();
  const settled = await untilSettled();
  await judge(acts, settled);
} finally {
  await client.close();
  await deployment.stop();
  await servers.stop();
}

/** Starts the deployment; stops the servers where that fails. */
async function startDeployment(): Promise<Deployment> {
  try {
    return await Deployment.start();
  } catch (error) {
    await servers.stop();
    throw error;
  }
}

/** Kills these one after the other, again and again. */
async function kill(names: readonly string[], isOver: () => boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    await delay(Math.random() * LIFE_MS);
    const name = names[turn % names.length];
    if (name) await deployment.killAndRestart(name);
  }
}

/** Waits until outboxes and pending changes are empty. @returns milliseconds */
async function untilSettled(): Promise<number> {
  const began = performance.now();
  const settled = async (): Promise<void> => {
    const outboxes = await Promise.all(
      RELAYING.map((service) => databases(service).collection('outbox').countDocuments()),
    );
    const waiting = outboxes.reduce((sum, count) => sum + count, 0);
    // Changes in two steps are recovered after a minute, by a run each minute.
    const pending = await databases('datasheets').collection('pending_draft_moves').countDocuments();
    if (waiting + pending > 0)
      throw new Error(`${waiting} audit entries wait in outboxes, ${pending} changes are staged`);
  };
  await eventually(settled, { within: SETTLE_MS, every: 200 });
  return performance.now() - began;
}

async function judge(acts: RecordedAction[], settledMs: number): Promise<void> {
  const entries = await databases('audit').collection<AuditRecord>('entries').find().toArray();
  const byRequest = Map.groupBy(entries, ({ request_id }) => request_id);
  const wrong: string[] = [];
  let effects = 0;
  for (const { action, requestId, acknowledged, waiting, hadEffect } of acts) {
    const count = (byRequest.get(requestId) ?? []).filter((entry) => entry.action === action).length;
    const effect = hadEffect ? await hadEffect(databases) : null;
    if (effect ?? count > 0) effects += 1;
    if (values.retry && !acknowledged && !waiting && !SENT_ONCE.has(action))
      wrong.push(`${action} has no response, however often it was sent (${requestId})`);
    if (acknowledged && effect === false)
      wrong.push(`${action} was acknowledged and is not there (${requestId})`);
    const due = effect ?? (acknowledged ? true : count > 0);
    if (count !== (due ? 1 : 0))
      wrong.push(
        `${action} has ${count} entries, ${due ? 'took effect' : 'did not take effect'} (${requestId})`,
      );
  }
  const events = new Set(entries.map(({ event_id }) => event_id)).size;
  if (events !== entries.length) wrong.push(`${entries.length - events} entries are there twice`);
  const { head } = await verifyTrail(client.db(`${deployment.prefix}-audit`));
  for (const line of wrong) console.log(`WRONG  ${line}`);
  const acknowledged = acts.filter((one) => one.acknowledged).length;
  const waiting = acts.filter((one) => !one.acknowledged && one.waiting).length;
  console.log(
    [
      `${deployment.kills} kills in ${seconds} s; ${acts.length} acts, ${acknowledged} acknowledged, ${effects} took effect${waiting > 0 ? `, ${waiting} may still end` : ''}`,
      `settled ${(settledMs / 1000).toFixed(1)} s after the last kill; ${entries.length} audit entries, chain unbroken to ${head.seq}`,
      wrong.length === 0
        ? 'exactly one entry for every act that took effect, none for the others'
        : `${wrong.length} WRONG`,
    ].join('\n'),
  );
  if (wrong.length > 0) process.exitCode = 1;
}
