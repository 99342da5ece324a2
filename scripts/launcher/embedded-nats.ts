import type { NatsUser } from '../embedded-servers/nats-authorization.ts';
import { type NatsServer, startNats } from '../embedded-servers/nats-server.ts';
import { superviseServer } from './server-supervisor.ts';

export type EmbeddedNats = Pick<NatsServer, 'urlFor' | 'stop'>;

/**
 * Starts a NATS server and starts it again when it dies, at the same address with the same passwords.
 * @param onLost called when it cannot be kept running
 */
export async function superviseNats(users: readonly NatsUser[], onLost: (error: unknown) => void): Promise<EmbeddedNats> {
  const { first, stop } = await superviseServer<NatsServer>({
    name: 'NATS',
    start: async (before) => {
      // It has ended; this removes what it left.
      await before?.stop();
      return startNats({ users, ...(before ? { port: Number(new URL(before.url).port), passwords: before.passwords } : {}) });
    },
    onLost,
  });
  return { urlFor: first.urlFor, stop };
}
