/** What an upgrade does besides the values that are decided: values that go on, new fields, and texts that changed under one. */
import { DISPOSITION_WORDS } from '../../../../../shared/documents/disposition-words.ts';
import { wordsOf } from '../datasheet/sheet-edits.ts';
import type { DatasheetUpgradePlan } from './plan.ts';

export function PlanRemarks({
  plan: { warnings, autoResolved, newElements },
}: {
  plan: DatasheetUpgradePlan;
}) {
  const changed = autoResolved.filter(({ reason }) => reason !== 'unchanged');
  return (
    <>
      {warnings.map(({ clauseId, address, message, text, values }) => (
        <section key={clauseId} class="notice">
          <p dir="auto">
            <strong>{address}</strong> {message}
          </p>
          {text && (
            <p class="small words" dir="auto">
              {text}
            </p>
          )}
          <ul>
            {values.map(({ elementId, label, recorded }) => (
              <li key={elementId} dir="auto">
                {label}: {wordsOf(recorded.value)}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <details>
        <summary>
          {autoResolved.length} {autoResolved.length === 1 ? 'value goes' : 'values go'} on unasked,{' '}
          {newElements.length} {newElements.length === 1 ? 'field is' : 'fields are'} new
        </summary>
        <ul>
          {changed.map(({ elementId, label, reason, recorded }) => (
            <li key={elementId} dir="auto">
              {label}:{' '}
              {reason === 'removed'
                ? 'removed, nothing was recorded'
                : `its definition changed, ${wordsOf(recorded.value)} stays`}
            </li>
          ))}
          {newElements.map(({ elementId, label, starts }) => (
            <li key={elementId} dir="auto">
              {label}: new, starts{' '}
              {starts.disposition === 'specified'
                ? wordsOf(starts.value)
                : DISPOSITION_WORDS[starts.disposition]}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
