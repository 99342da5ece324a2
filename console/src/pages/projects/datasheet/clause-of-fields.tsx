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
  const heading = (
    <>
      <span class="small">{number}</span> <span dir="auto">{clause?.toc_content}</span>
    </>
  );
  return (
    <>
      <h2>{heading}</h2>
      {clause && clause.content !== '' && (
        <details class="asking">
          <summary>Text of the clause</summary>
          <ClauseText text={clause.content} />
        </details>
      )}
    </>
  );
}
