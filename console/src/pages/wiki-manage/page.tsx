/** What people with a role do on a page of the wiki: editions, errata, moderation, roles. */
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import { PageTitle } from '../../elements/page-title.tsx';
import { hrefOf } from '../../location.ts';
import type { PageProps } from '../../page-props.ts';
import { useLoaded } from '../../use-loaded.ts';
import { Editions } from './editions.tsx';
import { Errata } from './errata.tsx';
import { Moderation } from './moderation.tsx';
import { Roles } from './roles.tsx';

export default function WikiManagePage({ params }: PageProps) {
  const about = { librarySlug: params.library ?? '', standardSlug: params.standard ?? '' };
  const [changes, setChanges] = useState(0);
  const page = useLoaded(
    (signal) => api.call('wiki.standards.get', about, { signal }),
    [about.librarySlug, about.standardSlug],
    { reads: changes, isSubject: true },
  );
  const to = `/wiki/${about.librarySlug}/${about.standardSlug}`;
  const changed = (): void => setChanges(changes + 1);
  return (
    <Loading of={page}>
      {({ id, title, archived, allowed_actions = [] }) => {
        const may = (action: string): boolean => allowed_actions.includes(action);
        return (
          <>
            <PageTitle title={`${title}: editions and errata`}>
              <div class="actions">
                <a class="button" href={hrefOf(to)}>
                  The page
                </a>
                <a class="button" href={hrefOf(`${to}/history`)}>
                  History
                </a>
              </div>
            </PageTitle>
            {archived && <p class="notice">The page is archived: only its moderators see it.</p>}
            <Editions pageId={id} may={may} changes={changes} onChange={changed} />
            <Errata pageId={id} may={may} changes={changes} onChange={changed} />
            <Moderation pageId={id} may={may} onChange={changed} />
            {may('wiki.roles.assign') && <Roles pageId={id} />}
          </>
        );
      }}
    </Loading>
  );
}
