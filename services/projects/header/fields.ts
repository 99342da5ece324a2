/**
 * The fields of a project header: parsing of a request, defaults, the companies in them, and whether a change
 * needs project:update or would lose the summary. Pure.
 */
import type { headerInput } from '../../../shared/contracts/projects/shapes.ts';
import type { InferProps } from '../../../shared/contracts/schema.ts';
import type { Contact, HeaderField, HeaderRecord } from '../revisions/model.ts';

type HeaderInput = InferProps<typeof headerInput> & { name?: string };

const DEFAULT_COUNTRY = 'USA';

const EMPTY_HEADER: Omit<HeaderRecord, 'name'> = {
  summary: '',
  address_street: null,
  address_city: null,
  address_state: null,
  address_postal_code: null,
  address_country: DEFAULT_COUNTRY,
  longitude: null,
  latitude: null,
  vertical_id: null,
  status_id: null,
  owner_company_id: null,
  engineer_id: null,
  prime_contractor_id: null,
  sub_contractors: [],
  owner_contact: null,
  engineer_contact: null,
};

/** The header of a new project. */
export const newHeader = (name: string): HeaderRecord => ({ ...EMPTY_HEADER, name });

/** Every header field, in the order they are shown. */
export const HEADER_FIELDS: readonly HeaderField[] = ['name', ...headerFieldsOf(EMPTY_HEADER)];

function headerFieldsOf(header: Omit<HeaderRecord, 'name'>): HeaderField[] {
  return Object.keys(header).filter((key): key is HeaderField => key in EMPTY_HEADER);
}

const blankToNull = (value: string | null): string | null => (value === null || value === '' ? null : value);
const toContact = (input: { email: string; name?: string | null } | null): Contact | null =>
  input === null ? null : { email: input.email, name: input.name ?? null };

/**
 * The header fields of a request as stored; fields that were not sent are absent. null clears a field, and sets the
 * country to USA.
 */
export function parseHeader(input: HeaderInput): Partial<HeaderRecord> {
  const fields: Partial<HeaderRecord> = {};
  if (input.name !== undefined) fields.name = input.name;
  if (input.summary !== undefined) fields.summary = input.summary ?? '';
  if (input.address_country !== undefined)
    fields.address_country = blankToNull(input.address_country) ?? DEFAULT_COUNTRY;
  for (const field of [
    'address_street',
    'address_city',
    'address_state',
    'address_postal_code',
    'longitude',
    'latitude',
  ] as const) {
    const value = input[field];
    if (value !== undefined) fields[field] = blankToNull(value);
  }
  for (const field of [
    'vertical_id',
    'status_id',
    'owner_company_id',
    'engineer_id',
    'prime_contractor_id',
  ] as const) {
    const value = input[field];
    if (value !== undefined) fields[field] = value;
  }
  if (input.sub_contractors !== undefined) fields.sub_contractors = [...new Set(input.sub_contractors ?? [])];
  for (const field of ['owner_contact', 'engineer_contact'] as const) {
    const value = input[field];
    if (value !== undefined) fields[field] = toContact(value);
  }
  return fields;
}

/** The companies in a header. */
export const companyIdsIn = (header: Partial<HeaderRecord>): number[] => [
  ...new Set(
    [
      header.owner_company_id,
      header.engineer_id,
      header.prime_contractor_id,
      ...(header.sub_contractors ?? []),
    ].filter((id) => typeof id === 'number'),
  ),
];

/** Whether a new summary would lose the stored one, because it does not contain it. */
export const wouldLoseSummary = (stored: string, sent: string | undefined): boolean =>
  sent !== undefined && stored.trim() !== '' && !sent.includes(stored.trim());

/** Whether a field other than the summary changes: editors may change the summary without project:update. */
export const needsUpdatePermission = (fields: Partial<HeaderRecord>): boolean =>
  Object.keys(fields).some((field) => field !== 'summary');
