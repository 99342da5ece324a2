/** A matter of moderation: what is held and why, the texts side by side, the decisions that are open. */
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import { PageTitle } from '../../elements/page-title.tsx';
import { Pill } from '../../elements/pill.tsx';
import { ChangedWords } from '../../elements/words.tsx';
import { hrefOf } from '../../location.ts';
import { wordsOf } from '../../moderation-reasons.ts';
import type { PageProps } from '../../page-props.ts';
import { useLoaded } from '../../use-loaded.ts';
import { Decisions } from './decisions.tsx';
import type { Matter } from './matter-view.ts';
import { SignalTags } from './worklist.tsx';

export default function MatterPage({ params }: PageProps) {
  const itemId = Number(params.id);
  const [changes, setChanges] = useState(0);
  const matter = useLoaded(
    (signal) => api.call('wiki.moderation.worklistItem', { itemId }, { signal }),
    [itemId],
    { reads: changes, isSubject: true },
  );
  return (
    <Loading of={matter}>
      {(shown) => (
        <>
          <PageTitle
            title={`${shown.standard.title}: ${shown.address === null ? 'edition' : `clause ${shown.address}`}`}
          >
            <div class="actions">
              <a class="button" href={hrefOf(`/wiki/${shown.standard.librarySlug}/${shown.standard.slug}`)}>
                The page
              </a>
              <a
                class="button"
                href={hrefOf(`/wiki/${shown.standard.librarySlug}/${shown.standard.slug}/manage`)}
              >
                Editions and errata
              </a>
              <a class="button" href={hrefOf('/moderation')}>
                Worklist
              </a>
            </div>
          </PageTitle>
          <Facts matter={shown} />
          <Texts matter={shown} />
          <Decisions matter={shown} onDecide={() => setChanges(changes + 1)} />
        </>
      )}
    </Loading>
  );
}

function Facts({ matter }: { matter: Matter }) {
  const { reason_code, level, level2_at, opened_at, resolved_at, signals, state } = matter;
  return (
    <>
      <p class="facts">
        <span>{wordsOf(reason_code)}</span>
        <time dateTime={opened_at}>since {opened_at.slice(0, 10)}</time>
        {state === 'resolved' && resolved_at && (
          <Pill state="resolved">resolved on {resolved_at.slice(0, 10)}</Pill>
        )}
        <SignalTags signals={signals} />
      </p>
      {state === 'open' && (
        <p class="notice">
          {level === 2
            ? 'The text is withheld from everybody.'
            : `Readers see a notice. The text is withheld from ${level2_at.slice(0, 10)}.`}{' '}
          {matter.replacement_adopted_revision_id === null
            ? 'No replacement is marked.'
            : 'A replacement is marked.'}
        </p>
      )}
    </>
  );
}

/** The held text beside what stands there now. The service sends them to moderators of the page, while they differ. */
function Texts({ matter: { texts, address } }: { matter: Matter }) {
  if (address === null) return null;
  if (texts === null)
    return (
      <p class="empty">
        The texts are shown to moderators of this page, while the clause differs from the held one.
      </p>
    );
  const { held, current, copies } = texts;
  return (
    <>
      <div class="sides">
        <section>
          <h2>Held</h2>
          <p class="words" dir="auto">
            {held}
          </p>
        </section>
        <section>
          <h2>In the page now</h2>
          {current === null ? (
            <p class="empty">The page does not have the clause any more.</p>
          ) : (
            <ChangedWords from={held} to={current} />
          )}
        </section>
      </div>
      {copies.map(({ revisionId, text }) => (
        <section key={revisionId}>
          <h3>In the library copy, revision {revisionId}</h3>
          <ChangedWords from={held} to={text} />
        </section>
      ))}
    </>
  );
}
