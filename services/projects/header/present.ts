/**
 * View of a project header: companies, vertical and status by name, and stakeholder claims. API responses and the
 * signed content of a revision both contain it, so a new member changes certificates.
 */
import type { headerView } from '../../../shared/contracts/projects/shapes.ts';
import { PROJECT_STATUSES, termById, VERTICALS } from '../../../shared/contracts/projects/vocabulary.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { CompanyName, Contact, HeaderRecord } from '../revisions/model.ts';

type CompanyClaim = 'unconfirmed' | 'contact_named' | null;

/** A claim is unconfirmed as long as no contact at the company can confirm it. */
const claimOf = (companyId: number | null, contact: Contact | null): CompanyClaim =>
  companyId === null ? null : contact === null ? 'unconfirmed' : 'contact_named';

/** A header with the names of its ids, as sealed with its revision. */
export function presentHeader(
  header: HeaderRecord,
  companies: readonly CompanyName[],
): Infer<typeof headerView> {
  const names = new Map(companies.map(({ id, name }) => [id, name]));
  const companyOf = (id: number | null) =>
    id === null ? null : { id, name: names.get(id) ?? `Company ${id}` };
  const owner = companyOf(header.owner_company_id);
  const { owner_company_id, engineer_id, prime_contractor_id, owner_contact, engineer_contact } = header;
  return {
    name: header.name,
    summary: header.summary,
    address_street: header.address_street,
    address_city: header.address_city,
    address_state: header.address_state,
    address_postal_code: header.address_postal_code,
    address_country: header.address_country,
    longitude: header.longitude,
    latitude: header.latitude,
    vertical_id: header.vertical_id,
    vertical: termById(VERTICALS, header.vertical_id),
    status_id: header.status_id,
    status: termById(PROJECT_STATUSES, header.status_id),
    owner_company_id,
    owner_company_name: owner?.name ?? null,
    engineer_id,
    prime_contractor_id,
    sub_contractors: header.sub_contractors,
    owner_contact,
    engineer_contact,
    stakeholders: {
      owner: { company: owner, contact: owner_contact, claim: claimOf(owner_company_id, owner_contact) },
      engineer: {
        company: companyOf(engineer_id),
        contact: engineer_contact,
        claim: claimOf(engineer_id, engineer_contact),
      },
      prime_contractor: {
        company: companyOf(prime_contractor_id),
        claim: claimOf(prime_contractor_id, null),
      },
      sub_contractors: header.sub_contractors.flatMap((id) => companyOf(id) ?? []),
    },
  };
}
