/** Whether an error says that something the service needs is away: another service, the bus, the database, a server. The caller may try again. */

/** What Moleculer says of a service, of the bus, and of a call whose time was over before it was sent. */
const MOLECULER_ERROR_TYPES = new Set([
  'SERVICE_NOT_FOUND',
  'SERVICE_NOT_AVAILABLE',
  'REQUEST_TIMEOUT',
  'REQUEST_SKIPPED',
  'REQUEST_REJECTED',
  'QUEUE_FULL',
  // Not connected to NATS.
  'BAD_GATEWAY',
]);
const MONGO_ERROR_NAMES = new Set([
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoOperationTimeoutError',
  'MongoPoolClearedError',
  'MongoPoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongooseServerSelectionError',
  'MongoNotConnectedError',
  'MongoServerClosedError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
  'MongoExpiredSessionError',
  'MongoStalePrimaryError',
]);
/** What a MongoDB says that stops, or hands over to another one: the driver's "retryable" codes. */
const MONGO_ERROR_CODES = new Set([6, 7, 89, 91, 189, 9001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436]);
/** What the clients of servers pass on as it came, when one dies while it is being written to. */
const CONNECTION_ERROR_CODES = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNREFUSED',
  'CONNECTION_CLOSED',
  'CONNECTION_DRAINING',
  'CONNECTION_REFUSED',
  'DISCONNECT',
]);

/** A service or a server behind it that does not answer, as it was thrown or as it crossed the bus. */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('type' in error && typeof error.type === 'string' && MOLECULER_ERROR_TYPES.has(error.type)) return true;
  if ('code' in error && typeof error.code === 'string' && CONNECTION_ERROR_CODES.has(error.code)) return true;
  return (
    'name' in error && typeof error.name === 'string' && error.name.startsWith('Mongo') && isMongoUnavailable(error.name, error)
  );
}

function isMongoUnavailable(name: string, error: object): boolean {
  if (MONGO_ERROR_NAMES.has(name)) return true;
  if ('code' in error && typeof error.code === 'number' && MONGO_ERROR_CODES.has(error.code)) return true;
  // A bulk write has a name of its own for everything that ends it; what it was stands in it.
  return 'errorResponse' in error && error.errorResponse !== error && isUnavailable(error.errorResponse);
}
