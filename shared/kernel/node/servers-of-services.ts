/**
 * Table of the servers (MongoDB, NATS, Redis, S3, mail, search) that each service connects to. Deployments give a service the
 * addresses and secrets of these, and let it reach no others.
 */
import { SERVICE_NAMES, type ServiceName } from '../../contracts/services.ts';
import type { BackingServerName } from './backing-servers.ts';

export type ServerName = BackingServerName | 'smtp' | 'search';

const SERVERS: Readonly<Record<ServiceName, readonly ServerName[]>> = {
  gateway: ['nats', 'redis', 's3'],
  identity: ['mongodb', 'nats', 'smtp'],
  standards: ['mongodb', 'nats', 'search'],
  'wiki-moderation': ['mongodb', 'nats', 'search'],
  projects: ['mongodb', 'nats'],
  datasheets: ['mongodb', 'nats'],
  files: ['mongodb', 'nats', 's3'],
  audit: ['mongodb', 'nats'],
};

/** The servers of a service. */
export const serversOf = (service: ServiceName): readonly ServerName[] => SERVERS[service];

/** The services that are clients of a server; those of `mongodb` own a database. */
export const clientsOf = (server: ServerName): ServiceName[] =>
  SERVICE_NAMES.filter((service) => SERVERS[service].includes(server));

/** Whether a node is a client of a server. @param services those of the node; null: all */
export const isNodeClientOf = (server: ServerName, services: readonly ServiceName[] | null): boolean =>
  clientsOf(server).some((name) => services === null || services.includes(name));
