/**
 * Interface of endpoints whose response the gateway produces itself (sign-in, health, upload, lists of
 * standards and files), and the authorized request that they receive.
 */
import type { SignedPrincipal } from '../callers/authenticator.ts';
import type { HttpContext } from '../http-context.ts';
import type { RouteMatch } from '../requests/route-table.ts';

/** A request that passed authentication and authorization, with its route and caller. */
export interface AuthorizedRequest {
  context: HttpContext;
  match: RouteMatch;
  search: URLSearchParams;
  caller: SignedPrincipal;
}

export interface LocalEndpoint {
  /** Checks that come before the body is read. @throws what becomes a problem document */
  authorize?(request: AuthorizedRequest): void;
  /**
   * Sends the response, in place of calling the action and sending its result.
   * @param params from path, query and JSON body, not validated; the fields of a form are not among them
   * @returns false when nothing was sent and the action is to be called, as for every other endpoint
   * @throws what becomes a problem document
   */
  respond(request: AuthorizedRequest, params: Record<string, unknown>): Promise<boolean>;
}
