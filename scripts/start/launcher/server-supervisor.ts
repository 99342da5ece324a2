/**
 * Runs the embedded MongoDB of `npm start` and `npm run start:split`, and the embedded NATS server of the latter: a
 * server that dies is restarted on the same port with the same passwords. Gives up after three restarts, each within
 * a minute of the one before. Processes of services: `service-process.ts`.
 */
import { runStep } from '../../console/progress.ts';
import { type Mongod, startMongod } from '../embedded-servers/mongod.ts';
import type { NatsUser } from '../embedded-servers/nats-authorization.ts';
import { type NatsServer, startNats } from '../embedded-servers/nats-server.ts';

interface SupervisedServer {
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

interface SupervisorOptions<S> {
  /** Name of the server in messages. */
  name: string;
  /** Starts the server; `previous` is the one that died. */
  start: (previous: S | null) => Promise<S>;
  /** Called when the server cannot be restarted. */
  onLost: (error: unknown) => void;
  /** Added to the error of a server that keeps crashing. */
  advice?: string;
}

/** Restarts without a stable period in between, before the supervisor gives up. */
const MAX_RESTARTS = 3;
const STABLE_MS = 60_000;

/** Starts a server and keeps it running until it is stopped. @returns the server as first started */
async function superviseServer<S extends SupervisedServer>({
  name,
  start,
  onLost,
  advice = '',
}: SupervisorOptions<S>): Promise<{
  first: S;
  stop(): Promise<void>;
}> {
  let stopping = false;
  const first = await runStep(`Starting ${name}`, () => start(null));
  let current = first;
  const supervision = (async () => {
    for (let restarts = 0; ; restarts++) {
      const began = performance.now();
      await current.ended;
      if (stopping) return;
      if (performance.now() - began > STABLE_MS) restarts = 0;
      if (restarts >= MAX_RESTARTS) throw new Error(`${name} keeps crashing.${advice}`);
      current = await runStep(`${name} exited unexpectedly, restarting it`, () => start(current));
      if (stopping) await current.stop();
    }
  })().catch(onLost);
  const stop = async (): Promise<void> => {
    stopping = true;
    await current.stop();
    // A restart under way is over, too.
    await supervision;
  };
  return { first, stop };
}

export interface EmbeddedMongod {
  readonly uri: string;
  stop(): Promise<void>;
}

/** Clients reconnect by themselves. @param onLost called when it cannot be kept running */
export async function superviseMongod(
  dbPath: string,
  onLost: (error: unknown) => void,
): Promise<EmbeddedMongod> {
  const { first, stop } = await superviseServer<Mongod>({
    name: 'MongoDB',
    start: (previous) => startMongod({ dbPath, ...(previous ? { port: previous.port } : {}) }),
    onLost,
    advice: ` Its log: ${dbPath}/mongod.log`,
  });
  return { uri: first.uri, stop };
}

type EmbeddedNats = Pick<NatsServer, 'urlFor' | 'stop'>;

/** @param onLost called when it cannot be kept running */
export async function superviseNats(
  users: readonly NatsUser[],
  onLost: (error: unknown) => void,
): Promise<EmbeddedNats> {
  const { first, stop } = await superviseServer<NatsServer>({
    name: 'NATS',
    start: async (previous) => {
      // Removes the files of the process that has ended.
      await previous?.stop();
      return startNats({
        users,
        ...(previous ? { port: Number(new URL(previous.url).port), passwords: previous.passwords } : {}),
      });
    },
    onLost,
  });
  return { urlFor: first.urlFor, stop };
}
