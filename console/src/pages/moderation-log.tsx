/** The public log of moderation: what was done, day by day, and for which reason. */
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { api } from '../api.ts';
import { Days } from '../elements/days.tsx';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { Paging } from '../elements/paging.tsx';
import { hrefOf, query } from '../location.ts';
import { wordsOf } from '../moderation-reasons.ts';
import { useLoaded } from '../use-loaded.ts';

type Entry = EndpointResult<'wiki.moderationLog.list'>['entries'][number];

const LIMIT = 50;

/** What was done, in front of what it was done to. */
const DONE: Readonly<Record<Entry['action'], string>> = {
  archive: 'Archived',
  restore: 'Restored',
  revision_hide: 'Hid a revision of',
  revision_restore: 'Showed a revision again of',
  adoption_revoke: 'Revoked the edition of',
  adoption_restore: 'Restored the edition of',
  adoption_level_change: 'Changed the level of the hold on',
  adoption_element_revoke: 'Held clauses of',
  adoption_element_restore: 'Lifted the hold on clauses of',
  adoption_scope_narrow: 'Narrowed the hold on',
  adoption_replacement_change: 'Changed the replacement of',
  display_name_reset: 'Reset a display name',
  slug_retire: 'Retired the address of',
  errata_issued: 'Issued an erratum of',
  errata_withdrawn: 'Withdrew an erratum of',
  errata_extended: 'Extended an erratum of',
  errata_linked_correction: 'Linked the correction of an erratum of',
};

/** Done to a person, not to a page. */
const WITHOUT_PAGE: readonly Entry['action'][] = ['display_name_reset'];

export default function ModerationLogPage() {
  const offset = Number(query.value.get('offset')) || 0;
  const log = useLoaded(
    (signal) => api.call('wiki.moderationLog.list', { limit: LIMIT, offset }, { signal }),
    [offset],
  );
  return (
    <>
      <PageTitle title="Moderation log" />
      <p class="lead">What was withheld, restored or corrected in the wiki, and why. Anybody may read it.</p>
      <Loading of={log}>
        {({ entries, total }) =>
          entries.length === 0 ? (
            <p class="empty">Nothing was moderated yet.</p>
          ) : (
            <>
              <Days rows={entries} timeOf={({ date }) => date}>
                {(entry) => <EntryRow key={entry.id ?? entries.indexOf(entry)} entry={entry} />}
              </Days>
              <Paging to="/moderation-log" total={total} limit={LIMIT} offset={offset} />
            </>
          )
        }
      </Loading>
    </>
  );
}

function EntryRow({ entry: { action, reason, link, scope } }: { entry: Entry }) {
  const addresses = scope?.addresses ?? [];
  return (
    <li>
      <span>
        {DONE[action]} {!WITHOUT_PAGE.includes(action) && <Page link={link} />}
        {addresses.length > 0 && `: ${addresses.length === 1 ? 'clause' : 'clauses'} ${addresses.join(', ')}`}
      </span>
      {reason && (
        <span class="facts">
          <span>{wordsOf(reason)}</span>
        </span>
      )}
    </li>
  );
}

/** The page that it was done to, by the end of its address, while it is published. */
function Page({ link }: { link: string | null | undefined }) {
  if (!link) return <>a page that is not published</>;
  const path = link.replace('/api/wiki/standards/', '');
  return <a href={hrefOf(`/wiki/${path}`)}>{path.split('/').at(-1)}</a>;
}
