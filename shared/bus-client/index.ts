/** The package: a client of the service on the bus. */
export { type BusCallArgs, type BusCallOptions, BusClient, type BusClientOptions } from './bus-client.ts';
export type { BusEndpointId, BusParams, BusResult } from './bus-endpoints.ts';
export { BusError } from './bus-error.ts';
