/** What a handler may use of the call it serves: who calls, typed calls to other services, permissions, the audit trail. */
import type { Context, ServiceBroker } from 'moleculer';
import type { ClientSession } from 'mongoose';
import type { InputOf, ResultOf } from '../../contracts/endpoint.ts';
import type { EndpointId, EndpointMap } from '../../contracts/index.ts';
import type { Permission } from '../../contracts/permissions.ts';
import { accountMay, callerMay, type Subject } from '../auth/authorization.ts';
import { type Principal, type PrincipalAccount, quotaOwner, type UserPrincipal } from '../auth/principal.ts';
import type { Completion, Outbox } from '../background/outbox.ts';
import { timeoutOf } from '../bus/call-timeouts.ts';
import { buildEtag, matchesEtag, NOT_MODIFIED } from '../conditional-requests/etags.ts';
import { permissionDenied, unauthenticated } from '../errors/errors.ts';
import { compressResult, type IdempotencyLock } from '../idempotency/store.ts';
import type { AbortedRequests } from '../node/aborted-requests.ts';
import { SERVICE_VERSION } from '../node/service-version.ts';

/** How people are named wherever one is shown (P13). */
export interface Person {
  userId: number;
  displayName: string;
}

/** What an entry tells beside its resource. These names mean the same in every entry; the others are the endpoint's own. */
export interface AuditDetails {
  /** The revision of the resource that was made, sealed, exported or discarded, or the draft revision that was changed. */
  revision?: { id: number | string; code?: string };
  /** The version a working copy or draft has now, where that and no revision says which state it is. */
  version?: string;
  /** Roles, permissions and what decides about them, as they were and as they are; null: there were none, or none are left. */
  before?: object | null;
  after?: object | null;
  [name: string]: unknown;
}

export interface AuditEntryInput {
  resource: { type: string; id: number | string | null };
  details?: AuditDetails;
  /** Default: the endpoint's id. */
  action?: string;
  /** The account that acted, where the call proves who it is instead of knowing it: registering and signing in. */
  userId?: number;
}

interface CallContext {
  node: { log: ServiceBroker['logger']; abortedRequests: AbortedRequests };
  ctx: Context<unknown, { principal?: unknown; abortId?: unknown }>;
  principal: Principal;
  /** The token with which this service calls others for the same caller. */
  reissueToken: () => string;
  outbox: Outbox | null;
  action: string;
  /** As they were read: what means nothing to this caller is not among them. */
  params: object;
  /** The tags of the representations that the caller of a read has; null where it wants the result itself. */
  ifNoneMatch: readonly string[] | null;
  /** The versions that the caller of a write allows; null: any. */
  ifMatch: readonly string[] | null;
}

/**
 * The context of a call as the parent of further ones. Moleculer merges the meta of each of them into that of its parent, which goes back to
 * the caller and into its repetitions: what was passed on to others, with another sender, would be sent as the caller's own.
 */
function parentContext(ctx: CallContext['ctx']): CallContext['ctx'] {
  const parent = ctx.copy();
  parent.id = ctx.id;
  // What is left of the time of this call is all that the further ones have.
  parent.startHrTime = ctx.startHrTime;
  parent.meta = { ...ctx.meta };
  return parent;
}

export class Call {
  readonly principal: Principal;
  readonly requestId: string;
  readonly log: ServiceBroker['logger'];
  /** The right to answer a request that may be sent again; null when nobody asked for that. */
  idempotencyLock: IdempotencyLock | null = null;
  /** The ETag of a read that named what it depends on; null: it follows from the result. */
  etag: string | null = null;
  /** The versions that the caller of a write allows (`If-Match`); null: any. A handler that changes what it read compares them again. */
  readonly ifMatch: readonly string[] | null;
  readonly #context: CallContext;
  /** As whom it calls others; made with the first call. */
  #parentContext: CallContext['ctx'] | null = null;
  #signal: AbortSignal | null = null;

  constructor(made: CallContext) {
    this.#context = made;
    this.ifMatch = made.ifMatch;
    this.principal = made.principal;
    this.requestId = made.ctx.requestID ?? made.ctx.id;
    this.log = made.node.log;
  }

  /** Calls another action as the same caller. */
  call<K extends EndpointId>(id: K, params: InputOf<EndpointMap[K]>): Promise<ResultOf<EndpointMap[K]>> {
    const { reissueToken } = this.#context;
    this.#parentContext ??= parentContext(this.#context.ctx);
    const options = { meta: { principal: reissueToken() }, timeout: timeoutOf(id) };
    return this.#parentContext.call<ResultOf<EndpointMap[K]>, InputOf<EndpointMap[K]>>(id, params, options);
  }

