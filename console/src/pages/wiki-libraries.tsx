/** The libraries of the wiki. */
import { api } from '../api.ts';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { hrefOf } from '../location.ts';
import { useLoaded } from '../use-loaded.ts';

export default function WikiLibrariesPage() {
  const list = useLoaded((signal) => api.call('wiki.libraries.list', {}, { signal }), []);
  return (
    <>
      <PageTitle title="Wiki">
        <div class="actions">
          <a class="button" href={hrefOf('/moderation-log')}>
            Moderation log
          </a>
        </div>
      </PageTitle>
      <Loading of={list}>
        {({ libraries }) =>
          libraries.length === 0 ? (
            <p class="empty">The wiki has no library yet. An administrator creates the first one.</p>
          ) : (
            <ul class="rows">
              {libraries.map(({ slug, name, description, standard_count }) => (
                <li key={slug}>
                  <a href={hrefOf(`/wiki/${slug}`)} dir="auto">
                    {name}
                  </a>
                  <span class="facts">
                    <span>
                      {standard_count} {standard_count === 1 ? 'page' : 'pages'}
                    </span>
                  </span>
                  {description !== '' && <p dir="auto">{description}</p>}
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
    </>
  );
}
