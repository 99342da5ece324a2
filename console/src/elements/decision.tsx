/**
 * Shows a conflict: what both sides made of one thing, what they started from, and the choice which of them counts.
 * For merges of standards and for saves of drafts.
 */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Pill } from './pill.tsx';
import { ChangedWords } from './words.tsx';

/** A clause on one side. */
export interface DecisionSide {
  address: string;
  heading: string;
  text: string;
  /** Whether a notice is shown in place of its text, of which nothing may be made. */
  isWithheld?: boolean;
  /** Its fields, or the field in question, in words. */
  fields?: readonly string[];
}

export interface Decision {
  choice: 'theirs' | 'mine' | 'combine';
  /** Own words of a combination. */
  heading?: string;
  text?: string;
  /** Whether these are still the words of both sides one behind the other: that is no requirement yet. */
  isUnedited?: boolean;
}

/** Whether a conflict is settled by what was chosen and written. */
export const isDecided = (decision: Decision | undefined): boolean =>
  decision !== undefined && !(decision.choice === 'combine' && decision.isUnedited === true);

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
  /** Own words, both without them, or nothing of the kind. */
  combine: 'words' | 'parts' | null;
  decision: Decision | undefined;
  decide: (decision: Decision) => void;
  children?: ComponentChildren;
}

export function DecisionView(props: DecisionProps) {
  const { title, what, mine, base, theirs, theirsName, decision, decide, children } = props;
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
              combine === 'words' ? wordsOfBoth(mine, theirs) : {},
            )}
            {decision?.choice === 'combine' && combine === 'words' && (
              <OwnWords decision={decision} decide={decide} />
            )}
          </div>
        )}
      </fieldset>
    </section>
  );
}

/** Where own words begin: with both headings and both texts, one behind the other. */
function wordsOfBoth(mine: DecisionSide | null, theirs: DecisionSide | null): Partial<Decision> {
  const both = (member: 'heading' | 'text', between: string): string =>
    [...new Set([mine, theirs].flatMap((side) => side?.[member] || []))].join(between);
  return { heading: both('heading', ' / '), text: both('text', '\n\n'), isUnedited: true };
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
  [heading, isWithheld ? 'The text of this clause is withheld by moderation.' : text, ...fields]
    .filter((part) => part !== '')
    .join('\n\n');

function OwnWords({ decision, decide }: Pick<DecisionProps, 'decide'> & { decision: Decision }) {
  const id = useId();
  const { heading = '', text = '' } = decision;
  return (
    <div class="form">
      <p class="small">
        Both texts stand here one behind the other. Make one of them: it is undecided until you change it.
      </p>
      <div class="field">
        <label for={`${id}-heading`}>Heading</label>
        <input
          id={`${id}-heading`}
          type="text"
          dir="auto"
          value={heading}
          onInput={({ currentTarget: { value } }) =>
            decide({ ...decision, heading: value, isUnedited: false })
          }
        />
      </div>
      <div class="field">
        <label for={`${id}-text`}>Text</label>
        <textarea
          id={`${id}-text`}
          rows={4}
          dir="auto"
          value={text}
          onInput={({ currentTarget: { value } }) => decide({ ...decision, text: value, isUnedited: false })}
        />
      </div>
    </div>
  );
}
