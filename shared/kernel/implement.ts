/**
 * The one place where an action's checks stand, in the order they are made (architecture §2, decisions G16). It runs inside the
 * owning service, so HTTP, MCP, the assistant and callers on the bus all pass it.
 */
import type { ActionSchema, Context } from 'moleculer';
import { type EndpointSpec, isRepeatable, mayCall, type On, type Params, type Result } from '../contracts/endpoint.ts';
import type { ServiceName } from '../contracts/services.ts';
import type { Outbox } from './background/outbox.ts';
import { timeoutIn } from './bus/timeouts.ts';
import { Call } from './call.ts';
import { mayHoldSomewhere, type Subject } from './callers/permissions.ts';
import type { Principal } from './callers/principal.ts';
import { NOT_MODIFIED, type Representation, readTags, represent } from './conditional.ts';
import { denied, draftClosed, fail, noOpenDraft, notFound, projectArchived, unauthenticated } from './errors.ts';
import { answerOnce } from './idempotency/answer-once.ts';
import { readRepeatable } from './idempotency/first-answers.ts';
import { assertMatches, namesBaseVersion, takesBaseVersion, versionsOf, withBaseVersion } from './if-match.ts';
import type { Node } from './node.ts';
import { readParams } from './params.ts';

/** A resource as its owner loaded it: what it is, and what it means for permissions and drafts. */
export interface Loaded<T> {
  value: T;
  subject: Subject;
  /** Whether a draft is open; only where drafts exist. */
  draftOpen?: boolean;
  archived?: boolean;
  /** The version that a write compares with `If-Match` (X2); absent where the resource has none. */
  version?: () => string | null | Promise<string | null>;
}

/** How a service loads each resource it checks: null when the caller may not know of it. */
export type Loaders<R> = { [K in keyof R]: (id: number | string, call: Call) => Promise<Loaded<R[K]> | null> };

type ResourceOf<E, R> = E extends { readonly on: { readonly resource: infer K } }
  ? K extends keyof R
    ? R[K]
    : never
  : undefined;

/** A handler decides, saves and presents; everything before that has been checked. */
export type Handler<E, R> = (params: Params<E>, call: Call, resource: ResourceOf<E, R>) => Promise<Result<E>>;
/** One handler for every endpoint of a service: a missing or wrong one does not compile. */
export type Handlers<C, R> = { [K in keyof C]: Handler<C[K], R> };

/**
 * Tier and permission, before anything is read: the gateway asks it before it reads a body, the service again before it acts.
 * @throws UNAUTHENTICATED, SESSION_REQUIRED, PERMISSION_DENIED
 */
export function admit(spec: EndpointSpec, principal: Principal | null): void {
  if (spec.auth === 'none') return;
  if (!principal || principal.kind === 'anonymous') throw unauthenticated();
  if (spec.auth === 'session_only' && principal.kind === 'user' && principal.credential.type === 'key') {
    throw fail('SESSION_REQUIRED', 'Sign in with a browser session to do this; a key is not accepted here.');
  }
  const missing = spec.permissions.filter((permission) => !mayHoldSomewhere(principal, permission));
  if (missing.length > 0) throw denied(missing);
}

/** A handler whose types have served their purpose: `Handlers` checked them where it was written. */
export type AnyHandler = (params: Record<string, unknown>, call: Call, resource: unknown) => Promise<unknown>;
export type AnyLoaders = ReadonlyMap<string, (id: number | string, call: Call) => Promise<Loaded<unknown> | null>>;

interface Implementation {
  service: ServiceName;
  id: string;
  spec: EndpointSpec;
  handler: AnyHandler;
  loaders: AnyLoaders;
  outbox: Outbox | null;
}

/** What travels beside the parameters of a call. */
interface Meta {
  principal?: unknown;
  /** What makes the request one that may be sent again. */
  repeatable?: unknown;
  /** Sent by who wants a representation: the tags of those that it or its client has. */
  known?: unknown;
  /** The tags of `If-Match`. */
  ifMatch?: unknown;
  /** The request of the gateway whose client may leave. */
  exchange?: unknown;
}

