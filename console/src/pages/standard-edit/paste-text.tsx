/** A whole text in markup for the draft: what is wrong with it, and which clause each of its texts is, before it is taken. */
import { useState } from 'preact/hooks';
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { Dialog } from '../../elements/dialog.tsx';
import { Form } from '../../elements/form.tsx';
import { UnsavedTextArea } from '../../elements/unsaved-text-area.tsx';
import { discardInput } from '../../unsaved-input.ts';
import type { Draft } from './draft.ts';
import { IdentityList } from './identity-list.tsx';

type Validation = EndpointResult<'standards.validateMarkdown'>;

export function PasteText({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const [checked, setChecked] = useState<{ text: string; report: Validation } | null>(null);
  const [same, setSame] = useState<ReadonlyMap<string, number>>(new Map());
  const about = `text of standard ${draft.copy.standard_id}`;
  const take = async (text: string, { identities }: Validation): Promise<void> => {
    const { textToClauses } = await import('./text-to-clauses.ts');
    const base = [...draft.base.values()];
    draft.replace(textToClauses({ text, base, identities, same, freshKey: () => draft.freshKey() }));
    discardInput(about);
    onClose();
  };
  return (
    <Dialog title="A whole text" onClose={onClose}>
      <p>
        It takes the place of all clauses in the draft, and is saved when you save. Clauses keep their history
        where their text is found again.
      </p>
      <Form
        action="Check it"
        send={async (data) => {
          const text = String(data.get('markdown') ?? '');
          setSame(new Map());
          setChecked({
            text,
            report: await api.call('standards.validateMarkdown', {
              markdown: text,
              standardId: draft.copy.standard_id,
            }),
          });
        }}
      >
        <UnsavedTextArea about={about} label="Text in markup" name="markdown" rows={10} />
      </Form>
      {checked && (
        <>
          <Findings report={checked.report} />
          {checked.report.identities && (
            <IdentityList
              identities={checked.report.identities}
              same={same}
              choose={(address, id) => {
                const next = new Map(same);
                if (id === null) next.delete(address);
                else next.set(address, id);
                setSame(next);
              }}
            />
          )}
          {checked.report.ok && (
            <button type="button" class="button main" onClick={() => void take(checked.text, checked.report)}>
              Put it into the draft
            </button>
          )}
        </>
      )}
    </Dialog>
  );
}

function Findings({ report: { errors, errorCount, warnings, preview } }: { report: Validation }) {
  const { section = 0, clause = 0, note = 0, field = 0 } = preview.counts;
  return (
    <>
      <p class={errorCount > 0 ? 'problem' : 'done'} role="status">
        {errorCount > 0
          ? `${errorCount} to correct before it can be taken.`
          : `${section} sections, ${clause} clauses, ${note} notes, ${field} fields.`}
      </p>
      {[
        ['To correct', errors],
        ['To look at', warnings],
      ].map(
        ([title, rows]) =>
          typeof title === 'string' &&
          Array.isArray(rows) &&
          rows.length > 0 && (
            <details key={title} open={title === 'To correct'}>
              <summary>
                {title}: {rows.length}
              </summary>
              <ul>
                {rows.map(({ line, message }, index) => (
                  <li key={`${line} ${index}`}>
                    Line {line}: {message}
                  </li>
                ))}
              </ul>
            </details>
          ),
      )}
    </>
  );
}
