/**
 * Builder of a sealed datasheet revision, the first or the next: code, version, hash, tree and compressed values.
 * `saving/` stores it.
 */
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import { newVersion } from '../../../shared/revisioning/outline/opaque-version.ts';
import { nextRevisionCode } from '../../../shared/revisioning/outline/revision-codes.ts';
import type { AddressedField } from '../../../shared/revisioning/upgrade/plan-upgrade.ts';
import type {
  DatasheetRevisionHead,
  DatasheetRevisionRecord,
  DatasheetRevisionStatus,
  DatasheetSeverity,
} from '../model.ts';
import { type FieldStates, hashStates, packStates } from './recorded-values.ts';
import { sealValueTree } from './value-tree.ts';

interface NewRevisionInput {
  id: number;
  datasheet_id: number;
  previous: DatasheetRevisionHead | null;
  name: string;
  scope: string;
  standard: { id: number; revision_id: number; revision_code: string };
  severity: DatasheetSeverity;
  summary: string;
  /** DELETED: it records the deletion of the datasheet. Default: ACTIVE. */
  status?: DatasheetRevisionStatus;
  states: FieldStates;
  /** The fields of its standard revision, for its tree; left out where no certificate will name the revision. */
  fields?: readonly AddressedField[];
  by: Person;
  at: Date;
}

/** The members that the next revision of a datasheet takes from the last one. @param name as the draft has it */
export const successorOf = (
  head: DatasheetRevisionHead,
  name: string,
): Pick<NewRevisionInput, 'datasheet_id' | 'previous' | 'name' | 'scope' | 'standard'> => ({
  datasheet_id: head.datasheet_id,
  previous: head,
  name,
  scope: head.scope,
  standard: {
    id: head.standard_id,
    revision_id: head.standard_revision_id,
    revision_code: head.standard_revision_code,
  },
});

/**
 * Builds a revision. The first one has the code 1.0.0 at any severity; later codes follow their predecessor.
 */
export function newDatasheetRevision({
  id,
  previous,
  standard,
  status = 'ACTIVE',
  states,
  fields,
  by,
  at,
  ...own
}: NewRevisionInput): DatasheetRevisionRecord {
  const content = {
    name: own.name,
    scope: own.scope,
    standard_id: standard.id,
    standard_revision_id: standard.revision_id,
  };
  const code = nextRevisionCode(previous?.code ?? null, own.severity);
  const certified = { ...own, ...content, _id: id, code };
  return {
    _id: id,
    ...own,
    previous_id: previous?._id ?? null,
    ordinal: (previous?.ordinal ?? 0) + 1,
    code,
    version: newVersion(),
    standard_id: standard.id,
    standard_revision_id: standard.revision_id,
    standard_revision_code: standard.revision_code,
    status,
    content_hash: hashStates(content, states),
    ...(fields ? { tree: sealValueTree(certified, fields, states) } : {}),
    created_by: by,
    created_at: at,
    values: packStates(states),
  };
}