/** The Moleculer action of an endpoint. */
export function implement(node: Node, { service, id, spec, handler, loaders, outbox }: Implementation): ActionSchema {
  return {
    name: id,
    visibility: spec.http ? 'published' : 'public',
    async handler(ctx: Context<unknown, Meta>) {
      // credential
      const token = ctx.meta.principal;
      const claims = node.seal.verify(token);
      if (!claims || typeof token !== 'string') throw unauthenticated();
      const { principal, from } = claims;
      if (!mayCall(spec, from)) throw fail('PERMISSION_DENIED', `${id} is not for calls of ${from}.`);
      // tier, permission
      admit(spec, principal);
      // Meta goes on with every call made on the way; conditions are for the gateway's own one alone.
      const conditions = ctx.level === 1 ? ctx.meta : {};
      const known = readTags(conditions.known);
      const ifMatch = spec.mutates ? versionsOf(readTags(conditions.ifMatch)) : null;
      // parameters
      const received: Readonly<Record<string, unknown>> = Object(ctx.params);
      const sent = ifMatch && takesBaseVersion(spec) ? withBaseVersion(received, ifMatch) : ctx.params;
      const params = readParams(spec, sent, principal.channel);
      const passOn = (): string => node.seal.passOn(token, claims, service);
      const call = new Call({ node, ctx, principal, passOn, outbox, action: id, params, known, ifMatch });
      const work = async (): Promise<unknown> => {
        // visibility, permission on the resource, draft
        const resource = spec.on ? await openResource(spec, spec.on, params, call, loaders) : undefined;
        // the version that was read
        await checkVersion(spec, params, call, { resource, isNamed: namesBaseVersion(received) });
        // rule, save, present
        return handler(params, call, resource?.value);
      };
      const { aroundHandler } = node;
      const run = aroundHandler ? () => aroundHandler({ id, spec, call, work }) : work;
      const asked = isRepeatable(spec) ? readRepeatable(ctx.meta.repeatable) : null;
      const answered = async (): Promise<unknown> => {
        if (!asked || !outbox || principal.kind !== 'user') return run();
        return answerOnce({
          answers: outbox.firstAnswers,
          asked: { ...asked, action: id, by: principal, timeoutMs: timeoutIn(spec) },
          call,
          work: run,
          // Who may not see the resource any more is not told again either.
          mayKnow: async () => spec.on && loadResource(spec, spec.on, params, call, loaders),
        });
      };
      return known ? representation(spec, call, known, answered) : answered();
    },
  };
}

async function loadResource(
  spec: EndpointSpec,
  on: On,
  params: Record<string, unknown>,
  call: Call,
  loaders: AnyLoaders,
): Promise<Loaded<unknown>> {
  const { resource, by, permissions = spec.permissions } = on;
  const load = loaders.get(resource);
  if (!load) throw new Error(`the service has no loader for ${resource}`);
  const given = params[by];
  const loaded = typeof given === 'number' || typeof given === 'string' ? await load(given, call) : null;
  if (!loaded) throw notFound();
  const missing = permissions.filter((permission) => !call.permits(permission, loaded.subject));
  if (missing.length > 0) throw denied(missing);
  return loaded;
}

async function openResource(
  spec: EndpointSpec,
  on: On,
  params: Record<string, unknown>,
  call: Call,
  loaders: AnyLoaders,
): Promise<Loaded<unknown>> {
  const loaded = await loadResource(spec, on, params, call, loaders);
  if (spec.mutates && loaded.archived && !spec.worksOnArchived) {
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
async function checkVersion(
  spec: EndpointSpec,
  params: Record<string, unknown>,
  call: Call,
  { resource, isNamed }: { resource: Loaded<unknown> | undefined; isNamed: boolean },
): Promise<void> {
  if (call.ifMatch === null) return;
  if (!takesBaseVersion(spec)) assertMatches(call.ifMatch, (await resource?.version?.()) ?? null);
  else if (call.ifMatch.length > 1 && !isNamed) {
    const current = await resource?.version?.();
    if (typeof current === 'string' && call.ifMatch.includes(current)) params.baseVersion = current;
  }
}

/** The result in the form in which the gateway sends it out; without its JSON where that is known there. */
async function representation(
  spec: EndpointSpec,
  call: Call,
  known: readonly string[],
  work: () => Promise<unknown>,
): Promise<Representation> {
  try {
    return represent(spec, await work(), { etag: call.etag, known });
  } catch (error) {
    if (error === NOT_MODIFIED && call.etag !== null) return { etag: call.etag, json: null };
    throw error;
  }
}
