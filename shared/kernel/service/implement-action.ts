/**
 * Builds a Moleculer action from a contract and its handler, with every check in order: credential, permission,
 * parameters, idempotency, resource, draft, version. The checks run in the owning service, for HTTP, MCP and the bus;
 * the gateway runs `authorize` before it reads a body, too.
 */
import type { ActionSchema, Context } from 'moleculer';
import {
  acceptsBaseVersion,
  type EndpointSpec,
  supportsDryRun,
  supportsIdempotencyKey,
} from '../../contracts/endpoint.ts';
import type { ServiceName } from '../../contracts/services.ts';
import { couldEverHave } from '../auth/authorization.ts';
import type { Principal } from '../auth/principal.ts';
import { parseRateLimitStatus } from '../auth/rate-limit-status.ts';
import type { Outbox } from '../background/outbox.ts';
import { timeoutOfSpec } from '../bus/call-timeouts.ts';
import { NOT_MODIFIED, parseEtags } from '../conditional-requests/etags.ts';
import {
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
import { parseIdempotencyKey } from '../idempotency/store.ts';
import type { Node } from '../node/node.ts';
import { type Representation, toRepresentation } from '../representations/representation.ts';
import { parseParams } from '../validation/params.ts';
import { endAfter } from './call-end.ts';
import type { LoadedResource, UntypedHandler, UntypedLoaders, UntypedReplay } from './handlers.ts';
import type { KeyCallers } from './key-callers.ts';
import { RequestContext } from './request-context.ts';
import { type Caller, resolveCaller } from './resolve-caller.ts';
import { findStateConflict, isSessionMissing, missingPermissions } from './resource-checks.ts';
import { runIdempotent } from './run-idempotent.ts';

/**
 * Tier and permission, before anything is read: checked by the gateway before it reads a body, and again by
 * the service before it acts.
 * @throws UNAUTHENTICATED, SESSION_REQUIRED, PERMISSION_DENIED
 */
export function authorize(spec: EndpointSpec, principal: Principal | null): void {
  if (spec.auth === 'none') return;
  if (!principal || principal.kind === 'anonymous') throw unauthenticated(spec.auth);
  if (isSessionMissing(spec, principal)) {
    throw apiError('SESSION_REQUIRED', 'This requires a browser session; API keys are not accepted.');
  }
  const missing = spec.permissions.filter((permission) => !couldEverHave(principal, permission));
  if (missing.length > 0) throw permissionDenied(missing);
}

type Params = Record<string, unknown>;

interface ActionDefinition {
  service: ServiceName;
  id: string;
  spec: EndpointSpec;
  handler: UntypedHandler;
  /** Null where a stored result is returned as it is. */
  replay: UntypedReplay | null;
  loaders: UntypedLoaders;
  outbox: Outbox | null;
  keyCallers: KeyCallers;
}

/** Meta that a caller sends with the parameters. */
interface CallMeta {
  principal?: unknown;
  idempotencyKey?: unknown;
  /** The ETags that the caller has; present when it wants a representation instead of the result. */
  ifNoneMatch?: unknown;
  /** The ETags of `If-Match`. */
  ifMatch?: unknown;
  /** The request at the gateway, whose client may disconnect. */
  abortId?: unknown;
  /** Remaining rate limit of the caller; accepted from the gateway only. */
  rateLimitStatus?: unknown;
  /** The call is part of a dry run. */
  dryRun?: unknown;
  traceId?: unknown;
}

/** A call whose credential, tier, permission and parameters are checked. */
interface CheckedCall {
  spec: EndpointSpec;
  params: Params;
  ctx: RequestContext;
  loaders: UntypedLoaders;
}

/** The Moleculer action of an endpoint. */
export function implementAction(
  node: Node,
  { service, id, spec, handler, replay, loaders, outbox, keyCallers }: ActionDefinition,
): ActionSchema {
  const respond = async (
    context: Context<unknown, CallMeta>,
    { principal, sender, reissueToken }: Caller,
  ): Promise<unknown> => {
    // tier, permission
    authorize(spec, principal);
    const ifNoneMatch = parseEtags(context.meta.ifNoneMatch);
    const ifMatch = spec.mutates ? allowedVersions(parseEtags(context.meta.ifMatch)) : null;
    // parameters
    const sent: Readonly<Record<string, unknown>> = Object(context.params);
    const params = parseParams(
      spec,
      ifMatch && acceptsBaseVersion(spec) ? applyBaseVersion(sent, ifMatch) : context.params,
      principal.channel,
    );
    const rateLimitStatus = sender === 'gateway' ? parseRateLimitStatus(context.meta.rateLimitStatus) : null;
    // A dry run goes on in nested calls; a tool asks for one by the parameter, where the endpoint has it.
    const isPartOfDryRun = sender !== 'tools' && context.meta.dryRun === true;
    const isDryRun = ('dryRun' in params && params.dryRun === true) || isPartOfDryRun;
    const ctx = new RequestContext({
      node,
      context,
      principal,
      reissueToken,
      outbox,
      action: id,
      params,
      ifNoneMatch,
      ifMatch,
      rateLimitStatus,
      isDryRun,
    });
    const checked = { spec, params, ctx, loaders };
    const work = async (beforeHandler?: () => Promise<void>): Promise<unknown> => {
      // visibility, permission on the resource, draft
      const resource = await requireEditableResource(checked);
      // the version that was read
      await assertVersion(checked, resource, hasBaseVersion(sent));
      await beforeHandler?.();
      // rule, save, present
      return handler(params, ctx, resource?.value);
    };
    const { handlerMiddleware } = node;
    const run = handlerMiddleware
      ? () => handlerMiddleware({ id, spec, changes: ctx.changes, work })
      : () => work();
    const key = supportsIdempotencyKey(spec) ? parseIdempotencyKey(context.meta.idempotencyKey) : null;
    const runOnce = async (): Promise<unknown> => {
      // Only the call that was asked for a dry run shows what it affects.
      if (isDryRun) return supportsDryRun(spec) && 'dryRun' in params ? showAffected(ctx, run) : run();
      if (!key || !outbox || principal.kind !== 'user') return run();
      return runIdempotent({
        store: outbox.idempotency,
        request: { ...key, action: id, by: principal, timeoutMs: timeoutOfSpec(spec) },
        ctx,
        work: run,
        assertVisible: () => requireResource(checked, spec.on?.byOnReplay),
        replay: replay && ((stored) => replay(stored, ctx)),
      });
    };
    return endAfter(
      ctx,
      ifNoneMatch ? representResult({ spec, params, ctx }, ifNoneMatch, runOnce) : runOnce(),
    );
  };
  return {
    name: id,
    visibility: spec.http ? 'published' : 'public',
    async handler(context: Context<unknown, CallMeta>) {
      // credential
      const caller = await resolveCaller(node, keyCallers, { service, id, spec }, context.meta.principal);
      const { keyId, principal } = caller;
      return keyCallers.record({ id, spec, context, keyId, principal }, () => respond(context, caller));
    },
  };
}

/**
 * Undefined for an endpoint without a resource.
 * @param by the parameter with its id; default: as the contract says
 * @throws NOT_FOUND, PERMISSION_DENIED
 */
async function requireResource(
  { spec, params, ctx, loaders }: CheckedCall,
  by = spec.on?.by,
): Promise<LoadedResource<unknown> | undefined> {
  if (!spec.on || by === undefined) return undefined;
  const { resource } = spec.on;
  const load = loaders.get(resource);
  if (!load) throw new Error(`the service has no loader for ${resource}`);
  const id = params[by];
  const loaded = typeof id === 'number' || typeof id === 'string' ? await load(id, ctx, params) : null;
  if (!loaded) throw notFound();
  const missing = missingPermissions(spec, loaded, ctx);
  if (missing.length > 0) throw permissionDenied(missing);
  return loaded;
}

/** @throws also PROJECT_ARCHIVED, EDIT_CONFLICT `draft_closed`, NO_OPEN_DRAFT */
async function requireEditableResource(checked: CheckedCall): Promise<LoadedResource<unknown> | undefined> {
  const { spec, params } = checked;
  const loaded = await requireResource(checked);
  if (!loaded) return undefined;
  const conflict = findStateConflict(spec, loaded);
  if (conflict === 'archived') throw projectArchived();
  if (conflict === 'no draft') {
    if (spec.closedDraftIsConflict && typeof params.baseVersion === 'string') throw draftClosed();
    throw noOpenDraft(spec.needsDraft);
  }
  return loaded;
}

/**
 * Compares `If-Match` with the version of the resource. An endpoint with `baseVersion` compares that in its
 * handler; of several versions in the header the current one becomes `baseVersion`, unless the body has one.
 * @throws PRECONDITION_FAILED
 */
async function assertVersion(
  { spec, params, ctx }: CheckedCall,
  resource: LoadedResource<unknown> | undefined,
  bodyHasBaseVersion: boolean,
): Promise<void> {
  if (ctx.ifMatch === null) return;
  if (!acceptsBaseVersion(spec)) assertIfMatch(ctx.ifMatch, (await resource?.version?.()) ?? null);
  else if (ctx.ifMatch.length > 1 && !bodyHasBaseVersion) {
    const current = await resource?.version?.();
    if (typeof current === 'string' && ctx.ifMatch.includes(current)) params.baseVersion = current;
  }
}

/** The result as the gateway sends it; without JSON where the caller has this representation already. */
async function representResult(
  { spec, params, ctx }: Omit<CheckedCall, 'loaders'>,
  ifNoneMatch: readonly string[],
  work: () => Promise<unknown>,
): Promise<Representation> {
  try {
    const result = await work();
    const { etag, json, isDryRun, isReplayed } = ctx;
    return toRepresentation(spec, result, { params, etag, json, ifNoneMatch, isDryRun, isReplayed });
  } catch (error) {
    if (error === NOT_MODIFIED && ctx.etag !== null) return { etag: ctx.etag, json: null, status: 304 };
    throw error;
  }
}

/** The result of a dry run with what the write would affect; a list has no place for it. */
async function showAffected(ctx: RequestContext, run: () => Promise<unknown>): Promise<unknown> {
  const result = await run();
  const { affected } = ctx;
  return typeof result === 'object' && !Array.isArray(result) ? { ...result, affected } : result;
}
