/**
 * Shows a conflict: what both sides made of one thing, what they started from, and the choice which of them counts.
 * For merges of standards and for saves of drafts.
 */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { OwnWords, PartsOfBoth } from './combination.tsx';
import { type Decision, type DecisionSide, isDecided, WITHHELD, wordsOfBoth } from './decided.ts';
import { Pill } from './pill.tsx';
import { ChangedWords } from './words.tsx';

interface DecisionProps {
  title: string;
  /** What happened, such as “both changed”. */
  what: string;
  /** Of each side; null where it has no such clause. */
  mine: DecisionSide | null;
  base: DecisionSide | null;
  theirs: DecisionSide | null;
  /** What theirs is: a person, a revision. */
  theirsName: string;
  /** Both as own words, both as these parts, which are no own words, or nothing of the kind. */
  combine: 'words' | { parts: readonly string[] } | null;
  /** Whether both sides are the clause that both started from; else all words of both are taken for own words. */
  isOneClause?: boolean;
  decision: Decision | undefined;
  decide: (decision: Decision) => void;
  children?: ComponentChildren;
}

export function DecisionView(props: DecisionProps) {
  const {
    title,
    what,
    mine,
    base,
    theirs,
    theirsName,
    isOneClause = true,
    decision,
    decide,
    children,
  } = props;
  const combine = mine?.isWithheld || theirs?.isWithheld ? null : props.combine;
  const id = useId();
  const radio = (choice: Decision['choice'], words: string, more: Partial<Decision> = {}) => (
    <label class="check">
      <input
        type="radio"
        name={`${id}-choice`}
        checked={decision?.choice === choice}
        onChange={() => decide({ ...more, ...decision, choice })}
      />{' '}
      {words}
    </label>
  );
  const frame = (choice: Decision['choice']): string =>
    decision?.choice === choice ? 'side chosen' : 'side';
  return (
    <section class="change" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>
        <span dir="auto">{title}</span> <Pill>{what}</Pill>{' '}
        {!isDecided(decision) && <Pill state="undecided">undecided</Pill>}
      </h3>
      {children}
      <fieldset class="three">
        <legend class="heard">What counts</legend>
        <div class={frame('mine')}>
          <SideView name="Mine" side={mine} base={base} />
          {radio('mine', mine ? 'Use mine' : 'Use mine: it is deleted')}
        </div>
        <div class={frame('theirs')}>
          <SideView name={`Theirs: ${theirsName}`} side={theirs} base={base} />
          {radio('theirs', theirs ? 'Use theirs' : 'Use theirs: it is deleted')}
        </div>
        <div class="side">
          <SideView name="What both started from" side={base} base={base} />
        </div>
        {combine !== null && (
          <div class={`${frame('combine')} both`}>
            {radio(
              'combine',
              combine === 'words' ? 'Use both' : 'Use both: each part from the side that changed it',
              combine === 'words' ? wordsOfBoth(mine, isOneClause ? base : null, theirs) : {},
            )}
            {combine !== 'words' && <PartsOfBoth parts={combine.parts} />}
            {decision?.choice === 'combine' && combine === 'words' && (
              <OwnWords
                decision={decision}
                decide={decide}
                number={(mine ?? theirs ?? base)?.address ?? ''}
              />
            )}
          </div>
        )}
      </fieldset>
    </section>
  );
}

interface SideViewProps {
  name: string;
  side: DecisionSide | null;
  base: DecisionSide | null;
}

function SideView({ name, side, base }: SideViewProps) {
  return (
    <>
      <h4 dir="auto">{name}</h4>
      {side ? (
        <>
          <p class="small">{side.address}</p>
          <ChangedWords from={base ? inWords(base) : inWords(side)} to={inWords(side)} />
        </>
      ) : (
        <p class="empty">Not there.</p>
      )}
    </>
  );
}

const inWords = ({ heading, text, isWithheld, fields = [] }: DecisionSide): string =>
  [heading, isWithheld ? WITHHELD : text, ...fields].filter((part) => part !== '').join('\n\n');
