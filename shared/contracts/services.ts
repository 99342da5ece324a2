/** The services, and who calls on the bus between them (architecture §4, §8). */

export const SERVICE_NAMES = [
  'gateway',
  'identity',
  'standards',
  'wiki-moderation',
  'projects',
  'datasheets',
  'files',
  'audit',
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** Who sends a call: a service, or a tool of the house that calls endpoints on the bus instead of over HTTP. */
export const BUS_CALLERS = [...SERVICE_NAMES, 'tools'] as const;
export type BusCaller = (typeof BUS_CALLERS)[number];

/** The action that answers while a service can. */
export const livenessAction = (name: ServiceName): string => `${name}.alive`;
