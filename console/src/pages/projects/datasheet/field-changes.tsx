/** Fields whose value, disposition or note differ, each before and after. */
import { DISPOSITION_WORDS } from '../../../../../shared/documents/disposition-words.ts';
import type { EndpointResult } from '../../../../../shared/rest-client/endpoint-types.ts';
import { wordsOf } from './sheet-edits.ts';

type FieldChange = EndpointResult<'datasheets.compare'>['changes'][number];

export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <ul>
      {changes.map(({ element_id, label, from, to }) => (
        <li key={element_id} dir="auto">
          {label}: <del>{sideInWords(from)}</del> <ins>{sideInWords(to)}</ins>
        </li>
      ))}
    </ul>
  );
}

const sideInWords = (side: FieldChange['from']): string =>
  side === null
    ? 'no field'
    : side.disposition === 'specified'
      ? wordsOf(side.value)
      : [DISPOSITION_WORDS[side.disposition], side.disposition_note].filter(Boolean).join(': ');
