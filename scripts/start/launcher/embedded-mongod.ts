/**
 * Embedded mongod of `npm start` and `npm run start:split`, which is restarted on the same port when it
 * dies.
 */
import { type Mongod, startMongod } from '../embedded-servers/mongod.ts';
import { superviseServer } from './server-supervisor.ts';

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
    start: (previous) =>
      startMongod({ dbPath, ...(previous ? { port: Number(new URL(previous.uri).port) } : {}) }),
    onLost,
    advice: ` Its log: ${dbPath}/mongod.log`,
  });
  return { uri: first.uri, stop };
}
