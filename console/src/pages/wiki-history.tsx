/** The revisions of a wiki page, newest first; two of them can be compared. */

import { useState } from 'preact/hooks';
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { api } from '../api.ts';
import { Days } from '../elements/days.tsx';
import { Loading } from '../elements/loading.tsx';
import { timeOfDay } from '../elements/minute.ts';
import { PageTitle } from '../elements/page-title.tsx';
import { goTo, hrefOf } from '../location.ts';
import type { PageProps } from '../page-props.ts';
import { useLoaded } from '../use-loaded.ts';

type Revision = EndpointResult<'wiki.revisions.list'>['revisions'][number];

const LIMIT = 100;

export default function WikiHistoryPage({ params }: PageProps) {
  const librarySlug = params.library ?? '';
  const standardSlug = params.standard ?? '';
  const page = hrefOf(`/wiki/${librarySlug}/${standardSlug}`);
  const history = useLoaded(
    async (signal) => {
      const standard = await api.call('wiki.standards.get', { librarySlug, standardSlug }, { signal });
      const { revisions, total } = await api.call(
        'wiki.revisions.list',
        { id: standard.id, limit: LIMIT },
        { signal },
      );
      return { title: standard.title, revisions, total };
    },
    [librarySlug, standardSlug],
  );
  return (
    <Loading of={history}>
      {({ title, revisions, total }) => (
        <>
          <PageTitle title={`History of ${title}`}>
            <div class="actions">
              <a class="button" href={page}>
                Read it
              </a>
            </div>
          </PageTitle>
          <Revisions revisions={revisions} compareAt={`${page}/compare`} />
          {total > revisions.length && (
            <p class="small">
              The latest {revisions.length} of {total} revisions.
            </p>
          )}
        </>
      )}
    </Loading>
  );
}

function Revisions({ revisions, compareAt }: { revisions: readonly Revision[]; compareAt: string }) {
  const [latest, before] = revisions
    .filter(({ hidden }) => !hidden)
    .map(({ revision_number }) => revision_number);
  const [from, setFrom] = useState(before ?? latest ?? 0);
  const [to, setTo] = useState(latest ?? 0);
  const choice = (name: string, number: number, chosen: number, choose: (number: number) => void) => (
    <label class="check">
      <input
        type="radio"
        name={name}
        checked={chosen === number}
        aria-label={`${name} revision ${number}`}
        onChange={() => choose(number)}
      />{' '}
      {name}
    </label>
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        goTo(`${compareAt}?from=${from}&to=${to}`);
      }}
    >
      <button type="submit" class="button" disabled={from === to}>
        Compare {from} with {to}
      </button>
      <Days rows={revisions} timeOf={({ created_at }) => created_at}>
        {({ id, revision_number, edit_summary, created_by, created_at, hidden }) => (
          <li key={id}>
            <span dir="auto">
              Saved revision {revision_number}
              {hidden ? ', hidden by moderation' : edit_summary && `: ${edit_summary}`}
            </span>
            <span class="facts">
              <time dateTime={created_at}>{timeOfDay(created_at)}</time>
              {created_by && <span dir="auto">{created_by.displayName}</span>}
              {!hidden && (
                <span class="sends">
                  {choice('From', revision_number, from, setFrom)}
                  {choice('To', revision_number, to, setTo)}
                </span>
              )}
            </span>
          </li>
        )}
      </Days>
    </form>
  );
}
