/**
 * Fields of sealed standard revisions, by id and by address, as datasheets need them: built from the response of the
 * standards service, and cached in memory.
 */
import type { ResultOf } from '../../shared/contracts/endpoint.ts';
import type { standardInternalActions } from '../../shared/contracts/standards/internal.ts';
import { ProcessCache } from '../../shared/kernel/caching/process-cache.ts';
import type { RequestContext } from '../../shared/kernel/service/request-context.ts';
import type { AddressedField } from '../../shared/revisioning/upgrade/plan-upgrade.ts';
import { type PresentedField, toAddressedField } from './field-input.ts';

/** The fields of one sealed standard revision. */
export interface StandardDefinition {
  revision_id: number;
  standard_id: number;
  code: string;
  /** Whether a clause with fields has a printed number: those are in `printed-numbers.ts`. */
  has_printed_numbers: boolean;
  /** In outline order. */
  fields: readonly AddressedField[];
  byId: ReadonlyMap<number, AddressedField>;
  /** The fields of each clause. */
  byAddress: ReadonlyMap<string, readonly AddressedField[]>;
  presentedFields: readonly PresentedField[];
  presentedFieldsById: ReadonlyMap<number, PresentedField>;
}

/** Builds a definition with its indexes. */
export function buildDefinition(
  of: Pick<StandardDefinition, 'revision_id' | 'standard_id' | 'code' | 'has_printed_numbers'>,
  presentedFields: readonly PresentedField[],
): StandardDefinition {
  const fields = presentedFields.map(toAddressedField);
  return {
    ...of,
    fields,
    byId: new Map(fields.map((field) => [field.field_id, field])),
    byAddress: Map.groupBy(fields, (field) => field.address),
    presentedFields,
    presentedFieldsById: new Map(presentedFields.map((field) => [field.id, field])),
  };
}

type FieldsOfRevision = ResultOf<(typeof standardInternalActions)['standards.fields']>;

/** The approximate memory of a field with its indexes. */
const FIELD_BYTES = 1_000;
/** Revisions whose fields are loaded with one call. */
const BATCH_SIZE = 20;

export class DefinitionCache {
  readonly #cache = new ProcessCache<number, StandardDefinition>(({ fields }) => fields.length * FIELD_BYTES);

  /** The definition of a sealed standard revision. @throws NOT_FOUND when there is no such revision */
  async load(ctx: RequestContext, revisionId: number): Promise<StandardDefinition> {
    const cached = this.#cache.get(revisionId);
    if (cached) return cached;
    return this.#add(await ctx.call('standards.fields', { revision_id: revisionId }));
  }

  /** The definitions of several sealed revisions; unknown ones are absent. */
  async loadMany(
    ctx: RequestContext,
    revisionIds: readonly number[],
  ): Promise<Map<number, StandardDefinition>> {
    const definitions = new Map<number, StandardDefinition>();
    const missing: number[] = [];
    for (const id of new Set(revisionIds)) {
      const cached = this.#cache.get(id);
      if (cached) definitions.set(id, cached);
      else missing.push(id);
    }
    for (let start = 0; start < missing.length; start += BATCH_SIZE) {
      const revision_ids = missing.slice(start, start + BATCH_SIZE);
      const { revisions } = await ctx.call('standards.fieldLists', { revision_ids });
      for (const found of revisions) definitions.set(found.revision.id, this.#add(found));
    }
    return definitions;
  }

  #add({
    revision: { id, standard_id, code },
    fields,
    has_printed_numbers,
  }: FieldsOfRevision): StandardDefinition {
    const definition = buildDefinition({ revision_id: id, standard_id, code, has_printed_numbers }, fields);
    this.#cache.set(id, definition);
    return definition;
  }
}
