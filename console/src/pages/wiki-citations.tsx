/** The documents that cite a page of the wiki. */
import { api } from '../api.ts';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { hrefOf, query } from '../location.ts';
import type { PageProps } from '../page-props.ts';
import { useLoaded } from '../use-loaded.ts';

const LIMIT = 50;

export default function WikiCitationsPage({ params }: PageProps) {
  const librarySlug = params.library ?? '';
  const standardSlug = params.standard ?? '';
  const offset = Number(query.value.get('offset')) || 0;
  const here = `/wiki/${librarySlug}/${standardSlug}`;
  const loaded = useLoaded(
    async (signal) => {
      const { id, title } = await api.call('wiki.standards.get', { librarySlug, standardSlug }, { signal });
      return { title, ...(await api.call('wiki.citations.list', { id, limit: LIMIT, offset }, { signal })) };
    },
    [librarySlug, standardSlug, offset],
  );
  return (
    <Loading of={loaded}>
      {({ title, citations, total, citingDocumentCount, citationOccurrenceCount }) => (
        <>
          <PageTitle title={`Citations of ${title}`}>
            <a class="button" href={hrefOf(here)}>
              Read it
            </a>
          </PageTitle>
          <p class="facts">
            <span>{citingDocumentCount} documents that you may read</span>
            <span>{citationOccurrenceCount} references</span>
          </p>
          {citations.length === 0 && (
            <p class="empty">
              Nothing cites it. A clause does with [[{librarySlug}/{standardSlug}]].
            </p>
          )}
          <ul class="rows">
            {citations.map(({ citingEntityId, librarySlug: library, slug, title: name, occurrenceCount }) => (
              <li key={`${citingEntityId} ${library} ${slug}`}>
                <a
                  href={hrefOf(
                    citingEntityId === undefined
                      ? `/wiki/${library}/${slug}`
                      : `/standards/${citingEntityId}`,
                  )}
                  dir="auto"
                >
                  {name}
                </a>
                <span class="facts">
                  <span>{citingEntityId === undefined ? 'wiki' : 'standard'}</span>
                  <span>{occurrenceCount} references</span>
                </span>
              </li>
            ))}
          </ul>
          <nav class="paging" aria-label="Pages">
            {offset > 0 && (
              <a href={hrefOf(`${here}/citations`, { offset: Math.max(0, offset - LIMIT) })}>Previous</a>
            )}
            {offset + LIMIT < total && (
              <a href={hrefOf(`${here}/citations`, { offset: offset + LIMIT })}>Next</a>
            )}
          </nav>
        </>
      )}
    </Loading>
  );
}
