/**
 * View of a search hit with its snippet; no view for the text of a clause that was withheld since it was
 * indexed.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { standardSearchEndpoints } from '../../../shared/contracts/standards/searching.ts';
import type { SearchHit } from '../../../shared/search/engine/search-hits.ts';
import { makeSnippet } from '../../../shared/search/snippet.ts';
import { type HeldClauses, isWithheld } from '../holds/held-clauses.ts';
import { presentClauses } from '../revision/present-clauses.ts';

type HitView = ResultOf<(typeof standardSearchEndpoints)['standards.searchContent']>['hits'][number];

export type NamedHit = SearchHit & { standardName: string };

/** A hit as callers see it; none for a clause that was withheld since it was indexed. */
export function presentHit(hit: NamedHit, held: HeldClauses, query: string): HitView[] {
  const { standardId, standardName, revisionId, kind, element, heading, content, field } = hit;
  const [clause] = presentClauses({ elements: [{ ...element, content }] }, held);
  if (!clause || (kind === 'clause' && isWithheld(held, clause.element_id))) return [];
  const texts = kind === 'clause' ? [heading, clause.content] : [heading, content];
  return [
    {
      standard_id: standardId,
      standard_name: standardName,
      revision_id: revisionId,
      address: clause.address,
      element_id: clause.element_id,
      kind,
      snippet: makeSnippet(texts.filter((text) => text !== '').join(' – '), query),
      confidence: hit.confidence,
      score: hit.score,
      ...(field ? { field_id: field.id, label: field.label } : {}),
    },
  ];
}
