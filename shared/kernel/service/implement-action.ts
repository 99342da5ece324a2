/**
 * The one place where an action's checks stand, in the order they are made (architecture §2, decisions G16). It runs inside the
 * owning service, so HTTP, MCP, the assistant and callers on the bus all pass it.
 */
import type { ActionSchema, Context } from 'moleculer';
import {
  type EndpointResource,
  type EndpointSpec,
  isCallableBy,
  type ParamsOf,
  type ResultOf,
  supportsIdempotencyKey,
} from '../../contracts/endpoint.ts';
import type { ServiceName } from '../../contracts/services.ts';
import { couldEverHave, type Subject } from '../auth/authorization.ts';
import type { Principal } from '../auth/principal.ts';
import type { Outbox } from '../background/outbox.ts';
import { timeoutIn } from '../bus/call-timeouts.ts';
import { NOT_MODIFIED, parseEtags, type Representation, toRepresentation } from '../conditional-requests/etags.ts';
import {
  acceptsBaseVersion,
  allowedVersions,
  applyBaseVersion,
  assertIfMatch,
  hasBaseVersion,
} from '../conditional-requests/if-match.ts';
import {
  apiError,
  draftClosed,
  noOpenDraft,
  notFound,
  permissionDenied,
  projectArchived,
  unauthenticated,
} from '../errors/errors.ts';
import { runIdempotent } from '../idempotency/run-idempotent.ts';
import { parseIdempotencyKey } from '../idempotency/store.ts';
import type { Node } from '../node/node.ts';
import { parseParams } from '../validation/params.ts';
import { Call } from './call.ts';

/** A resource as its owner loaded it: what it is, and what it means for permissions and drafts. */
export interface LoadedResource<T> {
  value: T;
  subject: Subject;
  /** Whether a draft is open; only where drafts exist. */
  draftOpen?: boolean;
  archived?: boolean;
  /** The version that a write compares with `If-Match` (X2); absent where the resource has none. */
  version?: () => string | null | Promise<string | null>;
}

/** How a service loads each resource it checks: null when the caller may not know of it. */
export type ResourceLoaders<R> = { [K in keyof R]: (id: number | string, call: Call) => Promise<LoadedResource<R[K]> | null> };

type ResourceOf<E, R> = E extends { readonly on: { readonly resource: infer K } }
  ? K extends keyof R
    ? R[K]
    : never
  : undefined;

/** A handler decides, saves and presents; everything before that has been checked. */
export type Handler<E, R> = (params: ParamsOf<E>, call: Call, resource: ResourceOf<E, R>) => Promise<ResultOf<E>>;
/** One handler for every endpoint of a service: a missing or wrong one does not compile. */
export type Handlers<C, R> = { [K in keyof C]: Handler<C[K], R> };

/**
 * Tier and permission, before anything is read: the gateway asks it before it reads a body, the service again before it acts.
 * @throws UNAUTHENTICATED, SESSION_REQUIRED, PERMISSION_DENIED
 */
export function authorize(spec: EndpointSpec, principal: Principal | null): void {
  if (spec.auth === 'none') return;
  if (!principal || principal.kind === 'anonymous') throw unauthenticated();
  if (spec.auth === 'session_only' && principal.kind === 'user' && principal.credential.type === 'key') {
    throw apiError('SESSION_REQUIRED', 'This requires a browser session; API keys are not accepted.');
  }
  const missing = spec.permissions.filter((permission) => !couldEverHave(principal, permission));
  if (missing.length > 0) throw permissionDenied(missing);
}

/** A handler whose types have served their purpose: `Handlers` checked them where it was written. */
export type UntypedHandler = (params: Record<string, unknown>, call: Call, resource: unknown) => Promise<unknown>;
export type UntypedLoaders = ReadonlyMap<string, (id: number | string, call: Call) => Promise<LoadedResource<unknown> | null>>;

interface ActionDefinition {
  service: ServiceName;
  id: string;
  spec: EndpointSpec;
  handler: UntypedHandler;
  loaders: UntypedLoaders;
  outbox: Outbox | null;
}

/** What travels beside the parameters of a call. */
interface CallMeta {
  principal?: unknown;
  /** What makes the request one that may be sent again. */
  idempotencyKey?: unknown;
  /** Sent by who wants a representation: the tags of those that it or its client has. */
  ifNoneMatch?: unknown;
  /** The tags of `If-Match`. */
  ifMatch?: unknown;
  /** The request of the gateway whose client may leave. */
  abortId?: unknown;
}

