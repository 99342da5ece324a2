/** Clauses by their words and meaning: in the standards that one may read, and in the wiki. */
import { api } from '../api.ts';
import { anchorOf } from '../elements/anchor.ts';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { hrefOf, query } from '../location.ts';
import { person } from '../session.ts';
import { useLoaded } from '../use-loaded.ts';

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
        {({ hits, strong_count }) => (
          <>
            {hits.length === 0 && <p class="empty">No clause that you may read has these words.</p>}
            {hits.length > 0 && strong_count === 0 && (
              <p class="small">No sure match: these clauses are the nearest.</p>
            )}
            <ul class="rows">
              {hits.map((hit) => (
                <li key={`${hit.revision_id} ${hit.address} ${hit.snippet}`}>
                  <a href={`${hrefOf(`/standards/${hit.standard_id}`)}#${anchorOf(hit.address)}`} dir="auto">
                    {hit.address} {hit.standard_name}
                  </a>
                  <span class="facts">
                    {hit.confidence === 'strong' && <span class="tag">strong</span>}
                    {hit.kind !== 'clause' && <span>{hit.kind}</span>}
                  </span>
                  <p dir="auto">{hit.snippet}</p>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loading>
    </section>
  );
}

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
                    {address} {standard.title}
                  </a>
                  <p dir="auto">{snippet}</p>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
    </section>
  );
}
