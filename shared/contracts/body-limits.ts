/** Limits in bytes of the JSON body of a request, over HTTP and on the bus (decisions G18). */
import type { EndpointSpec } from './endpoint.ts';

/** Where the endpoint sets none. */
export const DEFAULT_BODY_LIMIT = 8 * 1024 * 1024;
/** The limit of public endpoints: a name, an email, a password (hardening C2, API4). */
export const PUBLIC_BODY_LIMIT = 64 * 1024;

/** The largest body that an endpoint takes. */
export const bodyLimitOf = ({ bodyLimitBytes, auth }: EndpointSpec): number =>
  bodyLimitBytes ?? (auth === 'none' ? PUBLIC_BODY_LIMIT : DEFAULT_BODY_LIMIT);
