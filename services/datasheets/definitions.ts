/** The field definitions that datasheets are bound to, asked of standards and kept: a sealed revision never changes. */
import { LRUCache } from 'lru-cache';
import type { Call } from '../../shared/kernel/call.ts';
import type { AddressedField } from '../../shared/revisioning/plan-upgrade.ts';
import { type FieldShown, readDefinition } from './field-input.ts';

/** The datasheet side of one sealed standard revision. */
export interface Definition {
  revision_id: number;
  standard_id: number;
  code: string;
  /** In outline order. */
  fields: readonly AddressedField[];
  byId: ReadonlyMap<number, AddressedField>;
  /** The fields of each clause that has some. */
  byAddress: ReadonlyMap<string, readonly AddressedField[]>;
  shown: readonly FieldShown[];
  shownById: ReadonlyMap<number, FieldShown>;
}

/** A definition with its look-ups. */
export function makeDefinition(
  of: Pick<Definition, 'revision_id' | 'standard_id' | 'code'>,
  shown: readonly FieldShown[],
): Definition {
  const fields = shown.map(readDefinition);
  return {
    ...of,
    fields,
    byId: new Map(fields.map((field) => [field.field_id, field])),
    byAddress: Map.groupBy(fields, (field) => field.address),
    shown,
    shownById: new Map(shown.map((field) => [field.id, field])),
  };
}

/** Fields kept in memory over all revisions; at about a kilobyte each some 50 MB at most. */
const MAX_FIELDS = 50_000;

export class Definitions {
  readonly #kept = new LRUCache<number, Definition>({
    maxSize: MAX_FIELDS,
    maxEntrySize: MAX_FIELDS,
    sizeCalculation: (definition) => definition.fields.length + 1,
  });

  /** The definition at a sealed standard revision. @throws NOT_FOUND when standards knows no such revision */
  async at(call: Call, revisionId: number): Promise<Definition> {
    const known = this.#kept.get(revisionId);
    if (known) return known;
    const { revision, fields: shown } = await call.call('standards.fields', { revision_id: revisionId });
    const { id, standard_id, code } = revision;
    const definition = makeDefinition({ revision_id: id, standard_id, code }, shown);
    this.#kept.set(revisionId, definition);
    return definition;
  }
}
