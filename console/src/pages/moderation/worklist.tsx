/**
 * The worklist of moderation: matters that need a look first, then the oldest; and all editions that are revoked, with
 * whether they were replaced.
 */
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import { PageTitle } from '../../elements/page-title.tsx';
import { Paging } from '../../elements/paging.tsx';
import { Pill } from '../../elements/pill.tsx';
import { goTo, hrefOf, query } from '../../location.ts';
import { wordsOf } from '../../moderation-reasons.ts';
import { useLoaded } from '../../use-loaded.ts';

type Signals = EndpointResult<'wiki.moderation.worklist'>['items'][number]['signals'];

const LIMIT = 50;
const STATES = ['open', 'resolved', 'all'] as const;

export default function WorklistPage() {
  const offset = Number(query.value.get('offset')) || 0;
  const state = STATES.find((one) => one === query.value.get('state')) ?? 'open';
  const standardId = query.value.get('standard') ?? undefined;
  const list = useLoaded(
    (signal) =>
      api.call(
        'wiki.moderation.worklist',
        { state, limit: LIMIT, offset, ...(standardId ? { standardId } : {}) },
        { signal },
      ),
    [state, offset, standardId],
  );
  return (
    <>
      <PageTitle title="Moderation">
        <label>
          Matters{' '}
          <select
            value={state}
            onChange={({ currentTarget }) =>
              goTo(hrefOf('/moderation', { state: currentTarget.value, standard: standardId }))
            }
          >
            {STATES.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      </PageTitle>
      <p class="lead">
        What is under a hold and waits for its end. What has changed, cannot be found or is open for long
        comes first. <a href={hrefOf('/moderation-log')}>Public log</a>
      </p>
      <Loading of={list}>
        {({ items, total }) =>
          items.length === 0 ? (
            <p class="empty">No matter is {state === 'all' ? 'there' : state}. Nothing has to be decided.</p>
          ) : (
            <>
              <ul class="rows">
                {items.map(({ id, standard, address, age_days, opened_at, state: of, signals }) => (
                  <li key={id}>
                    <a href={hrefOf(`/moderation/${id}`)} dir="auto">
                      {standard.title}: {address === null ? 'the whole edition' : `clause ${address}`}
                    </a>
                    <span class="facts">
                      <SignalTags signals={signals} />
                      <time dateTime={opened_at}>
                        {age_days === 0
                          ? 'since today'
                          : age_days === 1
                            ? 'for a day'
                            : `for ${age_days} days`}
                      </time>
                      {of === 'resolved' && <Pill state="resolved">resolved</Pill>}
                    </span>
                  </li>
                ))}
              </ul>
              <Paging
                to="/moderation"
                params={{ state, standard: standardId }}
                total={total}
                limit={LIMIT}
                offset={offset}
              />
            </>
          )
        }
      </Loading>
      <RevokedEditions />
    </>
  );
}

const SIGNAL_WORDS = {
  changed: 'the text has changed',
  unlocatable: 'not in the page any more',
  escalated: 'open for more than 90 days',
} as const satisfies Readonly<Record<keyof Signals, string>>;

export function SignalTags({ signals }: { signals: Signals }) {
  return (
    <>
      {(['escalated', 'changed', 'unlocatable'] as const).map(
        (signal) =>
          signals[signal] && (
            <span key={signal} class="tag urgent">
              {SIGNAL_WORDS[signal]}
            </span>
          ),
      )}
    </>
  );
}

/** The register, without which a replacement that is missing would not be seen. */
function RevokedEditions() {
  const list = useLoaded((signal) => api.call('wiki.moderation.revokedEditions', {}, { signal }), []);
  return (
    <section>
      <h2>Revoked editions</h2>
      <Loading of={list}>
        {({ editions }) =>
          editions.length === 0 ? (
            <p class="empty">No edition is revoked.</p>
          ) : (
            <ul class="rows">
              {editions.map((edition) => (
                <li key={edition.matter_id}>
                  <a href={hrefOf(`/moderation/${edition.matter_id}`)} dir="auto">
                    {edition.standard.title}
                  </a>
                  <span class="facts">
                    <span>{wordsOf(edition.reason_code)}</span>
                    <span>
                      {edition.level === 2
                        ? 'the text is withheld'
                        : `withheld from ${edition.level2_at.slice(0, 10)}`}
                    </span>
                    <span>
                      {edition.replacement_adopted_revision_id === null ? 'no replacement' : 'replaced'}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
    </section>
  );
}
