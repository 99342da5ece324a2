/**
 * Context of a handler: the caller, typed calls to other services, permission checks, conditional requests,
 * abort signal, dry run, and the audit entry and result of a write.
 */
import type { ServiceBroker } from 'moleculer';
import type { ClientSession } from 'mongoose';
import type { Affected } from '../../contracts/dry-run.ts';
import type { InputOf, ResultOf } from '../../contracts/endpoint.ts';
import type { EndpointId, EndpointMap } from '../../contracts/index.ts';
import type { Permission } from '../../contracts/permissions.ts';
import { accountMay, callerMay, type Subject } from '../auth/authorization.ts';
import { type Principal, type PrincipalAccount, quotaOwner, type UserPrincipal } from '../auth/principal.ts';
import type { RateLimitStatus } from '../auth/rate-limit-status.ts';
import type { Completion, Outbox } from '../background/outbox.ts';
import { timeoutOf } from '../bus/call-timeouts.ts';
import { userOfNode } from '../bus/nats-subjects.ts';
import { buildEtag, matchesEtag, NOT_MODIFIED } from '../conditional-requests/etags.ts';
import { rollBackAtEnd } from '../database/mongo.ts';
import { permissionDenied, unauthenticated } from '../errors/errors.ts';
import { compressResult, type IdempotencyLock } from '../idempotency/store.ts';
import type { AbortedRequests } from '../node/aborted-requests.ts';
import type { ChangeReport } from '../node/handler-middleware.ts';
import { SERVICE_VERSION } from '../node/service-version.ts';
import { type CallContext, parentContext } from './nested-calls.ts';

/** A person as every response names one. */
export interface Person {
  userId: number;
  displayName: string;
}

/** Details of an audit entry. These names mean the same in every entry; the others are the endpoint's own. */
export interface AuditDetails {
  /** The revision that was created, sealed, exported or discarded, or the draft revision that was changed. */
  revision?: { id: number | string; code?: string };
  /** The new version of a working copy or draft, where no revision names its state. */
  version?: string;
  /** Roles, permissions and settings that decide about them, before and after the change; null: none. */
  before?: object | null;
  after?: object | null;
  [name: string]: unknown;
}

export interface AuditEntryInput {
  resource: { type: string; id: number | string | null };
  details?: AuditDetails;
  /** Default: the endpoint's id. */
  action?: string;
  /** The account that acted, where the caller is anonymous until then: registering and signing in. */
  userId?: number;
}

interface RequestContextInput {
  node: { log: ServiceBroker['logger']; abortedRequests: AbortedRequests };
  context: CallContext;
  principal: Principal;
  /** Signs the same caller with this service as the sender. */
  reissueToken: () => string;
  outbox: Outbox | null;
  action: string;
  /** Validated parameters. */
  params: object;
  /** The ETags of the representations that the caller has; null where it wants the result itself. */
  ifNoneMatch: readonly string[] | null;
  ifMatch: readonly string[] | null;
  rateLimitStatus: RateLimitStatus | null;
  isDryRun: boolean;
}

export class RequestContext {
  readonly principal: Principal;
  readonly requestId: string;
  readonly log: ServiceBroker['logger'];
  /** Null without an `Idempotency-Key`. */
  idempotencyLock: IdempotencyLock | null = null;
  /** The result is that of an earlier request with the same `Idempotency-Key`. */
  isReplayed = false;
  /** Set by `revalidate`; null: the ETag follows from the result. */
  etag: string | null = null;
  /** Set by `answerJson`; null: the result is serialised after the handler. */
  json: string | null = null;
  /**
   * The versions that the caller of a write allows (`If-Match`); null: any. A handler compares them again
   * when it saves.
   */
  readonly ifMatch: readonly string[] | null;
  /** Whether the caller of a read may have its representation already (`If-None-Match`). */
  readonly hasIfNoneMatch: boolean;
  /** Remaining rate limit of the caller; null for a call that no gateway counted. */
  readonly rateLimitStatus: RateLimitStatus | null;
  /** Everything is checked and computed, and nothing is stored; so it is in nested calls. */
  readonly isDryRun: boolean;
  /** What else this call changes, and whom it tells; shown by a dry run. */
  readonly affected: Affected = { datasheets: 0, comments: 0, members: 0 };
  /** Audit and idempotency state of this call. */
  readonly changes: ChangeReport = { audited: false, completed: false, finished: null, unchanged: false };
  readonly #input: RequestContextInput;
  /** Context of nested calls; created with the first. */
  #parentContext: CallContext | null = null;
  #signal: AbortSignal | null = null;

  constructor(input: RequestContextInput) {
    this.#input = input;
    this.ifMatch = input.ifMatch;
    this.hasIfNoneMatch = input.ifNoneMatch !== null;
    this.rateLimitStatus = input.rateLimitStatus;
    this.principal = input.principal;
    this.isDryRun = input.isDryRun;
    this.requestId = input.context.requestID ?? input.context.id;
    this.log = input.node.log;
  }

