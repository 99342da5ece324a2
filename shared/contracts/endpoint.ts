/**
 * Type of an endpoint declaration, from which routes, validation, help, OpenAPI and permission checks are
 * derived (architecture §2). Functions that declare endpoints (writes with `dryRun`) and internal actions,
 * and functions that read a declaration: method and path, success statuses, callers, idempotency.
 */
import { dryRun, withAffected } from './dry-run.ts';
import type { ErrorCode } from './error-codes.ts';
import type { Permission } from './permissions.ts';
import type { Infer, InferInput, InferProps, Props, Schema } from './schema.ts';
import type { BusCaller } from './services.ts';
import type { ToolOptions } from './tool-options.ts';

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
 * The resource of a call. Its service loads it; the kernel responds with 404 when the caller may not see it,
 * 403 when a permission on it is missing, 409 when it needs an open draft and has none (G16).
 */
interface EndpointResource {
  /** A loader of the owning service. */
  readonly resource:
    | 'standard'
    | 'workingCopy'
    | 'category'
    | 'library'
    | 'project'
    | 'datasheet'
    | 'company'
    | 'key'
    | 'wikiStandard'
    | 'site';
  /** The parameter with its id. */
  readonly by: string;
  /** The parameter with the id that is checked before a replay (G12), where the call deletes the resource. */
  readonly byOnReplay?: string;
  /** The permissions checked on it; default: all of the endpoint's. */
  readonly permissions?: readonly Permission[];
}

/** That a path should not be used any more, as its responses tell it (RFC 9745, RFC 8594). */
export interface Deprecation {
  /** Day from which it should not be used any more, such as 2026-11-21. */
  readonly since: string;
  /** Day from which it does not answer any more; absent where no end is set. */
  readonly sunset?: string;
  /** The path that replaces it; with parameters it is a template. */
  readonly successor: `/api/${string}`;
}

