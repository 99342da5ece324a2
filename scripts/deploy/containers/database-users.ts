/**
 * The users of MongoDB in a deployment in containers (Compose, Kubernetes), with their roles. Each service has access
 * only to its own database.
 */
import { clientsOf } from '../../../shared/kernel/node/servers-of-services.ts';

export const MONGODB_PORT = 27017;

interface DatabaseUser {
  readonly name: string;
  /** The roles for a prefix of the databases' names. */
  roles(databasePrefix: string): Array<{ role: string; db: string }>;
}

const ownDatabases = (prefix: string, services: readonly string[]): Array<{ role: string; db: string }> =>
  services.map((service) => ({ role: 'readWrite', db: `${prefix}-${service}` }));

/** A user for each service with a database, one for a container with all of them, and one for the commands of an operator. */
export const DATABASE_USERS: readonly DatabaseUser[] = [
  ...clientsOf('mongodb').map((name) => ({
    name,
    roles: (prefix: string) => ownDatabases(prefix, [name]),
  })),
  { name: 'single', roles: (prefix) => ownDatabases(prefix, clientsOf('mongodb')) },
  { name: 'tools', roles: () => [{ role: 'root', db: 'admin' }] },
];

/** Users that earlier versions created and nobody uses; `single` on Kubernetes. */
export const FORMER_DATABASE_USERS: readonly string[] = ['gateway', 'single'];
