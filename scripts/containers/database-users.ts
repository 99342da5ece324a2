/**
 * The users of MongoDB in a deployment in containers (Compose, Kubernetes), with their roles. Each service has access
 * only to its own database.
 */
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { clientsOf } from '../../shared/kernel/node/servers-of-services.ts';

export const MONGODB_PORT = 27017;

interface DatabaseUser {
  readonly name: string;
  /** The roles for a prefix of the databases' names. */
  roles(databasePrefix: string): Array<{ role: string; db: string }>;
}

const ownDatabases = (prefix: string, services: readonly string[]): Array<{ role: string; db: string }> =>
  services.map((service) => ({ role: 'readWrite', db: `${prefix}-${service}` }));

/** A user for each service, one for a container with all of them, and one for the commands of an operator. */
export const DATABASE_USERS: readonly DatabaseUser[] = [
  ...SERVICE_NAMES.map((name) => ({
    name,
    roles: (prefix: string) => ownDatabases(prefix, clientsOf('mongodb').includes(name) ? [name] : []),
  })),
  { name: 'single', roles: (prefix) => ownDatabases(prefix, clientsOf('mongodb')) },
  { name: 'tools', roles: () => [{ role: 'root', db: 'admin' }] },
];