export interface EndpointSpec {
  /** Method and path; absent on an internal action, which only services can call. */
  readonly http?: `${HttpMethod} /api/${string}`;
  /** A second path with the same response. */
  readonly alias?: `${HttpMethod} /api/${string}`;
  /** Of the alias, where there is one. */
  readonly deprecation?: Deprecation;
  readonly group: EndpointGroup;
  readonly summary: string;
  readonly description?: string;
  /** `none` is public; `session_only` refuses keys (tier 1). */
  readonly auth: 'none' | 'key_or_session' | 'session_only';
  /** A public endpoint that ignores credentials, so that an expired one does no harm (A15). */
  readonly credential?: 'ignored';
  /**
   * `ignored`: a POST that ignores `Idempotency-Key`, since its secret is shown once (G22), or it has the same effect
   * twice. `current`: a repeated request gets the result as it may be read now, since its text may be withheld by
   * then; the service has a `Replay` for it.
   */
  readonly idempotency?: 'ignored' | 'current';
  /** Not counted against a limit, so that a limit never looks like an outage (G24). */
  readonly rateLimitExempt?: boolean;
  readonly permissions: readonly Permission[];
  /** Permissions that unlock extra behaviour. */
  readonly optionalPermissions?: readonly Permission[];
  /** The resource whose visibility, permission and draft the kernel checks before the handler runs. */
  readonly on?: EndpointResource;
  /** Refused without an open draft: 409 `NO_OPEN_DRAFT`, or 403 where the requirements demand it (G9). */
  readonly needsDraft?: 409 | 403;
  /** Without an open draft, a request with `baseVersion` is EDIT_CONFLICT `draft_closed` (P14, P15). */
  readonly closedDraftIsConflict?: boolean;
  /** A write that an archived project allows. */
  readonly allowedOnArchived?: boolean;
  readonly mutates: boolean;
  /** A read that hands over what is otherwise exported: each call is written to the audit trail, and changes nothing else. */
  readonly audited?: true;
  /** A write that has effects beyond the database, so that it cannot be tried without them. */
  readonly noDryRun?: true;
  readonly path?: Props;
  readonly query?: Props;
  readonly body?: Props;
  /** The name of the body's shape in the OpenAPI document, where several endpoints have the same. */
  readonly bodyName?: string;
  /** An unknown body field is 400 (G5). */
  readonly strictBody?: boolean;
  /** Encoding of a request body that is not JSON. */
  readonly bodyEncoding?: 'multipart';
  /** The member of the body that over HTTP is the whole body, a JSON array. */
  readonly arrayBody?: string;
  /** The member of the body that over HTTP may be the whole body: a file, else in base64. */
  readonly fileBody?: string;
  readonly bodyLimitBytes?: number;
  /** The response is not JSON: the bytes of a file or a redirect to them. */
  readonly responseType?: 'file';
  /** The result where the query asks for a document by `format`; over HTTP it is the bytes of a file, as above. */
  readonly document?: Schema;
  readonly success?: 200 | 201;
  /** A boolean member of the result: without it the status is 200 instead of `success`. */
  readonly createdIf?: string;
  /**
   * Where what a 201 has created is read: the path of a GET with parameters of the request (`:id`) and members of the
   * result (`{id}`, `{revision.id}`); a list where nothing reads it alone.
   */
  readonly location?: `/api/${string}`;
  readonly returns: Schema;
  /** The codes that do not follow from the other members (`errorsOfEndpoint`). */
  readonly errors?: readonly ErrorCode[];
  /**
   * Member of the result with which its ETag begins (G23, X2); `bytes`: none, or as the handler sets it.
   * Absent on lists that need a credential.
   */
  readonly etag?: 'version' | 'content_hash' | 'draftVersion' | 'bytes';
  /** The member with the markup, which is the whole body for `Accept: text/markdown`, and the query that selects it. */
  readonly markdown?: { readonly member: string; readonly query?: Readonly<Record<string, string>> };
  /** A read whose result changes by itself; it has no ETag. */
  readonly volatile?: true;
  /** The callers on the bus, in addition to the gateway and tools (`isCallableBy`). */
  readonly calledBy?: readonly BusCaller[];
  /** An internal action that turns a credential into a caller, so that it is called without one. */
  readonly signsIn?: true;
  /**
   * Who writes the audit entry of an internal write, where its handler does not: `caller` (it is a part of the change
   * that the caller audits), `outbox` (one for each of several changes, without the context of a call), `none` (it
   * stores no change of content or rights: counters, logs, notifications).
   */
  readonly auditEntry?: 'caller' | 'outbox' | 'none';
  /** An internal action that supports `Idempotency-Key`, as part of a request. */
  readonly idempotent?: boolean;
  /** Milliseconds (default 9,000). */
  readonly timeoutMs?: number;
  /** Not in the requirements; decided in `docs/decisions.md`. */
  readonly extension?: boolean;
  /** 410 for every caller, before any check (G4). */
  readonly closed?: boolean;
  /** How it is offered over MCP, where that does not follow from the other members. */
  readonly tool?: ToolOptions;
  /** Ids of the rules and decisions that it implements, apart by blanks. */
  readonly rules?: string;
}

export type Endpoints = { readonly [id: string]: EndpointSpec };

/** The groups whose writes can be tried without effect. */
const DRY_RUN_GROUPS: readonly EndpointGroup[] = [
  'standards',
  'categories',
  'projects',
  'comments',
  'datasheet',
];

/**
 * Declares one endpoint, keeping its literal types. A write of documents gets the parameter `dryRun`, and its
 * response `affected`.
 */
export const endpoint = <const E extends EndpointSpec>(spec: E): E => {
  if (!spec.mutates || spec.noDryRun || !DRY_RUN_GROUPS.includes(spec.group)) return spec;
  const returns = withAffected(spec.returns);
  // The parameters of DELETE are declared as its body, and accepted in the query as well (G7).
  return spec.http?.startsWith('DELETE ')
    ? { ...spec, returns, body: { ...spec.body, dryRun } }
    : { ...spec, returns, query: { ...spec.query, dryRun } };
};

