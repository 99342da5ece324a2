/**
 * The Merkle tree over the values of a sealed revision. The certificates of project revisions name its root instead of
 * the values (docs/verification.md). It is computed once, when the revision is sealed, so that a publish does not read
 * values. Pure but for its seed.
 *
 * The texts of the leaves are a signed format: whoever changes them needs a new schema of certificates.
 */
import {
  computeTreeHead,
  hashLeaves,
  type InclusionPath,
  newSeed,
  proveInclusion,
  type SealedTree,
} from '../../../shared/proof-tree.ts';
import { BLANK_VALUE, type Disposition } from '../../../shared/revisioning/outline/field-value.ts';
import type { FieldValue } from '../../../shared/revisioning/outline/outline.ts';
import type { AddressedField } from '../../../shared/revisioning/upgrade/plan-upgrade.ts';
import type { DatasheetRevisionHead } from '../model.ts';
import type { FieldStates } from './recorded-values.ts';

/** The members of a revision that a certificate shows along with its values. */
type CertifiedHead = Pick<
  DatasheetRevisionHead,
  '_id' | 'datasheet_id' | 'code' | 'scope' | 'standard_id' | 'standard_revision_id'
>;

/** A field with its recorded state, under the label and unit of its own standard revision; keys in canonical order. */
interface CertifiedValue {
  address: string;
  disposition: Disposition;
  disposition_note: string | null;
  id: number;
  label: string;
  unit: string | null;
  user_value: FieldValue;
}

/** The values in the order of the standard revision's fields. */
export const listCertifiedValues = (
  fields: readonly AddressedField[],
  states: FieldStates,
): CertifiedValue[] =>
  fields.map(({ field_id, address, label, unit }) => {
    const { value, disposition, disposition_note } = states.get(field_id) ?? BLANK_VALUE;
    return { address, disposition, disposition_note, id: field_id, label, unit, user_value: value };
  });

/** A leaf with one value. */
interface ValuePart {
  part: 'value';
  value: CertifiedValue;
}

/** The canonical JSON of each leaf: leaf 0 is the record, the others are the values. */
function textsOf(head: CertifiedHead, values: readonly CertifiedValue[]): string[] {
  const record = {
    code: head.code,
    datasheet_id: head.datasheet_id,
    revision_id: head._id,
    scope: head.scope,
    standard_id: head.standard_id,
    standard_revision_id: head.standard_revision_id,
  };
  return [
    JSON.stringify({ part: 'record', record }),
    ...values.map((value) => JSON.stringify({ part: 'value', value } satisfies ValuePart)),
  ];
}

/** The tree of a revision, with a new seed. @param fields of its standard revision */
export function sealValueTree(
  head: CertifiedHead,
  fields: readonly AddressedField[],
  states: FieldStates,
  seed = newSeed(),
): SealedTree {
  const texts = textsOf(head, listCertifiedValues(fields, states));
  return { seed, ...computeTreeHead(hashLeaves(seed, texts)) };
}

/** The proof of the value of one field; null when the revision has no such field. */
export function proveValue(
  head: CertifiedHead,
  fields: readonly AddressedField[],
  states: FieldStates,
  seed: string,
  fieldId: number,
): (InclusionPath & { leaf: ValuePart }) | null {
  const values = listCertifiedValues(fields, states);
  const at = values.findIndex(({ id }) => id === fieldId);
  const value = values[at];
  if (value === undefined) return null;
  const leaf: ValuePart = { part: 'value', value };
  // Leaf 0 is the record.
  return { leaf, ...proveInclusion(seed, textsOf(head, values), at + 1) };
}
