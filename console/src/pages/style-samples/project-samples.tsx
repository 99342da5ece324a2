/** The elements of projects in their states: fields of a datasheet, a value to decide, a hold, what stands in the way. */

import { CopyButton } from '../../elements/copy-button.tsx';
import { RowMenu } from '../../elements/row-menu.tsx';
import { ChangeRow } from '../projects/changes/change-row.tsx';
import { SaveBar } from '../projects/datasheet/save-bar.tsx';
import { SheetField, type SheetFieldProps } from '../projects/datasheet/sheet-field.tsx';
import { HoldsChoice } from '../projects/publish/holds-choice.tsx';
import { ReadinessList } from '../projects/readiness.tsx';
import { ConflictCard } from '../projects/upgrade/conflict-card.tsx';
import { SAMPLE_FIELD } from './sample-field.ts';

const SAVED: SheetFieldProps = {
  element: {
    id: 1,
    address: '1.1',
    label: 'Clear width',
    unit: 'mm',
    user_value: '915',
    default_value: '815',
    disposition: 'specified',
    disposition_note: null,
    editedBy: { userId: 1, displayName: 'Ada' },
    editedAt: '2026-03-02T09:00:00.000Z',
  },
  definition: { ...SAMPLE_FIELD, options: [] },
  edit: { value: '915', disposition: 'specified', note: '' },
  isReadOnly: false,
  breach: null,
  finding: undefined,
  asksToErase: false,
  theirs: undefined,
  comments: { count: 2, href: '#styles' },
  onEdit: () => {},
  onSettle: () => {},
};

/** Each with an id of its own. */
const STATES: readonly Partial<SheetFieldProps>[] = [
  {},
  { edit: { value: '', disposition: 'specified', note: '' }, asksToErase: true },
  {
    edit: { value: 'wide', disposition: 'specified', note: '' },
    finding: 'Send a number, such as 915 or 36 1/2.',
  },
  { edit: { value: null, disposition: 'per_drawings', note: 'A-501' } },
  {
    edit: { value: '900', disposition: 'specified', note: '' },
    theirs: { edit: { value: '965', disposition: 'specified', note: '' }, by: 'Grace' },
  },
  { isReadOnly: true },
  {
    edit: { value: '800', disposition: 'specified', note: '' },
    breach: 'Below the minimum of 815 mm; it is saved as it is.',
  },
];

export function ProjectSamples() {
  return (
    <>
      <div class="sheet">
        {STATES.map((state, index) => (
          <SheetField
            key={index}
            {...SAVED}
            {...state}
            element={{ ...SAVED.element, id: index + 1, label: `Clear width ${index + 1}` }}
          />
        ))}
      </div>
      {[0, 2].map((count) => (
        <SaveBar key={count} count={count} undecided={0} saves={0} isBusy={false} onDiscard={() => {}} />
      ))}
      <div class="feed">
        <ul class="rows">
          <ChangeRow
            projectId={1}
            change={{
              sequence: 12,
              kind: 'file_changed',
              at: '2026-03-02T09:00:00.000Z',
              by: { userId: 1, displayName: 'Ada' },
              revision: { id: 2, code: '2' },
              subject: { type: 'file', id: 1 },
              parts: [],
            }}
            names={new Map([['file 1', 'A-101 ground floor.pdf']])}
            isNew
          />
        </ul>
      </div>
      <ul class="rows">
        <li class="with-menu">
          <a href="#styles">Main entrance</a>
          <span class="filling small">
            <progress max={5} value={2} aria-label="Filled in of Main entrance" />2 of 5 filled in, 2 default,
            1 empty
          </span>
          <RowMenu about="Main entrance">
            <li>
              <a href="#styles">History</a>
            </li>
          </RowMenu>
        </li>
      </ul>
      <p>
        <code id="sample-secret">secret</code>{' '}
        <CopyButton label="Copy" done="Copied." text={() => 'secret'} shownBy="sample-secret" />
      </p>
      <ConflictCard
        conflict={{
          elementId: 1,
          fromElementId: 1,
          toElementId: 1,
          address: '1.1',
          label: 'Clear width',
          reason: 'meaning_changed',
          from: { ...SAMPLE_FIELD, options: [], unit: 'in' },
          to: { ...SAMPLE_FIELD, options: [] },
          recorded: { value: '36', disposition: 'specified', disposition_note: null },
        }}
        decision={{ resolution: 'user_modified', value: '915' }}
        onDecide={() => {}}
      />
      <HoldsChoice
        projectId={1}
        holds={{
          acknowledgmentToken: 'token',
          blockedStandards: [
            {
              standardId: 1,
              name: 'Exterior doors',
              holdingScope: null,
              level: 2,
              heldClauseCount: 1,
              heldClauseAddresses: ['1.3'],
              holds: [{ scope: 'clauses', level: 2, reason: 'copyright_notice', heldClauseCount: 1 }],
              acknowledgeable: true,
              fix: 'remove_or_swap',
              replacement: null,
            },
          ],
        }}
      />
      <ReadinessList
        projectId={1}
        readiness={{
          hasDraft: true,
          empty: false,
          ready: false,
          blockers: [{ kind: 'datasheet_behind', id: 1, name: 'Main entrance' }],
          holds: [],
          needsCompany: true,
          version: 'a',
        }}
      />
    </>
  );
}
