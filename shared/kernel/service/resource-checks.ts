/**
 * Checks of a call against the resource it names: permissions on it, archive, open draft, browser session.
 * `implementAction` enforces them; `allowedActions` lists the writes that pass them, for responses that say
 * what may be done.
 */
import type { EndpointSpec } from '../../contracts/endpoint.ts';
import { endpoints } from '../../contracts/index.ts';
import type { Permission } from '../../contracts/permissions.ts';
import { couldEverHave, type Subject } from '../auth/authorization.ts';
import type { Principal } from '../auth/principal.ts';
import type { RequestContext } from './request-context.ts';

/** What the permissions on a resource and its drafts depend on. */
export interface ResourceState {
  subject: Subject;
  /** Only where drafts exist. */
  draftOpen?: boolean;
  archived?: boolean;
}

/** Whether the endpoint requires a browser session, but the caller uses a key. */
export const isSessionMissing = ({ auth }: EndpointSpec, principal: Principal): boolean =>
  auth === 'session_only' && principal.kind === 'user' && principal.credential.type === 'key';

/** The permissions of an endpoint that the caller lacks on the resource. */
export const missingPermissions = (
  { on, permissions }: EndpointSpec,
  { subject }: ResourceState,
  ctx: RequestContext,
): Permission[] =>
  (on?.permissions ?? permissions).filter((permission) => !ctx.isAllowed(permission, subject));

/** The state that forbids the call: archived, or no open draft; null if none. */
export function findStateConflict(
  spec: EndpointSpec,
  { archived, draftOpen }: ResourceState,
): 'archived' | 'no draft' | null {
  if (spec.mutates && archived && !spec.allowedOnArchived) return 'archived';
  return spec.needsDraft && !draftOpen ? 'no draft' : null;
}

/** The write endpoints with their ids, by the name of the resource that they load. */
const WRITES = Map.groupBy(
  Object.entries<EndpointSpec>(endpoints).filter(([, { http, mutates, on }]) => http && mutates && on),
  ([, { on }]) => on?.resource,
);

/**
 * Checks of handlers on the state of a resource, by the id of their write: each throws where the write cannot be done
 * now, whatever it sends. One that most reads would find refused returns false instead: an error costs more than all
 * other checks.
 */
export type StateChecks = Readonly<Record<string, () => unknown>>;

function passes(check: (() => unknown) | undefined): boolean {
  if (!check) return true;
  // The error is thrown away here, and recording its stack would cost more than the checks.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return check() !== false;
  } catch {
    return false;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The writes among these that pass the checks of handlers. */
export const writesThatPass = (writes: readonly string[], checks: StateChecks): string[] =>
  writes.filter((id) => passes(checks[id]));

/** The ids of the writes that pass these checks now; rules on what they send may still refuse them. */
export const allowedActions = (
  resource: NonNullable<EndpointSpec['on']>['resource'],
  state: ResourceState,
  ctx: RequestContext,
  checks: StateChecks = {},
): string[] =>
  (WRITES.get(resource) ?? [])
    .filter(
      ([id, spec]) =>
        !isSessionMissing(spec, ctx.principal) &&
        spec.permissions.every((permission) => couldEverHave(ctx.principal, permission)) &&
        missingPermissions(spec, state, ctx).length === 0 &&
        findStateConflict(spec, state) === null &&
        passes(checks[id]),
    )
    .map(([id]) => id);
