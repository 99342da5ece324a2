/** The company an account comes into as it enters. */
import type { AuditDetails } from '../../../shared/kernel/call.ts';
import type { PendingMemberRecord } from '../companies/model.ts';
import type { UserRecord } from './model.ts';
import type { NewAccount } from './repository.ts';

/** A new company's administrator, else the member somebody has already named. */
export function membershipOf(companyId: number | null, invited: PendingMemberRecord | null): NewAccount['membership'] {
  if (companyId !== null) return { companyId, role: 'CompanyAdmin' };
  return invited ? { companyId: invited.company_id, role: invited.role } : null;
}

/** What the audit entry of an account that enters tells of its company. */
export const joined = ({ company_id, company_role }: Pick<UserRecord, 'company_id' | 'company_role'>): AuditDetails =>
  company_id === null ? {} : { before: null, after: { company_id, role: company_role } };