  /** The account with its company and credential. @throws UNAUTHENTICATED for anonymous callers and services */
  get userPrincipal(): UserPrincipal {
    if (this.principal.kind !== 'user') throw unauthenticated();
    return this.principal;
  }

  /** @throws UNAUTHENTICATED for anonymous callers and services */
  get account(): PrincipalAccount {
    return this.userPrincipal.user;
  }

  /**
   * Whose share of what is limited this call takes. All without an account share one: the network they come from stays in the gateway,
   * which limits by it, and is no part of a principal. What they may all ask for needs another owner, such as the page they read.
   */
  get quotaOwner(): string {
    return quotaOwner(this.principal, this.principal.kind);
  }

  /** Aborted when nobody waits for the answer any more. */
  get signal(): AbortSignal {
    this.#signal ??= this.#combineSignals();
    return this.#signal;
  }

  #combineSignals(): AbortSignal {
    const { node, ctx } = this.#context;
    const { timeout } = ctx.options;
    const { abortId } = ctx.meta;
    return AbortSignal.any([
      ...(timeout ? [AbortSignal.timeout(timeout)] : []),
      ...(typeof abortId === 'string' ? [node.abortedRequests.signalFor(abortId)] : []),
    ]);
  }

  get person(): Person {
    return { userId: this.account.id, displayName: this.account.name };
  }

  /** Whether the call came with a key or from the assistant, for which some rules are stricter. */
  get isDelegated(): boolean {
    return this.principal.channel === 'assistant' || (this.principal.kind === 'user' && this.principal.credential.type === 'key');
  }

  /** May this caller do this to that: the credential's grant and the owner's live rights. */
  isAllowed(permission: Permission, subject: Subject): boolean {
    return callerMay(this.principal, permission, subject);
  }

  /** Whether the account itself holds it, whatever the key carries: decides what is visible. */
  accountMay(permission: Permission, subject: Subject): boolean {
    return accountMay(this.principal, permission, subject);
  }

  /** @throws PERMISSION_DENIED naming the permission */
  assertAllowed(permission: Permission, subject: Subject): void {
    if (!this.isAllowed(permission, subject)) throw permissionDenied([permission]);
  }

  /**
   * Names what the representation depends on beside the request, before it is built (X2).
   * @param version of the resource, which a write compares
   * @throws NOT_MODIFIED when the caller has this representation
   */
  revalidate(version: string, ...dependencies: unknown[]): void {
    const { ifNoneMatch, params, action } = this.#context;
    if (ifNoneMatch === null) return;
    // Another version of the service may show the same content in another way.
    this.etag = buildEtag(version, JSON.stringify([SERVICE_VERSION, action, params, dependencies]));
    if (matchesEtag(this.etag, ifNoneMatch)) throw NOT_MODIFIED;
  }

  /** Writes the audit entry of this call in the transaction of its change. */
  async audit(session: ClientSession | null, note: AuditEntryInput): Promise<void> {
    await this.#outbox.add(session, this.#auditEntry(note));
  }

  /**
   * Ends a POST in the transaction of its change: the audit entry, and the answer for whoever sends the request again (G22).
   * @returns the answer, which the handler returns
   */
  async finish<T>(session: ClientSession | null, note: AuditEntryInput, answer: T): Promise<T> {
    const ending = this.prepareCompletion(note, answer);
    // Without a transaction nothing changes but the log; such an answer is kept when the call has ended, if it is small.
    await this.complete(session, session ? ending : { ...ending, first: null });
    return answer;
  }

  /** What is due at the end of a change that another service completes: it is kept with the change, so that a crash loses none of it. */
  prepareCompletion(note: AuditEntryInput, answer: unknown): Completion {
    const { idempotencyLock: claim } = this;
    const packed = claim && compressResult(answer);
    return { entry: this.#auditEntry(note), first: claim && { claim, packed } };
  }

  /** The change that waited is complete. */
  async complete(session: ClientSession | null, ending: Completion): Promise<void> {
    await this.#outbox.complete(session, ending);
  }

  get #outbox(): Outbox {
    const { outbox, action } = this.#context;
    if (!outbox) throw new Error(`${action} writes data, but its service has no outbox`);
    return outbox;
  }

  #auditEntry(note: AuditEntryInput): Completion['entry'] {
    const { principal } = this;
    return {
      user_id: note.userId ?? (principal.kind === 'user' ? principal.user.id : null),
      action: note.action ?? this.#context.action,
      channel: principal.channel,
      key_id: principal.kind === 'user' && principal.credential.type === 'key' ? principal.credential.id : null,
      request_id: this.requestId,
      resource: note.resource,
      details: note.details ?? {},
    };
  }

  /** Says that a writing call changed nothing, so that no audit entry is due: the tests demand one or the other of every write. */
  markUnchanged(): void {}
}
