/** Entry of the npm package of the client on the bus: what programs outside this repository import. */
export { type BusCallArgs, type BusCallOptions, BusClient, type BusClientOptions } from './bus-client.ts';
export type { BusEndpointId, BusParams, BusResult } from './bus-endpoints.ts';
export { BusError } from './bus-error.ts';
