import type { SignedPrincipal } from '../callers/authenticator.ts';
import type { RequestContext } from '../request-context.ts';
import type { RouteMatch } from '../requests/route-table.ts';

/** What an endpoint gets that is answered here, because its answer is more than one piece of JSON: a cookie, a streamed upload, a long list. */
export interface LocalRequest {
  context: RequestContext;
  match: RouteMatch;
  search: URLSearchParams;
  caller: SignedPrincipal;
  /** Who calls, asked again: after a long upload a key may be revoked, and the first answer has expired. */
  reauthenticate(): Promise<SignedPrincipal>;
  /** Reads the JSON body and flattens the parameters. */
  readRawParams(): Promise<Record<string, unknown>>;
  /** Asks the action and sends its answer, as for every other endpoint. */
  forward(params: Record<string, unknown>): Promise<void>;
}
export type LocalHandler = (arrived: LocalRequest) => Promise<void>;