/** Whether the write can be tried without effect. */
export const supportsDryRun = ({ query, body }: EndpointSpec): boolean =>
  query?.dryRun === dryRun || body?.dryRun === dryRun;

/** What an internal action has in common with an endpoint. */
type InternalActionSpec = Pick<
  EndpointSpec,
  'auditEntry' | 'group' | 'idempotent' | 'mutates' | 'needsDraft' | 'signsIn' | 'summary' | 'timeoutMs'
> & { readonly calledBy: readonly BusCaller[] };

/**
 * Declares an action that only the callers in `calledBy` may call, for any principal. It has no route and is
 * not in help. The kernel makes the same checks as for an endpoint: resource, permission on it, archive, draft.
 */
export const internalAction = <
  const P extends Props,
  const R extends Schema,
  const O extends EndpointResource | undefined = undefined,
>({
  as,
  params,
  ...spec
}: InternalActionSpec & {
  /**
   * The endpoint whose authentication and permissions apply, where the action produces a part of its
   * response.
   */
  readonly as?: Pick<EndpointSpec, 'auth' | 'permissions'>;
  readonly on?: O;
  readonly params: P;
  readonly returns: R;
}): InternalActionSpec &
  Pick<EndpointSpec, 'auth' | 'permissions'> & {
    readonly on?: O;
    readonly body: P;
    readonly returns: R;
  } => ({ ...spec, auth: as?.auth ?? 'none', permissions: as?.permissions ?? [], body: params });

type PropsOf<E, K extends 'path' | 'query' | 'body'> = E extends { readonly [P in K]: infer V extends Props }
  ? V
  : Record<never, never>;
type Simplify<T> = { [K in keyof T]: T[K] };

/** Parameters of the handler: path, query and body as one flat, validated object; the path wins (G18). */
export type ParamsOf<E> = Simplify<
  InferProps<PropsOf<E, 'path'>> & InferProps<PropsOf<E, 'query'>> & InferProps<PropsOf<E, 'body'>>
>;
/** Parameters as a caller sends them. */
export type InputOf<E> = Simplify<
  InferInput<PropsOf<E, 'path'>> & InferInput<PropsOf<E, 'query'>> & InferInput<PropsOf<E, 'body'>>
>;
/** What a caller receives, as JSON. */
export type ResultOf<E> = E extends { readonly returns: infer R } ? Infer<R> : never;
/** What a handler returns: the result, or the document that was asked for instead. */
export type AnswerOf<E> = E extends { readonly document: infer D } ? ResultOf<E> | Infer<D> : ResultOf<E>;

/** Whether a write takes the version it read in its body; `If-Match` is then an alternative to it. */
export const acceptsBaseVersion = ({ body }: EndpointSpec): boolean =>
  body !== undefined && 'baseVersion' in body;

/** Whether a request with the same `Idempotency-Key` gets the result of the first one (G12, G22). */
export const supportsIdempotencyKey = (spec: EndpointSpec): boolean =>
  spec.idempotent === true ||
  (spec.http?.startsWith('POST ') === true && spec.auth !== 'none' && spec.idempotency !== 'ignored');

/** The JSON body of a request with these members: an object, or the array of an endpoint that takes one. */
export function toJsonBody({ arrayBody }: EndpointSpec, members: Readonly<Record<string, unknown>>): object {
  const array = arrayBody === undefined ? undefined : members[arrayBody];
  return Array.isArray(array) ? array : members;
}

/** The statuses of success; with `createdIf` the result decides. */
export const successStatuses = ({ success = 200, createdIf }: EndpointSpec): number[] =>
  createdIf === undefined ? [success] : [success, 200];

/** Method and path of an endpoint's `http` line. */
export function parseHttpLine(http: string): { method: HttpMethod; path: string } {
  const [method, path] = http.split(' ');
  if (!path || !isMethod(method)) throw new Error(`not a method and a path: ${http}`);
  return { method, path };
}

const isMethod = (word: string | undefined): word is HttpMethod =>
  word === 'GET' || word === 'POST' || word === 'PUT' || word === 'PATCH' || word === 'DELETE';
