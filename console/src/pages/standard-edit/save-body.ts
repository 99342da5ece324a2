/** Builds the body of a save from a draft, and finds which clause a path in an error is about. Pure. */
import type { EndpointParams } from '../../../../shared/rest-client/endpoint-types.ts';
import { type DraftClause, hasSameFields, type WorkingCopy } from './draft-clause.ts';

export type SaveParams = EndpointParams<'standards.workingCopy.save'>;

/** @param base the working copy as it was read, and its clauses by their keys */
export function toSaveBody(
  clauses: readonly DraftClause[],
  base: { copy: WorkingCopy; clauses: ReadonlyMap<string, DraftClause> },
): Omit<SaveParams, 'id'> {
  const { version, elements } = base.copy;
  // Fields that nobody changed stay with their clauses.
  const hasChangedFields = clauses.some(
    ({ key, fields }) => !hasSameFields(fields, base.clauses.get(key)?.fields ?? []),
  );
  return {
    baseVersion: version,
    baseElements: elements.map(({ element_id, address, hash = '' }) => ({
      elementId: element_id,
      address,
      hash,
    })),
    elements: clauses.map(({ id, address, text, heading, kind, label, seal }) => ({
      ...(id === null ? {} : { element_id: id }),
      address,
      content: text,
      toc_content: heading,
      attributes: { inToc: kind === 'section', isNote: kind === 'note', ...(label === '' ? {} : { label }) },
      ...(seal === null ? {} : { seal_token: seal }),
    })),
    ...(hasChangedFields ? { datasheetElements: toFields(clauses) } : {}),
  };
}

const toFields = (clauses: readonly DraftClause[]): NonNullable<SaveParams['datasheetElements']> =>
  clauses.flatMap(({ address, fields }) =>
    fields.map(({ key: _, id, ...field }) => ({
      ...field,
      element_address: address,
      ...(id === null ? {} : { id }),
    })),
  );

/** The clause, and the field of it, that a path such as `elements[3].content` is about. */
export function findPlace(
  path: string,
  clauses: readonly DraftClause[],
): { clause: string; field: string | null; member: string } | null {
  const [, list, index = '', member = ''] =
    /^(elements|datasheetElements)\[(\d+)\]\.?([\w.]*)/.exec(path) ?? [];
  if (list === 'elements') {
    const clause = clauses[Number(index)];
    return clause ? { clause: clause.key, field: null, member } : null;
  }
  if (list !== 'datasheetElements') return null;
  let before = 0;
  for (const { key, fields } of clauses) {
    const field = fields[Number(index) - before];
    if (field) return { clause: key, field: field.key, member };
    before += fields.length;
  }
  return null;
}
