/** Principals: the callers of the fuzz requests. */
import type { FuzzCredential } from '../fuzz-request.ts';

export interface FuzzPrincipal {
  readonly name: string;
  readonly kind: 'nobody' | 'key' | 'session';
  /** Whose data it may see: a company, a free account, the site; `nobody`'s is what is public. */
  readonly tenant: string;
  /** The account behind the credential; several principals may be one account. */
  readonly account: string;
  /**
   * What every text of its tenant carries, and no response to another tenant may; '' where texts are for
   * everybody.
   */
  readonly mark: string;
  readonly email: string;
  readonly userId: number;
  /** Of its key. */
  readonly keyId: number;
  readonly credential: FuzzCredential;
}
