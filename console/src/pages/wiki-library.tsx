/** A library of the wiki: its pages below their categories. */
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { api } from '../api.ts';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { Pill } from '../elements/pill.tsx';
import { hrefOf } from '../location.ts';
import type { PageProps } from '../page-props.ts';
import { useLoaded } from '../use-loaded.ts';

type WikiPage = EndpointResult<'wiki.libraries.get'>['standards'][number];

export default function WikiLibraryPage({ params }: PageProps) {
  const slug = params.library ?? '';
  const library = useLoaded((signal) => api.call('wiki.libraries.get', { slug }, { signal }), [slug]);
  return (
    <Loading of={library}>
      {({ name, description, standards, truncated }) => (
        <>
          <PageTitle title={name} />
          {description !== '' && (
            <p class="lead" dir="auto">
              {description}
            </p>
          )}
          {standards.length === 0 && <p class="empty">This library has no page yet.</p>}
          {[...Map.groupBy(standards, ({ category }) => category?.name ?? '')].map(([category, pages]) => (
            <section key={category}>
              {category !== '' && <h2 dir="auto">{category}</h2>}
              <Pages pages={pages} />
            </section>
          ))}
          {truncated && <p class="small">There are more pages: search for their words above.</p>}
        </>
      )}
    </Loading>
  );
}

function Pages({ pages }: { pages: readonly WikiPage[] }) {
  return (
    <ul class="rows">
      {pages.map(({ id, title, slug, librarySlug, current_adopted_revision, archived }) => (
        <li key={id}>
          <a href={hrefOf(`/wiki/${librarySlug}/${slug}`)} dir="auto">
            {title}
          </a>
          <span class="facts">
            {current_adopted_revision && <span>edition {current_adopted_revision.revision_number}</span>}
            {archived && <Pill>archived</Pill>}
          </span>
        </li>
      ))}
    </ul>
  );
}
