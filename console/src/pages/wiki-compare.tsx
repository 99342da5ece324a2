/** Two revisions of a wiki page compared line by line. */
import { api } from '../api.ts';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { hrefOf, query } from '../location.ts';
import type { PageProps } from '../page-props.ts';
import { useLoaded } from '../use-loaded.ts';

export default function WikiComparePage({ params }: PageProps) {
  const librarySlug = params.library ?? '';
  const standardSlug = params.standard ?? '';
  const fromRev = query.value.get('from') ?? '';
  const toRev = query.value.get('to') ?? '';
  const difference = useLoaded(
    async (signal) => {
      const { id } = await api.call('wiki.standards.get', { librarySlug, standardSlug }, { signal });
      return api.call('wiki.revisions.diff', { id, fromRev, toRev }, { signal });
    },
    [librarySlug, standardSlug, fromRev, toRev],
  );
  return (
    <Loading of={difference}>
      {({ from, to, hunks, stats, truncated }) => (
        <>
          <PageTitle title={`Changes from revision ${from.revision_number} to ${to.revision_number}`}>
            <div class="actions">
              <a class="button" href={hrefOf(`/wiki/${librarySlug}/${standardSlug}/history`)}>
                History
              </a>
            </div>
          </PageTitle>
          <p class="facts">
            <span>{stats.added} lines added</span>
            <span>{stats.removed} lines removed</span>
          </p>
          {hunks.length === 0 && <p class="empty">No line differs.</p>}
          {hunks.map(({ fromLine, toLine, blocks }) => (
            <pre key={`${fromLine} ${toLine}`} class="change" dir="auto">
              {blocks.map(({ type, lines }, index) => {
                const text = lines.map((line) => `${line}\n`).join('');
                const key = `${index} ${type}`;
                if (type === 'added') return <ins key={key}>{text}</ins>;
                if (type === 'removed') return <del key={key}>{text}</del>;
                return <span key={key}>{text}</span>;
              })}
            </pre>
          ))}
          {truncated && <p class="notice">There is more than can be shown. The counts are of all lines.</p>}
        </>
      )}
    </Loading>
  );
}
