/** The firms a header names: they must exist, and the owner is the caller's own (P1, P14). */
import type { Call } from '../../../shared/kernel/call.ts';
import { fail } from '../../../shared/kernel/errors.ts';
import type { NamedCompany } from '../revisions/model.ts';
import { companyIdsOf, type HeaderRecord } from './fields.ts';

/**
 * Names of the firms these fields bring in. The caller's own company is known without asking.
 * @throws UNKNOWN_COMPANY with the path of the first id that is none
 */
export async function nameCompanies(fields: Partial<HeaderRecord>, known: NamedCompany[], call: Call): Promise<NamedCompany[]> {
  const own = call.principal.kind === 'user' ? call.principal.company : null;
  const names = new Map([...known, ...(own ? [own] : [])].map(({ id, name }) => [id, name]));
  const unknown = companyIdsOf(fields).filter((id) => !names.has(id));
  if (unknown.length > 0) {
    const { companies } = await call.call('identity.companies', { company_ids: unknown });
    for (const { id, name } of companies) names.set(id, name);
    const missing = unknown.find((id) => !names.has(id));
    if (missing !== undefined) throw unknownCompany(fields, missing);
  }
  return [...names].map(([id, name]) => ({ id, name }));
}

/** Only those a header still names. */
export function sealCompanies(header: HeaderRecord, names: readonly NamedCompany[]): NamedCompany[] {
  const named = new Set(companyIdsOf(header));
  return names.filter(({ id }) => named.has(id));
}

function unknownCompany(fields: Partial<HeaderRecord>, id: number): Error {
  const path =
    (['owner_company_id', 'engineer_id', 'prime_contractor_id'] as const).find((field) => fields[field] === id) ??
    `sub_contractors[${fields.sub_contractors?.indexOf(id) ?? 0}]`;
  const message = `'${path}' names no company: ${id}. Look companies up with GET /api/companies?search=.`;
  return fail('UNKNOWN_COMPANY', message, { errors: [{ path, message }] });
}

/** @throws COMPANY_NOT_ALLOWED when somebody else's company is to own the project */
export function requireOwnCompany(asked: number, call: Call, path: string): void {
  if (call.user.company?.id === asked) return;
  const message = `'${path}' must be your own company.`;
  throw fail('COMPANY_NOT_ALLOWED', message, { errors: [{ path, message }] });
}
