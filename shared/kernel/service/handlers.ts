/**
 * Types of handlers and resource loaders, derived from the contracts, so that a missing or wrong handler does not
 * compile. Also their forms without types, which the kernel keeps in tables.
 */
import type { AnswerOf, ParamsOf, ResultOf } from '../../contracts/endpoint.ts';
import type { RequestContext } from './request-context.ts';
import type { ResourceState } from './resource-checks.ts';

/** A resource as its service loaded it, with what permissions and drafts depend on. */
export interface LoadedResource<T> extends ResourceState {
  value: T;
  /** The version that a write compares with `If-Match`; absent where the resource has none. */
  version?: () => string | null | Promise<string | null>;
}

type Params = Record<string, unknown>;
type Loader<T> = (
  id: number | string,
  ctx: RequestContext,
  params: Params,
) => Promise<LoadedResource<T> | null>;
/** How a service loads each of its resources; null when the caller may not see it. */
export type ResourceLoaders<R> = { [K in keyof R]: Loader<R[K]> };

type ResourceName<E> = E extends { readonly on?: infer O }
  ? Extract<O, { readonly resource: string }>['resource']
  : never;
/** The resource that the kernel has loaded for a handler; undefined for an endpoint without one. */
export type ResourceOf<E, R> = [ResourceName<E>] extends [never]
  ? undefined
  : ResourceName<E> extends keyof R
    ? R[ResourceName<E>]
    : never;

/** Decides, saves and presents; called when all checks have passed. */
type Handler<E, R> = (
  params: ParamsOf<E>,
  ctx: RequestContext,
  resource: ResourceOf<E, R>,
) => Promise<AnswerOf<E>>;
/** The resources of a service, or of handlers, without any. */
export type NoResources = Record<never, never>;
/** One handler for each endpoint of a service: a missing or wrong one does not compile. */
export type Handlers<C, R> = { [K in keyof C]: Handler<C[K], R> };

/** A handler without its types: `Handlers` has checked them where it was written. */
export type UntypedHandler = (params: Params, ctx: RequestContext, resource: unknown) => Promise<unknown>;
/**
 * The stored result of an earlier request with the same `Idempotency-Key`, as the caller may read it now; for an
 * endpoint whose contract says `idempotency: 'current'`.
 */
export type Replay<E> = (stored: ResultOf<E>, ctx: RequestContext) => Promise<ResultOf<E>>;
/** A replay without its types. */
export type UntypedReplay = (stored: unknown, ctx: RequestContext) => Promise<unknown>;
export type UntypedLoaders = ReadonlyMap<string, Loader<unknown>>;
