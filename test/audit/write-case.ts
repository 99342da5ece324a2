/**
 * Types and constructor (`writeCase`) of the cases in `WRITE_CASES`: one successful write to an endpoint,
 * and what its audit entry must contain.
 */

import type { EndpointId } from '../../shared/contracts/index.ts';
import type { RestClient } from '../../shared/rest-client/client.ts';
import type { JsonObject } from '../../shared/rest-client/json.ts';
import type { Mailbox } from '../mailbox.ts';
import type { TestWorld } from '../world/test-world.ts';

/** The account that writes, by session and by key. */
export interface WritingAccount {
  session: RestClient;
  /** The session cookie. */
  cookie: string;
  key: RestClient;
  secret: string;
  userId: number;
  keyId: number;
}

/** One write that succeeds and changes something. */
export interface AuditedWrite {
  ids?: Readonly<Record<string, string | number>>;
  body?: object;
  form?: FormData;
  /** Default: Ada, who administers her company and the site. */
  who?: WritingAccount;
  /** The account that the entry names where nobody is signed in; null: nobody. */
  by?: number | null;
}

/** Details that the entry must have beside account and action. */
interface ExpectedAuditDetails {
  /** The revision, or the version. */
  revision?: true;
  /** Roles, permissions or limits before and after: these members at least; null for none. */
  beforeAndAfter?: readonly [JsonObject | null, JsonObject | null];
}

interface WriteCase {
  concerns: ExpectedAuditDetails;
  make(context: WriteContext): Promise<AuditedWrite>;
}

export interface WriteContext extends Pick<TestWorld, 'node' | 'anyone' | 'ada' | 'wiki'> {
  /** Another number each time, for names. */
  n: number;
  mailbox: Mailbox;
  /** The project in which the standards of the cases are written; default: Ada's company. */
  project?: { id: number; sectionId: number };
}

/** Cases by endpoint. */
export type WriteCases = Readonly<Partial<Record<EndpointId, WriteCase>>>;

/** Details of a write whose entry names the revision. */
export const REVISION: ExpectedAuditDetails = { revision: true };
export const writeCase = (concerns: ExpectedAuditDetails, make: WriteCase['make']): WriteCase => ({
  concerns,
  make,
});
