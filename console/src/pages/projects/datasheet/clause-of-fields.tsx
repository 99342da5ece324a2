/** The clause that asks for the fields below it: its number and heading, and its text, which opens on demand. */
import { ClauseText } from '../../../elements/clause-text.tsx';

export interface AskingClause {
  toc_content: string;
  content: string;
}

interface ClauseOfFieldsProps {
  number: string;
  clause: AskingClause | undefined;
}

export function ClauseOfFields({ number, clause }: ClauseOfFieldsProps) {
  return (
    <div class="asking">
      <h2>
        <span class="small">{number}</span> <span dir="auto">{clause?.toc_content}</span>
      </h2>
      {clause && clause.content !== '' && (
        <details>
          <summary class="small">
            Clause text<span class="heard"> of {number}</span>
          </summary>
          <ClauseText text={clause.content} />
        </details>
      )}
    </div>
  );
}
