/** Clauses by their words and meaning: in the standards that one may read, and in the wiki. */

import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { api } from '../api.ts';
import { anchorOf } from '../elements/anchor.ts';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { Pill } from '../elements/pill.tsx';
import { hrefOf, query } from '../location.ts';
import { person } from '../session.ts';
import { useLoaded } from '../use-loaded.ts';

type Hit = EndpointResult<'standards.searchContent'>['hits'][number];

const LIMIT = 30;

/** Stands between the heading of a clause and its text, where an excerpt has both. */
const DASH = ' – ';

export default function SearchPage() {
  const words = query.value.get('query') ?? '';
  return (
    <>
      <PageTitle title={words === '' ? 'Search' : `Search: ${words}`} />
      {words === '' ? (
        <p class="empty">
          Write words, a number such as 404.2.3, or a quantity such as 815 mm in the field above.
        </p>
      ) : (
        <>
          {person.value && <StandardHits words={words} />}
          <WikiHits words={words} />
        </>
      )}
    </>
  );
}

function StandardHits({ words }: { words: string }) {
  const found = useLoaded(
    (signal) => api.call('standards.searchContent', { query: words, limit: LIMIT }, { signal }),
    [words],
  );
  return (
    <section>
      <h2>Standards</h2>
      <Loading of={found}>
        {({ hits, strong_count }) => (
          <>
            {hits.length === 0 && <p class="empty">No clause that you may read has these words.</p>}
            {hits.length > 0 && strong_count === 0 && !hits.some((hit) => hasAll(hit, words)) && (
              <p class="small">No sure match: these clauses are the nearest.</p>
            )}
            <ul class="rows">
              {[
                ...Map.groupBy(hits, (hit) => `${hit.confidence} ${hit.kind} ${hit.address} ${hit.snippet}`),
              ].map(([key, [hit, ...same]]) => hit && <HitRow key={key} hit={hit} same={same} />)}
            </ul>
          </>
        )}
      </Loading>
    </section>
  );
}

/** A clause, and the other standards that say the same at the same address. */
function HitRow({ hit, same }: { hit: Hit; same: readonly Hit[] }) {
  const { kind, address, snippet, confidence } = hit;
  const heading = headingOf(snippet);
  return (
    <li>
      <a href={hrefOfHit(hit)} dir="auto">
        {address} {heading}
      </a>
      <span class="facts">
        {confidence === 'strong' && <Pill state="current">strong</Pill>}
        {kind !== 'clause' && <span>{kind}</span>}
        <span dir="auto">{hit.standard_name}</span>
        {same.map((other) => (
          <a
            key={`${other.revision_id} ${other.element_id} ${other.field_id}`}
            href={hrefOfHit(other)}
            dir="auto"
          >
            {other.standard_name}
          </a>
        ))}
      </span>
      {snippet !== heading && (
        <p class="excerpt" dir="auto">
          {snippet}
        </p>
      )}
    </li>
  );
}

const hrefOfHit = ({ standard_id, address }: Hit): string =>
  `${hrefOf(`/standards/${standard_id}`)}#${anchorOf(address)}`;

/** What an excerpt begins with: the heading, or a short clause that has none; nothing of one that begins in the middle. */
function headingOf(snippet: string): string {
  const [first = ''] = snippet.split(DASH);
  return first.startsWith('…') || first.length > 100 ? '' : first;
}

/** Whether every word that was asked for stands in what is shown of it. */
const hasAll = ({ address, snippet }: Hit, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${address} ${snippet}`.toLowerCase().includes(word));

function WikiHits({ words }: { words: string }) {
  const found = useLoaded(
    (signal) => api.call('wiki.searchContent', { query: words, limit: LIMIT }, { signal }),
    [words],
  );
  return (
    <section>
      <h2>Wiki</h2>
      <Loading of={found}>
        {({ hits }) =>
          hits.length === 0 ? (
            <p class="empty">No page of the wiki has these words.</p>
          ) : (
            <ul class="rows">
              {hits.map(({ standard, address, snippet }) => (
                <li key={`${standard.id} ${address} ${snippet}`}>
                  <a
                    href={`${hrefOf(`/wiki/${standard.librarySlug}/${standard.slug}`)}#${anchorOf(address)}`}
                    dir="auto"
                  >
                    {address} {headingOf(snippet)}
                  </a>
                  <span class="facts">
                    <span dir="auto">{standard.title}</span>
                  </span>
                  <p class="excerpt" dir="auto">
                    {snippet}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
    </section>
  );
}
