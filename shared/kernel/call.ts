/** What a handler may use of the call it serves: who calls, typed calls to other services, permissions, the audit trail. */
import type { Context, ServiceBroker } from 'moleculer';
import type { ClientSession } from 'mongoose';
import type { Input, Result } from '../contracts/endpoint.ts';
import type { EndpointId, EndpointMap } from '../contracts/index.ts';
import type { Permission } from '../contracts/permissions.ts';
import type { Abandonments } from './abandonments.ts';
import type { Ending, Outbox } from './background/outbox.ts';
import { timeoutOf } from './bus/timeouts.ts';
import { holds, permits, type Subject } from './callers/permissions.ts';
import { ownerOf, type Principal, type UserPrincipal } from './callers/principal.ts';
import { entityTag, isKnown, NOT_MODIFIED } from './conditional.ts';
import { denied, unauthenticated } from './errors.ts';
import { type Claim, packAnswer } from './idempotency/first-answers.ts';
import { SERVICE_VERSION } from './service-version.ts';

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

export interface AuditNote {
  resource: { type: string; id: number | string | null };
  details?: AuditDetails;
  /** Default: the endpoint's id. */
  action?: string;
  /** The account that acted, where the call proves who it is instead of knowing it: registering and signing in. */
  userId?: number;
}

interface Made {
  node: { log: ServiceBroker['logger']; abandonments: Abandonments };
  ctx: Context<unknown, { principal?: unknown; exchange?: unknown }>;
  principal: Principal;
  /** The token with which this service calls others for the same caller. */
  passOn: () => string;
  outbox: Outbox | null;
  action: string;
  /** As they were read: what means nothing to this caller is not among them. */
  params: object;
  /** The tags of the representations that the caller of a read has; null where it wants the result itself. */
  known: readonly string[] | null;
  /** The versions that the caller of a write allows; null: any. */
  ifMatch: readonly string[] | null;
}

/**
 * The context of a call as the parent of further ones. Moleculer merges the meta of each of them into that of its parent, which goes back to
 * the caller and into its repetitions: what was passed on to others, with another sender, would be sent as the caller's own.
 */
