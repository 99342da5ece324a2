/** Type of the callers of fuzz requests: credential, tenant, and the mark that no other tenant may see. */
import type { FuzzCredential } from '../fuzz-request.ts';

export interface FuzzPrincipal {
  readonly name: string;
  readonly kind: 'nobody' | 'key' | 'session';
  /** Whose data it may see: a company, a free account, the site; `nobody` sees public data only. */
  readonly tenant: string;
  /** The account behind the credential; several principals may be one account. */
  readonly account: string;
  /**
   * Word in the texts of its tenant, which no response to another tenant may contain; '' where texts are
   * public.
   */
  readonly mark: string;
  readonly email: string;
  readonly userId: number;
  /** Id of its key; 0 without one. */
  readonly keyId: number;
  readonly credential: FuzzCredential;
}
