/** The clauses of a whole text in markup, with the identities that the service found for them. Pure. */
import { parseMarkup } from '../../../../shared/markup/parse.ts';
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { depthOf } from '../../../../shared/revisioning/outline/address.ts';
import { type DraftClause, type DraftField, keyOfStored } from './draft-clause.ts';

export type Identities = NonNullable<EndpointResult<'standards.validateMarkdown'>['identities']>;

interface TextSides {
  text: string;
  /** The clauses as they are saved, in their order. */
  base: readonly DraftClause[];
  /** Undefined where there is nothing yet. */
  identities: Identities | undefined;
  /** Clauses that are deleted and new ones that somebody says they are: identities by address. */
  same: ReadonlyMap<string, number>;
  freshKey: () => string;
}

/** What is kept at its number, what moved, and what is new. */
export function textToClauses({ text, base, identities, same, freshKey }: TextSides): DraftClause[] {
  const { elements, fields } = parseMarkup(text, 'standard');
  const stored = new Map(base.map((clause) => [clause.key, clause]));
  const ids = identitiesByAddress(base, identities, same);
  const fieldsOf = Map.groupBy(fields, ({ element_address }) => element_address);
  return elements.map(({ address, kind, label = '', toc_content, content }): DraftClause => {
    const id = ids.get(address) ?? null;
    const before = id === null ? undefined : stored.get(keyOfStored(id));
    const words = { kind, label, heading: toc_content, text: content };
    return {
      key: before?.key ?? freshKey(),
      id,
      depth: depthOf(address),
      address,
      was: address,
      // What is withheld stays as it is, wherever the text has it.
      ...(before && before.seal !== null
        ? { kind: before.kind, label: before.label, heading: before.heading, text: before.text }
        : words),
      fields: (fieldsOf.get(address) ?? []).map(({ line: _, element_address: __, ...field }): DraftField => {
        const known = before?.fields.find((one) => one.label === field.label);
        return { ...field, id: known?.id ?? null, key: known?.key ?? freshKey() };
      }),
      seal: before?.seal ?? null,
    };
  });
}

function identitiesByAddress(
  base: readonly DraftClause[],
  identities: Identities | undefined,
  same: ReadonlyMap<string, number>,
): Map<string, number> {
  if (!identities) return new Map();
  const gone = new Set([...identities.moved, ...identities.deleted].map(({ elementId }) => elementId));
  const ids = new Map(
    base.flatMap(({ id, address }) => (id === null || gone.has(id) ? [] : [[address, id]])),
  );
  for (const { elementId, to } of identities.moved) ids.set(to, elementId);
  for (const address of identities.new) ids.delete(address);
  for (const [address, id] of same) ids.set(address, id);
  return ids;
}
