/**
 * Samples for the page of styles: the elements of the editor, such as a clause that is open, with what is wrong with
 * it, and the dialog of a paste.
 */
import { useMemo, useState } from 'preact/hooks';
import { Draft } from '../standard-edit/draft.ts';
import type { WorkingCopy } from '../standard-edit/draft-clause.ts';
import { IdentityList } from '../standard-edit/identity-list.tsx';
import { OpenClause } from '../standard-edit/open-clause.tsx';
import { OtherDrafts } from '../standard-edit/other-drafts.tsx';
import { PasteText } from '../standard-edit/paste-text.tsx';
import { SAMPLE_FIELD } from './sample-field.ts';

/** Of the 2010 ADA Standards, which are in the public domain. */
const COPY: WorkingCopy = {
  standard_id: 1,
  version: '1',
  opened_at: '2026-03-02T09:00:00.000Z',
  opened_by: { userId: 1, displayName: 'Ada' },
  editedBy: null,
  editedAt: null,
  opened_from: null,
  sealedIdentities: [],
  elements: [
    {
      element_id: 1,
      address: '1.1',
      depth: 2,
      toc_content: 'Clear Width',
      content: 'Door openings shall provide a clear width of **32 inches (815 mm)** minimum.',
      attributes: { label: '404.2.3' },
      editedBy: null,
      editedAt: null,
    },
  ],
  datasheet_elements: [{ ...SAMPLE_FIELD, options: [] }],
};

const UNSAVED = { id: 'a', at: '2026-03-02T09:00:00.000Z', copy: COPY, clauses: [] };

export function EditingSamples() {
  const draft = useMemo(() => new Draft(COPY), []);
  const [isPasting, setPasting] = useState(false);
  const [same, setSame] = useState<ReadonlyMap<string, number>>(new Map());
  return (
    <>
      <OtherDrafts isHeld={false} drafts={[UNSAVED]} open={() => {}} drop={() => {}} />
      <OpenClause
        draft={draft}
        clauseKey="c1"
        isLocked={false}
        findings={[
          {
            clause: 'c1',
            field: null,
            member: 'content',
            message: 'A clause has at most 100,000 characters.',
          },
          { clause: 'c1', field: 'f1', member: 'constraint', message: 'A number with a minimum is a range.' },
        ]}
        onImage={() => {}}
      />
      <p>
        <button type="button" onClick={() => setPasting(true)}>
          Paste a text
        </button>
      </p>
      {isPasting && <PasteText draft={draft} onClose={() => setPasting(false)} />}
      <IdentityList
        identities={{
          kept: 12,
          moved: [{ elementId: 2, from: '1.2', to: '1.3', by: 'text' }],
          new: ['1.2'],
          deleted: [{ elementId: 3, address: '2.4' }],
          uncertain: [
            { elementId: 4, from: '2.1', to: '2.2', likeness: 0.55, followed: true },
            { elementId: 3, from: '2.4', to: '1.2', likeness: 0.41, followed: false },
          ],
        }}
        same={same}
        choose={(address, id) => setSame(id === null ? new Map() : new Map([[address, id]]))}
      />
    </>
  );
}