function callerOf(ctx: Made['ctx']): Made['ctx'] {
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
  claim: Claim | null = null;
  /** The ETag of a read that named what it depends on; null: it follows from the result. */
  etag: string | null = null;
  /** The versions that the caller of a write allows (`If-Match`); null: any. A handler that changes what it read compares them again. */
  readonly ifMatch: readonly string[] | null;
  readonly #made: Made;
  /** As whom it calls others; made with the first call. */
  #calling: Made['ctx'] | null = null;
  #signal: AbortSignal | null = null;

  constructor(made: Made) {
    this.#made = made;
    this.ifMatch = made.ifMatch;
    this.principal = made.principal;
    this.requestId = made.ctx.requestID ?? made.ctx.id;
    this.log = made.node.log;
  }

  /** Calls another action as the same caller. */
  call<K extends EndpointId>(id: K, params: Input<EndpointMap[K]>): Promise<Result<EndpointMap[K]>> {
    const { passOn } = this.#made;
    this.#calling ??= callerOf(this.#made.ctx);
    const options = { meta: { principal: passOn() }, timeout: timeoutOf(id) };
    return this.#calling.call<Result<EndpointMap[K]>, Input<EndpointMap[K]>>(id, params, options);
  }

  /** The account behind the call. @throws UNAUTHENTICATED for nobody and for services */
  get user(): UserPrincipal {
    if (this.principal.kind !== 'user') throw unauthenticated();
    return this.principal;
  }

  /**
   * Whose share of what is limited this call takes. All without an account share one: the network they come from stays in the gateway,
   * which limits by it, and is no part of a principal. What they may all ask for needs another owner, such as the page they read.
   */
  get owner(): string {
    return ownerOf(this.principal, this.principal.kind);
  }

  /** Aborted when nobody waits for the answer any more. */
  get signal(): AbortSignal {
    this.#signal ??= this.#anySignal();
    return this.#signal;
  }

  #anySignal(): AbortSignal {
    const { node, ctx } = this.#made;
    const { timeout } = ctx.options;
    const { exchange } = ctx.meta;
    return AbortSignal.any([
      ...(timeout ? [AbortSignal.timeout(timeout)] : []),
      ...(typeof exchange === 'string' ? [node.abandonments.signalOf(exchange)] : []),
    ]);
  }

  get person(): Person {
    const { user } = this.user;
    return { userId: user.id, displayName: user.name };
  }

  /** Whether the call came with a key or from the assistant, for which some rules are stricter. */
  get byKeyOrAssistant(): boolean {
    return this.principal.channel === 'assistant' || (this.principal.kind === 'user' && this.principal.credential.type === 'key');
  }

  /** May this caller do this to that: the credential's grant and the owner's live rights. */
  permits(permission: Permission, subject: Subject): boolean {
    return permits(this.principal, permission, subject);
  }

  /** Whether the account itself holds it, whatever the key carries: decides what is visible. */
  holds(permission: Permission, subject: Subject): boolean {
    return holds(this.principal, permission, subject);
  }

  /** @throws PERMISSION_DENIED naming the permission */
  require(permission: Permission, subject: Subject): void {
    if (!this.permits(permission, subject)) throw denied([permission]);
  }

  /**
   * Names what the representation depends on beside the request, before it is built (X2).
   * @param version of the resource, which a write compares
   * @throws NOT_MODIFIED when the caller has this representation
   */
  revalidate(version: string, ...dependencies: unknown[]): void {
    const { known, params, action } = this.#made;
    if (known === null) return;
    // Another version of the service may show the same content in another way.
    this.etag = entityTag(version, JSON.stringify([SERVICE_VERSION, action, params, dependencies]));
    if (isKnown(this.etag, known)) throw NOT_MODIFIED;
  }

  /** Writes the audit entry of this call in the transaction of its change. */
  async audit(session: ClientSession | null, note: AuditNote): Promise<void> {
    await this.#outbox.put(session, this.#entryOf(note));
  }

  /**
   * Ends a POST in the transaction of its change: the audit entry, and the answer for whoever sends the request again (G22).
   * @returns the answer, which the handler returns
   */
  async conclude<T>(session: ClientSession | null, note: AuditNote, answer: T): Promise<T> {
    const ending = this.ending(note, answer);
    // Without a transaction nothing changes but the log; such an answer is kept when the call has ended, if it is small.
    await this.complete(session, session ? ending : { ...ending, first: null });
    return answer;
  }

  /** What is due at the end of a change that another service completes: it is kept with the change, so that a crash loses none of it. */
  ending(note: AuditNote, answer: unknown): Ending {
    const { claim } = this;
    const packed = claim && packAnswer(answer);
    return { entry: this.#entryOf(note), first: claim && { claim, packed } };
  }

  /** The change that waited is complete. */
  async complete(session: ClientSession | null, ending: Ending): Promise<void> {
    await this.#outbox.conclude(session, ending);
  }

  get #outbox(): Outbox {
    const { outbox, action } = this.#made;
    if (!outbox) throw new Error(`${action} changes something, but its service has no outbox`);
    return outbox;
  }

  #entryOf(note: AuditNote): Ending['entry'] {
    const { principal } = this;
    return {
      user_id: note.userId ?? (principal.kind === 'user' ? principal.user.id : null),
      action: note.action ?? this.#made.action,
      channel: principal.channel,
      key_id: principal.kind === 'user' && principal.credential.type === 'key' ? principal.credential.id : null,
      request_id: this.requestId,
      resource: note.resource,
      details: note.details ?? {},
    };
  }

  /** Says that a writing call changed nothing, so that no audit entry is due: the tests demand one or the other of every write. */
  unchanged(): void {}
}
