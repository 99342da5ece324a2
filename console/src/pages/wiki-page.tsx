/** A page of the wiki with its editions and errata. */
import { api } from '../api.ts';
import { Actions } from '../elements/actions.tsx';
import { ClauseList, type ShownClause } from '../elements/clause-list.tsx';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { Pill } from '../elements/pill.tsx';
import { hrefOf } from '../location.ts';
import type { PageProps } from '../page-props.ts';
import { useLoaded } from '../use-loaded.ts';

/** What is done on the page of editions and errata. */
const MANAGED: ReadonlySet<string> = new Set([
  'wiki.adopted.propose',
  'wiki.errata.issue',
  'wiki.adopted.revoke',
  'wiki.moderation.restore',
]);

export default function WikiPage({ params }: PageProps) {
  const librarySlug = params.library ?? '';
  const standardSlug = params.standard ?? '';
  const page = useLoaded(
    async (signal) => {
      const about = { librarySlug, standardSlug };
      const [standard, { elements }] = await Promise.all([
        api.call('wiki.standards.get', about, { signal }),
        api.call('wiki.standards.elements', about, { signal }),
      ]);
      const [{ errata }, { adopted_revisions }] = await Promise.all([
        api.call('wiki.errata.list', { id: standard.id }, { signal }),
        api.call('wiki.adopted.list', { id: standard.id }, { signal }),
      ]);
      return {
        standard,
        elements,
        errata: errata.filter(({ status }) => status === 'active'),
        adopted_revisions,
      };
    },
    [librarySlug, standardSlug],
  );
  return (
    <Loading of={page}>
      {({ standard, elements, errata, adopted_revisions }) => (
        <>
          <PageTitle title={standard.title}>
            <Actions
              more={
                <>
                  {(standard.allowed_actions ?? []).some((id) => MANAGED.has(id)) && (
                    <a class="button" href={hrefOf(`/wiki/${librarySlug}/${standardSlug}/manage`)}>
                      Editions and errata
                    </a>
                  )}
                  <a class="button" href={hrefOf(`/wiki/${librarySlug}/${standardSlug}/citations`)}>
                    Citations
                  </a>
                </>
              }
            >
              {standard.allowed_actions?.includes('wiki.standards.update') === true && (
                <a class="button" href={hrefOf(`/wiki/${librarySlug}/${standardSlug}/edit`)}>
                  Edit
                </a>
              )}
              <a class="button" href={hrefOf(`/wiki/${librarySlug}/${standardSlug}/history`)}>
                History
              </a>
            </Actions>
          </PageTitle>
          <p class="facts">
            <a href={hrefOf(`/wiki/${librarySlug}`)}>{librarySlug}</a>
            <span>revision {standard.current_revision?.revision_number}</span>
            <time dateTime={standard.updated_at}>changed {standard.updated_at.slice(0, 10)}</time>
            {standard.current_adopted_revision ? (
              <span>adopted edition {standard.current_adopted_revision.revision_number}</span>
            ) : (
              <Pill state="draft">not adopted</Pill>
            )}
          </p>
          {standard.archived && <p class="notice">This page is archived.</p>}
          <ClauseList
            clauses={elements}
            remarks={({ address }: ShownClause) =>
              errata
                .filter(({ affected }) => affected.some(({ element_address }) => element_address === address))
                .map(({ id, description }) => (
                  <p key={id} class="notice" dir="auto">
                    Erratum: {description}
                  </p>
                ))
            }
          />
          {adopted_revisions.length > 0 && (
            <section>
              <h2>Editions</h2>
              <ul class="rows">
                {adopted_revisions.map(({ id, revision_number, status, title, adopted_at }) => (
                  <li key={id}>
                    <span dir="auto">
                      Edition {revision_number}: {title}
                    </span>
                    <span class="facts">
                      <Pill state={status}>{status}</Pill>
                      {adopted_at && <time dateTime={adopted_at}>{adopted_at.slice(0, 10)}</time>}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </Loading>
  );
}