  /** Calls another action as the same caller. */
  call<K extends EndpointId>(id: K, params: InputOf<EndpointMap[K]>): Promise<ResultOf<EndpointMap[K]>> {
    this.#parentContext ??= parentContext(this.#input.context);
    const meta = { principal: this.#input.reissueToken(), dryRun: this.isDryRun };
    const options = { meta, timeout: timeoutOf(id) };
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
   * The owner whose quota this call uses. All callers without an account share one, since only the gateway
   * knows their networks; a limit on what they may do needs another owner, such as the page they read.
   */
  get quotaOwner(): string {
    return quotaOwner(this.principal, this.principal.kind);
  }

  /** Aborted when the caller no longer waits for the result. */
  get signal(): AbortSignal {
    this.#signal ??= this.#combineSignals();
    return this.#signal;
  }

  #combineSignals(): AbortSignal {
    const { node, context } = this.#input;
    const { timeout } = context.options;
    const { abortId } = context.meta;
    return AbortSignal.any([
      // What is left of a caller's time has fractions of milliseconds.
      ...(timeout ? [AbortSignal.timeout(Math.ceil(timeout))] : []),
      ...(typeof abortId === 'string' ? [node.abortedRequests.signalFor(abortId)] : []),
    ]);
  }

  /** The NATS user of the node or program that sent this call, as the NATS server has checked it. */
  get busUser(): string {
    return userOfNode(this.#input.context.nodeID ?? '');
  }

  get person(): Person {
    return { userId: this.account.id, displayName: this.account.name };
  }

  /** Whether the caller uses a key or the assistant, for which some rules are stricter. */
  get isDelegated(): boolean {
    return (
      this.principal.channel === 'assistant' ||
      (this.principal.kind === 'user' && this.principal.credential.type === 'key')
    );
  }

  /** Whether the grant of the credential and the current rights of the account include the permission. */
  isAllowed(permission: Permission, subject: Subject): boolean {
    return callerMay(this.principal, permission, subject);
  }

  /** Whether the account has the permission, with any credential: decides what is visible. */
  accountMay(permission: Permission, subject: Subject): boolean {
    return accountMay(this.principal, permission, subject);
  }

  /** @throws PERMISSION_DENIED naming the permission */
  assertAllowed(permission: Permission, subject: Subject): void {
    if (!this.isAllowed(permission, subject)) throw permissionDenied([permission]);
  }

  /**
   * Ends a read early when the caller has its representation already.
   * @param version of the resource, which a write compares
   * @param dependencies everything else, apart from the parameters, that the representation depends on
   * @throws NOT_MODIFIED
   */
  revalidate(version: string, ...dependencies: unknown[]): void {
    const { ifNoneMatch, params, action } = this.#input;
    if (ifNoneMatch === null) return;
    // Another version of the service may present the same content differently.
    this.etag = buildEtag(version, JSON.stringify([SERVICE_VERSION, action, params, dependencies]));
    if (matchesEtag(this.etag, ifNoneMatch)) throw NOT_MODIFIED;
  }

  /**
   * The result whose JSON a worker has serialised. The gateway gets that as it is, so that a long one is neither parsed
   * nor serialised again on this thread; another caller gets the objects.
   * @param placeholder what the handler returns in place of the result that nobody reads
   */
  answerJson<T>(json: string, placeholder: T): T {
    if (!this.hasIfNoneMatch) return JSON.parse(json);
    this.json = json;
    return placeholder;
  }

  /** Writes the audit entry of this call in the transaction of its change; without one, the entry is all it writes. */
  async audit(session: ClientSession | null, entry: AuditEntryInput): Promise<void> {
    if (this.isDryRun) this.#endDryRun(session);
    else await this.#outbox.add(session, this.#auditEntry(entry));
    this.changes.audited = true;
  }

  /**
   * Ends a POST in the transaction of its change: writes the audit entry and stores the result for a replay.
   * @returns the result
   */
  async finish<T>(session: ClientSession | null, entry: AuditEntryInput, result: T): Promise<T> {
    const completion = this.prepareCompletion(entry, result);
    // Without a transaction only the log changes; such a result is stored after the call, if it is small.
    await this.complete(session, session ? completion : { ...completion, idempotent: null });
    return result;
  }

  /** The completion of a change that another service finishes: stored with the change, so that a crash loses nothing. */
  prepareCompletion(entry: AuditEntryInput, result: unknown): Completion {
    const { idempotencyLock: lock } = this;
    this.changes.finished = { result };
    return { entry: this.#auditEntry(entry), idempotent: lock && { lock, result: compressResult(result) } };
  }

  async complete(session: ClientSession | null, completion: Completion): Promise<void> {
    if (this.isDryRun) this.#endDryRun(session);
    else await this.#outbox.complete(session, completion);
    this.changes.completed = true;
  }

  /** Called by a write that changed nothing and needs no audit entry. */
  markUnchanged(): void {
    this.changes.unchanged = true;
  }

  /** Sets how much else this call changes. A retried transaction calls it again, so it overwrites and does not add. */
  affects(counts: Partial<Affected>): void {
    Object.assign(this.affected, counts);
  }

  /** Lets a transaction of a dry run end without effect. The one with the audit entry does so by itself. */
  rollBack(session: ClientSession | null): void {
    if (!session) throw new Error(`${this.#input.action} writes outside a transaction, which no dry run can`);
    rollBackAtEnd(session);
  }

  #endDryRun(session: ClientSession | null): void {
    if (session) this.rollBack(session);
  }

  get #outbox(): Outbox {
    const { outbox, action } = this.#input;
    if (!outbox) throw new Error(`${action} writes data, but its service has no outbox`);
    return outbox;
  }

  #auditEntry(entry: AuditEntryInput): Completion['entry'] {
    const { principal } = this;
    return {
      user_id: entry.userId ?? (principal.kind === 'user' ? principal.user.id : null),
      action: entry.action ?? this.#input.action,
      channel: principal.channel,
      key_id:
        principal.kind === 'user' && principal.credential.type === 'key' ? principal.credential.id : null,
      request_id: this.requestId,
      resource: entry.resource,
      details: entry.details ?? {},
    };
  }
}
