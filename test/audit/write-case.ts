/** What a case of the audit suite is: one successful write, and the entry it must leave. */
import type { RestClient } from '../../scripts/rest-client/client.ts';
import type { JsonObject } from '../../scripts/rest-client/json.ts';
import type { EndpointId } from '../../shared/contracts/index.ts';
import type { Mailbox } from '../mailbox.ts';
import type { TestWorld } from '../world/test-world.ts';

/** Somebody who writes. */
export interface WritingAccount {
  session: RestClient;
  /** The cookie that says so. */
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

/** What its entry must tell beside who and what. */
interface ExpectedAuditDetails {
  /** Which revision, or version. */
  revision?: true;
  /** Roles, permissions or limits before and after: these members at least; null for none. */
  roles?: readonly [JsonObject | null, JsonObject | null];
}

interface WriteCase {
  concerns: ExpectedAuditDetails;
  make(at: WriteContext): Promise<AuditedWrite>;
}

export interface WriteContext extends Pick<TestWorld, 'anyone' | 'ada' | 'wiki'> {
  /** Another number each time, for names. */
  n: number;
  mailbox: Mailbox;
}

/** Told by endpoint. */
export type WriteCases = Readonly<Partial<Record<EndpointId, WriteCase>>>;

/** Its entry says which revision it was. */
export const REVISION: ExpectedAuditDetails = { revision: true };
export const change = (concerns: ExpectedAuditDetails, make: WriteCase['make']): WriteCase => ({
  concerns,
  make,
});
