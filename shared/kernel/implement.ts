/**
 * The one place where an action's checks stand, in the order they are made (architecture §2, decisions G16). It runs inside the
 * owning service, so HTTP, MCP, the assistant and callers on the bus all pass it.
 */
import type { ActionSchema, Context } from 'moleculer';
import { type EndpointSpec, isRepeatable, mayCall, type On, type Params, type Result } from '../contracts/endpoint.ts';
import type { ServiceName } from '../contracts/services.ts';
import type { Outbox } from './background/outbox.ts';
import { spare } from './bus/known-answer.ts';
import { Call } from './call.ts';
import { mayHoldSomewhere, type Subject } from './callers/permissions.ts';
import type { Principal } from './callers/principal.ts';
import { denied, draftClosed, fail, noOpenDraft, notFound, projectArchived, unauthenticated } from './errors.ts';
import { answerOnce } from './idempotency/answer-once.ts';
import { readRepeatable } from './idempotency/first-answers.ts';
import type { Node } from './node.ts';
import { readParams } from './params.ts';
import { proveAnswer } from './prove-answer.ts';

/** A resource as its owner loaded it: what it is, and what it means for permissions and drafts. */
export interface Loaded<T> {
  value: T;
  subject: Subject;
  /** Whether a draft is open; only where drafts exist. */
  draftOpen?: boolean;
  archived?: boolean;
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

/** The Moleculer action of an endpoint. */
export function implement(node: Node, { service, id, spec, handler, loaders, outbox }: Implementation): ActionSchema {
  return {
    name: id,
    visibility: spec.http ? 'published' : 'public',
    async handler(ctx: Context<unknown, { principal?: unknown; repeatable?: unknown; known?: unknown }>) {
      // credential
      const token = ctx.meta.principal;
      const claims = node.seal.verify(token);
      if (!claims || typeof token !== 'string') throw unauthenticated();
      const { principal, from } = claims;
      if (!mayCall(spec, from)) throw fail('PERMISSION_DENIED', `${id} is not for calls of ${from}.`);
      // tier, permission
      admit(spec, principal);
      // parameters
      const params = readParams(spec, ctx.params, principal.channel);
      const call = new Call({ node, ctx, principal, passOn: () => node.seal.passOn(token, claims, service), outbox, action: id });
      const work = async (): Promise<unknown> => {
        // visibility, permission on the resource, draft
        const resource = spec.on ? await openResource(spec, spec.on, params, call, loaders) : undefined;
        // rule, save, present
        return handler(params, call, resource);
      };
      const proved = node.config.checkAnswers ? () => proveAnswer(id, spec, call, work) : work;
      const asked = isRepeatable(spec) ? readRepeatable(ctx.meta.repeatable) : null;
      if (!asked || !outbox || principal.kind !== 'user') {
        // Meta goes on with every call made on the way; only the gateway's own one asks for this answer.
        return ctx.level === 1 ? spare(ctx.meta.known, await proved()) : proved();
      }
      return answerOnce({
        answers: outbox.firstAnswers,
        asked: { ...asked, action: id, by: principal },
        call,
        work: proved,
        // Who may not see the resource any more is not told again either.
        mayKnow: async () => spec.on && loadResource(spec, spec.on, params, call, loaders),
      });
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
): Promise<unknown> {
  const loaded = await loadResource(spec, on, params, call, loaders);
  if (spec.mutates && loaded.archived && !spec.worksOnArchived) {
    throw projectArchived();
  }
  if (spec.needsDraft && !loaded.draftOpen) {
    if (spec.closedDraftIsConflict && typeof params.baseVersion === 'string') throw draftClosed();
    throw noOpenDraft(spec.needsDraft);
  }
  return loaded.value;
}
