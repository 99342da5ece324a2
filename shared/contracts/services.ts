/**
 * Names of the services and of all callers on the bus, and the name of the liveness action of a service
 * (architecture §4, §8).
 */
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

/** The sender of a call: a service, or a program that calls endpoints on the bus instead of over HTTP. */
export const BUS_CALLERS = [...SERVICE_NAMES, 'tools'] as const;
export type BusCaller = (typeof BUS_CALLERS)[number];

/** The action by which the gateway checks that a service is running. */
export const livenessAction = (name: ServiceName): string => `${name}.alive`;
