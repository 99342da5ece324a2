/** The header of a project revision: its fields, how what a caller sends becomes them, and when a summary would be lost. */
import type { headerInput } from '../../../shared/contracts/projects/shapes.ts';
import type { InferProps } from '../../../shared/contracts/schema.ts';

export interface Contact {
  email: string;
  name: string | null;
}

export interface HeaderRecord {
  name: string;
  summary: string;
  address_street: string | null;
  address_city: string | null;
  address_state: string | null;
  address_postal_code: string | null;
  address_country: string;
  longitude: string | null;
  latitude: string | null;
  vertical_id: number | null;
  status_id: number | null;
  owner_company_id: number | null;
  engineer_id: number | null;
  prime_contractor_id: number | null;
  sub_contractors: number[];
  owner_contact: Contact | null;
  engineer_contact: Contact | null;
}
export type HeaderField = keyof HeaderRecord;

export type HeaderInput = InferProps<typeof headerInput> & { name?: string };

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
const toContact = (sent: { email: string; name?: string | null } | null): Contact | null =>
  sent === null ? null : { email: sent.email, name: sent.name ?? null };

/** The header fields of a request as they are stored; fields that were not sent are absent. null empties one (P14: country USA). */
export function parseHeader(sent: HeaderInput): Partial<HeaderRecord> {
  const read: Partial<HeaderRecord> = {};
  if (sent.name !== undefined) read.name = sent.name;
  if (sent.summary !== undefined) read.summary = sent.summary ?? '';
  if (sent.address_country !== undefined) read.address_country = blankToNull(sent.address_country) ?? DEFAULT_COUNTRY;
  for (const field of [
    'address_street',
    'address_city',
    'address_state',
    'address_postal_code',
    'longitude',
    'latitude',
  ] as const) {
    const value = sent[field];
    if (value !== undefined) read[field] = blankToNull(value);
  }
  for (const field of ['vertical_id', 'status_id', 'owner_company_id', 'engineer_id', 'prime_contractor_id'] as const) {
    const value = sent[field];
    if (value !== undefined) read[field] = value;
  }
  if (sent.sub_contractors !== undefined) read.sub_contractors = [...new Set(sent.sub_contractors ?? [])];
  for (const field of ['owner_contact', 'engineer_contact'] as const) {
    const value = sent[field];
    if (value !== undefined) read[field] = toContact(value);
  }
  return read;
}

/** The firms a header names. */
export const companyIdsIn = (header: Partial<HeaderRecord>): number[] => [
  ...new Set(
    [header.owner_company_id, header.engineer_id, header.prime_contractor_id, ...(header.sub_contractors ?? [])].filter(
      (id) => typeof id === 'number',
    ),
  ),
];

/** Whether a new summary would lose the stored one: the old text is not in it (P5, P14; an emptied one is lost too). */
export const wouldLoseSummary = (stored: string, sent: string | undefined): boolean =>
  sent !== undefined && stored.trim() !== '' && !sent.includes(stored.trim());

/** Whether only the summary is touched, which an editor may do without project:update (P5). */
export const needsUpdatePermission = (fields: Partial<HeaderRecord>): boolean =>
  Object.keys(fields).some((field) => field !== 'summary');
