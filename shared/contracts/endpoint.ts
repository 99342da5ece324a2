/** One declaration per endpoint: everything else about it is derived from this (architecture §2). */
import type { ErrorCode } from './error-codes.ts';
import type { Permission } from './permissions.ts';
import type { Infer, InferInput, InferProps, Props, Schema } from './schema.ts';
import type { BusCaller, ServiceName } from './services.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export const ENDPOINT_GROUPS = [
  'discovery',
  'account',
  'companies',
  'admin',
  'standards',
  'categories',
  'wiki',
  'projects',
  'comments',
  'datasheet',
  'files',
] as const;
export type EndpointGroup = (typeof ENDPOINT_GROUPS)[number];

/**
 * The resource a call is about. The owning service loads it by the call's parameters; the kernel answers 404 when the caller
 * may not know of it, 403 when a permission is missing on it, 409 when it needs an open draft and has none (G16).
 */
export interface EndpointResource {
  /** Which loader of the owning service. */
  readonly resource:
    | 'standard'
    | 'workingCopy'
    | 'category'
    | 'project'
    | 'datasheet'
    | 'company'
    | 'key'
    | 'wikiStandard'
    | 'site';
  /** The parameter that names it. */
  readonly by: string;
  /** The permissions checked on it; default: all of the endpoint's. */
  readonly permissions?: readonly Permission[];
}

export interface EndpointSpec {
  /** Method and path; absent on an internal action, which only services can call. */
  readonly http?: `${HttpMethod} /api/${string}`;
  /** A second path that answers the same. */
  readonly alias?: `${HttpMethod} /api/${string}`;
  readonly group: EndpointGroup;
  readonly summary: string;
  readonly description?: string;
  /** `none` is public; `session_only` refuses keys (tier 1). */
  readonly auth: 'none' | 'key_or_session' | 'session_only';
  /** A public endpoint that does not look at a credential at all, so that it answers however stale one is (A15). */
  readonly credential?: 'ignored';
  /** A POST that takes no notice of `Idempotency-Key`: its secret is shown once (G22), or doing it twice is doing it once. */
  readonly idempotency?: 'ignored';
  /** Not counted against a limit, so that a limit never looks like an outage (G24). */
  readonly rateLimitExempt?: boolean;
  readonly permissions: readonly Permission[];
  /** Permissions that unlock extra behaviour. */
  readonly optionalPermissions?: readonly Permission[];
  /** The resource whose visibility, permission and draft the kernel checks before the handler runs. */
  readonly on?: EndpointResource;
  /** Refused without an open draft: 409 `NO_OPEN_DRAFT`, or 403 where the documents say so (G9). */
  readonly needsDraft?: 409 | 403;
  /** Without an open draft a caller who names the version it read is told that this draft was closed (P14, P15). */
  readonly closedDraftIsConflict?: boolean;
  /** A write that an archived project allows. */
  readonly allowedOnArchived?: boolean;
  readonly mutates: boolean;
  readonly path?: Props;
  readonly query?: Props;
  readonly body?: Props;
  /** An unknown body field is 400 (G5). */
  readonly strictBody?: boolean;
  /** How the request body travels when it is not JSON. */
  readonly bodyEncoding?: 'multipart';
  readonly bodyLimitBytes?: number;
  /** The answer is not JSON: a file's bytes or a redirect to them. */
  readonly responseType?: 'file';
  readonly success?: 200 | 201;
  readonly returns: Schema;
  readonly errors?: readonly ErrorCode[];
  /**
   * What its ETag begins with (G23, X2): a member of the answer; `bytes`: nothing, or what its handler names. Absent on lists.
   */
  readonly etag?: 'version' | 'content_hash' | 'draftVersion' | 'bytes';
  /** A read that changes by itself, so that two in a row may differ: it has no ETag. */
  readonly volatile?: true;
  /** The services that call it on the bus. An endpoint may besides be called by the gateway and by tools (`isCallableBy`). */
  readonly calledBy?: readonly ServiceName[];
  /** An internal action that is part of a request that may be sent again. */
  readonly idempotent?: boolean;
  /** How long the call may take, in milliseconds (default 15,000). */
  readonly timeoutMs?: number;
  /** Not in the documents; decided in `docs/decisions.md`. */
  readonly extension?: boolean;
  /** Answers 410 to everybody before anything else (G4). */
  readonly closed?: boolean;
  /** The documented rules it keeps, by id. */
  readonly rules?: readonly string[];
}

