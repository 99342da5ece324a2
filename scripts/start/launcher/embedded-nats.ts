/**
 * Embedded NATS server of `npm run start:split`, which is restarted on the same port with the same
 * passwords when it dies.
 */
import type { NatsUser } from '../embedded-servers/nats-authorization.ts';
import { type NatsServer, startNats } from '../embedded-servers/nats-server.ts';
import { superviseServer } from './server-supervisor.ts';

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
