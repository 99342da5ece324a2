/** Opens the client of a service with the stored key of the user, for the commands that are not offline. */
import { SpecificationClient } from '../../shared/rest-client/specification-client.ts';
import { findAccess } from './credentials.ts';
import type { Terminal } from './terminal.ts';

/** Short, because somebody waits at the terminal. */
const RETRY_FOR_MS = 5_000;

/**
 * @param server the service of a clone; null: the one of the user
 * @throws SpecError without a key for it
 */
export function connect({ env }: Terminal, server: string | null): SpecificationClient {
  const access = findAccess(env, server);
  return new SpecificationClient(access.server, { key: access.key }, { retryForMs: RETRY_FOR_MS });
}