export type Endpoints = { readonly [id: string]: EndpointSpec };

/** Declares one endpoint, keeping its literal types. */
export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec;

/** Declares an action that only the services it names call, for whatever caller: it has no route and no place in help. */
export const internalAction = <const P extends Props, const R extends Schema>(spec: {
  readonly summary: string;
  readonly calledBy: readonly ServiceName[];
  /** The endpoint whose authentication and permissions apply, where the action produces a part of its response. */
  readonly as?: Pick<EndpointSpec, 'auth' | 'permissions'>;
  readonly params: P;
  readonly returns: R;
  readonly timeoutMs?: number;
  /** Part of a request that may be sent again: done once for it, and answered as the first time (G22). */
  readonly idempotent?: boolean;
}): {
  readonly group: 'discovery';
  readonly summary: string;
  readonly calledBy: readonly ServiceName[];
  readonly auth: EndpointSpec['auth'];
  readonly permissions: readonly Permission[];
  readonly mutates: false;
  readonly body: P;
  readonly returns: R;
  readonly timeoutMs?: number;
  readonly idempotent?: boolean;
} => ({
  group: 'discovery',
  summary: spec.summary,
  calledBy: spec.calledBy,
  auth: spec.as?.auth ?? 'none',
  permissions: spec.as?.permissions ?? [],
  mutates: false,
  body: spec.params,
  returns: spec.returns,
  ...(spec.timeoutMs === undefined ? {} : { timeoutMs: spec.timeoutMs }),
  ...(spec.idempotent ? { idempotent: true } : {}),
});

type PropsOf<E, K extends 'path' | 'query' | 'body'> = E extends { readonly [P in K]: infer V extends Props }
  ? V
  : Record<never, never>;
type Simplify<T> = { [K in keyof T]: T[K] };

/** What the handler receives: path, query and body as one flat, validated object; the path wins (G18). */
export type ParamsOf<E> = Simplify<
  InferProps<PropsOf<E, 'path'>> & InferProps<PropsOf<E, 'query'>> & InferProps<PropsOf<E, 'body'>>
>;
/** What a service sends when it calls the action. */
export type InputOf<E> = Simplify<
  InferInput<PropsOf<E, 'path'>> & InferInput<PropsOf<E, 'query'>> & InferInput<PropsOf<E, 'body'>>
>;
/** What the action answers. */
export type ResultOf<E> = E extends { readonly returns: infer R } ? Infer<R> : never;

/** Whether a call of this sender is for this action: asked by the service that answers, and by the NATS server between them (H31). */
export const isCallableBy = ({ http, calledBy = [] }: EndpointSpec, caller: BusCaller): boolean =>
  (http !== undefined && (caller === 'gateway' || caller === 'tools')) || calledBy.some((service) => service === caller);

/** Whether a request for it, sent again with the same `Idempotency-Key`, has the answer of the first (G12, G22). */
export const supportsIdempotencyKey = (spec: EndpointSpec): boolean =>
  spec.idempotent === true || (spec.http?.startsWith('POST ') === true && spec.auth !== 'none' && spec.idempotency !== 'ignored');

/** Method and path of an endpoint's `http` line. */
export function parseHttpLine(http: string): { method: HttpMethod; path: string } {
  const [method, path] = http.split(' ');
  if (!path || !isMethod(method)) throw new Error(`not a method and a path: ${http}`);
  return { method, path };
}

const isMethod = (word: string | undefined): word is HttpMethod =>
  word === 'GET' || word === 'POST' || word === 'PUT' || word === 'PATCH' || word === 'DELETE';