/** The Moleculer action of an endpoint. */
export function implementAction(node: Node, { service, id, spec, handler, loaders, outbox }: ActionDefinition): ActionSchema {
  return {
    name: id,
    visibility: spec.http ? 'published' : 'public',
    async handler(ctx: Context<unknown, CallMeta>) {
      // credential
      const token = ctx.meta.principal;
      const claims = node.tokens.verify(token);
      if (!claims || typeof token !== 'string') throw unauthenticated();
      const { principal, sender } = claims;
      if (!isCallableBy(spec, sender)) throw apiError('PERMISSION_DENIED', `${id} is not allowed to call ${sender}.`);
      // tier, permission
      authorize(spec, principal);
      // Meta goes on with every call made on the way; conditions are for the gateway's own one alone.
      const conditions = ctx.level === 1 ? ctx.meta : {};
      const ifNoneMatch = parseEtags(conditions.ifNoneMatch);
      const ifMatch = spec.mutates ? allowedVersions(parseEtags(conditions.ifMatch)) : null;
      // parameters
      const received: Readonly<Record<string, unknown>> = Object(ctx.params);
      const sent = ifMatch && acceptsBaseVersion(spec) ? applyBaseVersion(received, ifMatch) : ctx.params;
      const params = parseParams(spec, sent, principal.channel);
      const reissueToken = (): string => node.tokens.reissue(token, claims, service);
      const call = new Call({ node, ctx, principal, reissueToken, outbox, action: id, params, ifNoneMatch, ifMatch });
      const work = async (): Promise<unknown> => {
        // visibility, permission on the resource, draft
        const resource = spec.on ? await requireEditableResource(spec, spec.on, params, call, loaders) : undefined;
        // the version that was read
        await assertVersion(spec, params, call, { resource, isNamed: hasBaseVersion(received) });
        // rule, save, present
        return handler(params, call, resource?.value);
      };
      const { handlerMiddleware } = node;
      const run = handlerMiddleware ? () => handlerMiddleware({ id, spec, call, work }) : work;
      const asked = supportsIdempotencyKey(spec) ? parseIdempotencyKey(ctx.meta.idempotencyKey) : null;
      const answered = async (): Promise<unknown> => {
        if (!asked || !outbox || principal.kind !== 'user') return run();
        return runIdempotent({
          store: outbox.idempotency,
          request: { ...asked, action: id, by: principal, timeoutMs: timeoutIn(spec) },
          call,
          work: run,
          // Who may not see the resource any more is not told again either.
          assertVisible: async () => spec.on && requireResource(spec, spec.on, params, call, loaders),
        });
      };
      return ifNoneMatch ? representResult(spec, call, ifNoneMatch, answered) : answered();
    },
  };
}

async function requireResource(
  spec: EndpointSpec,
  on: EndpointResource,
  params: Record<string, unknown>,
  call: Call,
  loaders: UntypedLoaders,
): Promise<LoadedResource<unknown>> {
  const { resource, by, permissions = spec.permissions } = on;
  const load = loaders.get(resource);
  if (!load) throw new Error(`the service has no loader for ${resource}`);
  const given = params[by];
  const loaded = typeof given === 'number' || typeof given === 'string' ? await load(given, call) : null;
  if (!loaded) throw notFound();
  const missing = permissions.filter((permission) => !call.isAllowed(permission, loaded.subject));
  if (missing.length > 0) throw permissionDenied(missing);
  return loaded;
}

async function requireEditableResource(
  spec: EndpointSpec,
  on: EndpointResource,
  params: Record<string, unknown>,
  call: Call,
  loaders: UntypedLoaders,
): Promise<LoadedResource<unknown>> {
  const loaded = await requireResource(spec, on, params, call, loaders);
  if (spec.mutates && loaded.archived && !spec.allowedOnArchived) {
    throw projectArchived();
  }
  if (spec.needsDraft && !loaded.draftOpen) {
    if (spec.closedDraftIsConflict && typeof params.baseVersion === 'string') throw draftClosed();
    throw noOpenDraft(spec.needsDraft);
  }
  return loaded;
}

/**
 * Compares `If-Match` with the version of the resource. Where the endpoint takes `baseVersion` its handler compares that, and of several
 * versions in the header the current one is taken, unless the body names the one it read (X2).
 * @throws PRECONDITION_FAILED
 */
async function assertVersion(
  spec: EndpointSpec,
  params: Record<string, unknown>,
  call: Call,
  { resource, isNamed }: { resource: LoadedResource<unknown> | undefined; isNamed: boolean },
): Promise<void> {
  if (call.ifMatch === null) return;
  if (!acceptsBaseVersion(spec)) assertIfMatch(call.ifMatch, (await resource?.version?.()) ?? null);
  else if (call.ifMatch.length > 1 && !isNamed) {
    const current = await resource?.version?.();
    if (typeof current === 'string' && call.ifMatch.includes(current)) params.baseVersion = current;
  }
}

/** The result in the form in which the gateway sends it out; without its JSON where that is known there. */
async function representResult(
  spec: EndpointSpec,
  call: Call,
  ifNoneMatch: readonly string[],
  work: () => Promise<unknown>,
): Promise<Representation> {
  try {
    return toRepresentation(spec, await work(), { etag: call.etag, ifNoneMatch });
  } catch (error) {
    if (error === NOT_MODIFIED && call.etag !== null) return { etag: call.etag, json: null };
    throw error;
  }
}
