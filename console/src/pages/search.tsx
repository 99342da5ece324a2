/** Clauses by their words and meaning: in the standards that one may read, and in the wiki. */

import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { api } from '../api.ts';
import { anchorOf } from '../elements/anchor.ts';
import { Excerpt } from '../elements/excerpt.tsx';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { Pill } from '../elements/pill.tsx';
import { hrefOf, query } from '../location.ts';
import { person } from '../session.ts';
import { useLoaded } from '../use-loaded.ts';

type Hit = EndpointResult<'standards.searchContent'>['hits'][number];

const LIMIT = 30;

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
        {({ query: asked, hits, strong_count }) => {
          const rows = Map.groupBy(
            hits,
            (hit) => `${hit.confidence} ${hit.kind} ${hit.address} ${hit.snippet}`,
          );
          return (
            <>
              <Count
                rows={rows.size}
                isCut={hits.length === LIMIT}
                none="No clause that you may read has these words."
              />
              {hits.length > 0 && strong_count === 0 && !hits.some((hit) => hasAll(hit, asked)) && (
                <p class="small">No sure match: these clauses are the nearest.</p>
              )}
              <ul class="rows">
                {[...rows].map(
                  ([key, [hit, ...same]]) => hit && <HitRow key={key} hit={hit} same={same} query={asked} />,
                )}
              </ul>
            </>
          );
        }}
      </Loading>
    </section>
  );
}

interface CountProps {
  rows: number;
  /** Whether there may be more that were not asked for. */
  isCut: boolean;
  /** What is said where there is none. */
  none: string;
}

function Count({ rows, isCut, none }: CountProps) {
  if (rows === 0) return <p class="empty">{none}</p>;
  return (
    <p class="small" role="status">
      {isCut ? `The best ${rows} results` : rows === 1 ? '1 result' : `${rows} results`}
    </p>
  );
}

interface HitRowProps {
  hit: Hit;
  /** The same at the same address of other standards. */
  same: readonly Hit[];
  query: string;
}

/** A clause, and below it the standards that have it. */
function HitRow({ hit, same, query: asked }: HitRowProps) {
  const { kind, address, snippet, confidence } = hit;
  return (
    <li>
      <Excerpt href={hrefOfHit(hit)} address={address} excerpt={snippet} query={asked} />
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
    </li>
  );
}

const hrefOfHit = ({ standard_id, address }: Hit): string =>
  `${hrefOf(`/standards/${standard_id}`)}#${anchorOf(address)}`;

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
        {({ query: asked, hits }) => (
          <>
            <Count
              rows={hits.length}
              isCut={hits.length === LIMIT}
              none="No page of the wiki has these words."
            />
            <ul class="rows">
              {hits.map(({ standard, address, snippet }) => (
                <li key={`${standard.id} ${address} ${snippet}`}>
                  <Excerpt
                    href={`${hrefOf(`/wiki/${standard.librarySlug}/${standard.slug}`)}#${anchorOf(address)}`}
                    address={address}
                    excerpt={snippet}
                    query={asked}
                  />
                  <span class="facts">
                    <span dir="auto">{standard.title}</span>
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loading>
    </section>
  );
}
