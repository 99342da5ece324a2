/** The client of the service with the key of the user. */
import { RestClient } from '../../shared/rest-client/client.ts';
import { findAccess } from './credentials.ts';
import type { Terminal } from './terminal.ts';

/**
 * @param server the service of a clone; null: the one of the user
 * @throws SpecError without a key for it
 */
export function connect({ env }: Terminal, server: string | null): RestClient {
  const access = findAccess(env, server);
  return new RestClient(access.server, { key: access.key });
}
