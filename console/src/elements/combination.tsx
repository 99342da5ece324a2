/** What a decision for both sides makes: own words, shown as they will be read, or the parts that each side changed. */
import { useId } from 'preact/hooks';
import { ClauseText } from './clause-text.tsx';
import type { Decision } from './decided.ts';

interface OwnWordsProps {
  decision: Decision;
  decide: (decision: Decision) => void;
  /** The number of the clause. */
  number: string;
}

export function OwnWords({ decision, decide, number }: OwnWordsProps) {
  const id = useId();
  const { heading = '', text = '', isUnedited = false } = decision;
  return (
    <div class="form">
      {isUnedited && (
        <p class="small">
          Both texts stand here one behind the other. Make one of them: it is undecided until you change it.
        </p>
      )}
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
      <section class="result" aria-label="What will stand in the draft">
        <p class="side-name">What will stand in the draft</p>
        <p>
          <span class="number">{number}</span> {heading !== '' && <strong dir="auto">{heading}</strong>}
        </p>
        <ClauseText text={text} />
      </section>
    </div>
  );
}

/** What comes of the parts, before it is chosen. */
export function PartsOfBoth({ parts }: { parts: readonly string[] }) {
  return (
    <section class="result" aria-label="What will stand in the draft">
      <p class="side-name">What will stand in the draft</p>
      {parts.map((part) => (
        <p key={part} dir="auto">
          {part}
        </p>
      ))}
    </section>
  );
}
