/** What a handler may use of the call it serves: who calls, typed calls to other services, permissions, the audit trail. */
import type { Context, ServiceBroker } from 'moleculer';
import type { ClientSession } from 'mongoose';
import type { Input, Result } from '../contracts/endpoint.ts';
import type { EndpointId, EndpointMap } from '../contracts/index.ts';
import type { Permission } from '../contracts/permissions.ts';
import { denied, fail } from './errors.ts';
import type { Node } from './node.ts';
import type { AuditEntry, Outbox } from './outbox.ts';
import { holds, permits, type Subject } from './permissions.ts';
import type { Principal, UserPrincipal } from './principal.ts';
import { timeoutOf } from './timeouts.ts';

/** How people are named wherever one is shown (P13). */
export interface Person {
  userId: number;
  displayName: string;
}

export interface AuditNote {
  resource: { type: string; id: number | string | null };
  details?: Record<string, unknown>;
  /** Default: the endpoint's id. */
  action?: string;
  /** The account that acted, where the call proves who it is instead of knowing it: registering and signing in. */
  userId?: number;
}

interface Made {
  node: Node;
  ctx: Context<unknown, { principal?: unknown }>;
  principal: Principal;
  outbox: Outbox | null;
  action: string;
}

export class Call {
  readonly principal: Principal;
  readonly requestId: string;
  readonly log: ServiceBroker['logger'];
  /** Whether the call has accounted for what it changed: an audit entry, or the word that nothing did. */
  accounted = false;
  readonly #made: Made;

  constructor(made: Made) {
    this.#made = made;
    this.principal = made.principal;
    this.requestId = made.ctx.requestID ?? made.ctx.id;
    this.log = made.node.log;
  }

  /** Calls another action as the same caller. */
  call<K extends EndpointId>(id: K, params: Input<EndpointMap[K]>): Promise<Result<EndpointMap[K]>> {
    return this.#made.ctx.call<Result<EndpointMap[K]>, Input<EndpointMap[K]>>(id, params, { timeout: timeoutOf(id) });
  }

  /** The account behind the call. @throws UNAUTHENTICATED for nobody and for services */
  get user(): UserPrincipal {
    if (this.principal.kind !== 'user') throw fail('UNAUTHENTICATED', 'Send a valid key as Authorization: Bearer, or sign in.');
    return this.principal;
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

  /** Writes the audit entry of this call in the transaction of its change. */
  async audit(session: ClientSession | null, note: AuditNote): Promise<void> {
    const { outbox, action } = this.#made;
    if (!outbox) throw new Error(`${action} writes an audit entry, but its service has no outbox`);
    await outbox.put(session, this.auditEntry(note));
    this.accounted = true;
  }

  /** The audit entry of this call, for a change that another service completes and that must be told of even after a crash. */
  auditEntry(note: AuditNote): Omit<AuditEntry, 'event_id' | 'at'> {
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

  /** Says that a writing call changed nothing, so that no audit entry is due. */
  unchanged(): void {
    this.accounted = true;
  }
}
