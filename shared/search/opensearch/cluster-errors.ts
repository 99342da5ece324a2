/** Recognises the errors of OpenSearch, and turns those that another attempt may not meet into SearchUnavailable. */
import { errors } from '@opensearch-project/opensearch';
import { SearchUnavailable, searchUnavailable } from '../search-unavailable.ts';

export const NO_INDEX = 'index_not_found_exception';

/** Whether a request with this status may succeed later: too many requests, or a fault of the cluster. */
export const isForTheMoment = (status: unknown): boolean => Number(status) === 429 || Number(status) >= 500;

/** Whether OpenSearch refused a request with an error of this type. */
export const isResponse = (error: unknown, type: string): boolean =>
  error instanceof errors.ResponseError && error.body?.error?.type === type;

/** The error to throw for one of the client: SearchUnavailable where another time may succeed. */
export function toSearchError(error: unknown): unknown {
  return isUnavailable(error) ? searchUnavailable() : error;
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof SearchUnavailable) return true;
  if (error instanceof errors.ResponseError) return isForTheMoment(error.statusCode);
  return (
    error instanceof errors.ConnectionError ||
    error instanceof errors.TimeoutError ||
    error instanceof errors.NoLivingConnectionsError
  );
}
