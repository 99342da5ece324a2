/**
 * Check whether an error means "temporarily unavailable": another service, the bus, MongoDB, or another server.
 * `problem-document.ts` makes it 503.
 */
/** Moleculer's errors of a service, of the bus, and of a call that timed out before it was sent. */
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
  // This one has no prefix.
  'PoolClearedOnNetworkError',
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
/** A MongoDB that stops or fails over (the driver's "retryable" codes), or has no space (14031). */
const MONGO_ERROR_CODES = new Set([
  14_031, 6, 7, 89, 91, 189, 9001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436,
]);
/** Errors of sockets that the clients of servers pass on unchanged. */
const CONNECTION_ERROR_CODES = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNREFUSED',
  'CONNECTION_CLOSED',
  'CONNECTION_DRAINING',
  'CONNECTION_REFUSED',
  'DISCONNECT',
]);

/** Whether an error, also one from the bus, means "temporarily unavailable". */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('type' in error && typeof error.type === 'string' && MOLECULER_ERROR_TYPES.has(error.type)) return true;
  if ('code' in error && typeof error.code === 'string' && CONNECTION_ERROR_CODES.has(error.code))
    return true;
  return 'name' in error && typeof error.name === 'string' && isMongoUnavailable(error.name, error);
}

function isMongoUnavailable(name: string, error: object): boolean {
  if (MONGO_ERROR_NAMES.has(name)) return true;
  if (!name.startsWith('Mongo')) return false;
  if ('code' in error && typeof error.code === 'number' && MONGO_ERROR_CODES.has(error.code)) return true;
  // A write that the storage engine could not make has no code of its own.
  if ('message' in error && /^28: No space left/.test(String(error.message))) return true;
  // A bulk write error contains its cause.
  return 'errorResponse' in error && error.errorResponse !== error && isUnavailable(error.errorResponse);
}
