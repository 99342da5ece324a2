/** The public log of moderation: what was done, when, and for which reason. */
import { api } from '../api.ts';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { hrefOf, query } from '../location.ts';
import { useLoaded } from '../use-loaded.ts';

const LIMIT = 50;

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
              <ul class="rows">
                {entries.map(({ id, action, date, reason, link, scope }, index) => (
                  <li key={id ?? `${offset + index}`}>
                    <span>{words(action)}</span>
                    <span class="facts">
                      {date && <time dateTime={date}>{date.slice(0, 10)}</time>}
                      {reason && <span>{words(reason)}</span>}
                      {scope?.kind && <span>{words(scope.kind)}</span>}
                      {scope?.addresses && <span>{scope.addresses.join(', ')}</span>}
                      {link && <a href={hrefOf(link.replace('/api/wiki/standards/', '/wiki/'))}>the page</a>}
                    </span>
                  </li>
                ))}
              </ul>
              {total > LIMIT && (
                <nav class="paging" aria-label="Pages">
                  {offset > 0 && <a href={hrefOf('/moderation-log', { offset: offset - LIMIT })}>Newer</a>}
                  {offset + LIMIT < total && (
                    <a href={hrefOf('/moderation-log', { offset: offset + LIMIT })}>Older</a>
                  )}
                </nav>
              )}
            </>
          )
        }
      </Loading>
    </>
  );
}

const words = (code: string): string => code.replaceAll('_', ' ');
