/**
 * Reduces the description that another node sends of itself to the names of its services, actions and events. The
 * rest would be kept in memory for as long as the node is known.
 */
import { isPrototypeKey } from '../json/json-scan.ts';
import { InvalidPacket } from './invalid-packet.ts';

type Members = Readonly<Record<string, unknown>>;

/** More than all services together have. */
const MAX_SERVICES = 32;
const MAX_NAMES = 1_000;
const MAX_NAME_LENGTH = 200;

/** @throws InvalidPacket also for a program, which is no node of the deployment */
export function cleanNodeInfo(sent: Members): Record<string, unknown> {
  const { deployment } = Object(sent.metadata);
  // Every node of ours tells it.
  if (typeof deployment !== 'string') throw new InvalidPacket('a program announces no node');
  const { services, seq, instanceID, hostname, client } = sent;
  if (!Array.isArray(services) || services.length > MAX_SERVICES)
    throw new InvalidPacket('it has no list of services');
  const { type, version, langVersion } = Object(client);
  return {
    services: services.map(cleanService),
    seq: Number.isSafeInteger(seq) ? seq : 1,
    instanceID: toName(instanceID),
    hostname: toName(hostname),
    ipList: [],
    client: { type: toName(type), version: toName(version), langVersion: toName(langVersion) },
    config: {},
    metadata: { deployment: toName(deployment) },
  };
}

function cleanService(sent: unknown): object {
  const { name, version, fullName, actions, events } = Object(sent);
  return {
    name: toName(name),
    ...(typeof version === 'string' || typeof version === 'number'
      ? { version: toName(String(version)) }
      : {}),
    fullName: toName(fullName ?? name),
    settings: {},
    metadata: {},
    actions: mapNames(actions, (action, { visibility }) => ({
      name: action,
      rawName: action,
      visibility: typeof visibility === 'string' ? toName(visibility) : null,
    })),
    events: mapNames(events, (event, { group }) => ({ name: event, group: toName(group ?? name) })),
  };
}

function mapNames(sent: unknown, describe: (name: string, sent: Members) => object): object {
  const entries = Object.entries<unknown>(Object(sent));
  if (entries.length > MAX_NAMES) throw new InvalidPacket(`a service has more than ${MAX_NAMES} actions`);
  return Object.fromEntries(
    entries
      .filter(([name]) => name.length <= MAX_NAME_LENGTH && !isPrototypeKey(name))
      .map(([name, described]) => [name, describe(name, Object(described))]),
  );
}

const toName = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MAX_NAME_LENGTH) : '');
