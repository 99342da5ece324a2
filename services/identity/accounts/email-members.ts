/** The members of an account that hold its email. Pure. */
import { withUnicodeDomain } from '../../../shared/text/email-domains.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import type { UserRecord } from './model.ts';

/** @param email in its normal form */
export function emailMembers(email: string): Pick<UserRecord, 'email' | 'unicode_email'> {
  const unicode = withUnicodeDomain(email);
  return unicode === email ? { email } : { email, unicode_email: foldName(unicode) };
}
