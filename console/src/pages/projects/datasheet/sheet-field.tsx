/** One field of a datasheet: its label, the value with its unit or why there is none, where the value comes from. */
import { DISPOSITION_WORDS } from '../../../../../shared/documents/disposition-words.ts';
import { DISPOSITIONS } from '../../../../../shared/revisioning/outline/field-value.ts';
import { remarksOf } from '../../../elements/field-table.tsx';
import { minuteOf } from '../../../elements/minute.ts';
import { FieldControl, type FieldDefinition, isNumeric } from './field-control.tsx';
import {
  type FieldEdit,
  fillingOfEdit,
  isSameEdit,
  type SheetElement,
  savedEdit,
  wordsOf,
} from './sheet-edits.ts';

/** What somebody else saved in a field since it was read. */
export interface Theirs {
  edit: FieldEdit;
  by: string;
}

export interface SheetFieldProps {
  element: SheetElement;
  definition: FieldDefinition;
  edit: FieldEdit;
  isReadOnly: boolean;
  /** What is said of a value beyond its bound. */
  breach: string | null;
  finding: string | undefined;
  /** The service asks whether the value is emptied on purpose. */
  asksToErase: boolean;
  theirs: Theirs | undefined;
  /** The comments on it, and the way to a new one. */
  comments: { count: number; href: string };
  onEdit: (change: Partial<FieldEdit>) => void;
  onSettle: (choice: 'mine' | 'theirs') => void;
}

export function SheetField(props: SheetFieldProps) {
  const { element, definition, edit, isReadOnly, breach, finding } = props;
  const { asksToErase, theirs, comments, onEdit, onSettle } = props;
  const id = `field-${element.id}`;
  const isChanged = !isSameEdit(edit, savedEdit(element));
  const filling = fillingOfEdit(element, edit);
  const describedBy = `${id}-source ${id}-breach ${id}-finding`;
  return (
    <div class={`sheet-field is-${filling}${isChanged ? ' unsaved' : ''}`}>
      <label class="label" for={id} dir="auto">
        {element.label}
        {element.unit && <span class="heard"> ({element.unit})</span>}
      </label>
      <div class={isNumeric(definition) && edit.disposition === 'specified' ? 'value number' : 'value'}>
        {edit.disposition === 'specified' ? (
          <FieldControl
            id={id}
            definition={definition}
            value={edit.value}
            isInvalid={finding !== undefined}
            describedBy={describedBy}
            isReadOnly={isReadOnly}
            onChange={(value) => onEdit({ value, erases: false })}
          />
        ) : (
          <input
            id={id}
            type="text"
            dir="auto"
            maxLength={500}
            placeholder="Note, such as the drawing"
            disabled={isReadOnly}
            aria-describedby={describedBy}
            value={edit.note}
            onInput={({ currentTarget }) => onEdit({ note: currentTarget.value })}
          />
        )}
        {edit.disposition === 'specified' && element.unit && (
          <span class="unit" aria-hidden="true">
            {element.unit}
          </span>
        )}
        <select
          aria-label={`How ${element.label} is given`}
          disabled={isReadOnly}
          value={edit.disposition}
          onChange={({ currentTarget }) => {
            const disposition = DISPOSITIONS.find((one) => one === currentTarget.value) ?? 'specified';
            onEdit({ disposition, erases: false });
          }}
        >
          {DISPOSITIONS.map((one) => (
            <option key={one} value={one}>
              {DISPOSITION_WORDS[one]}
            </option>
          ))}
        </select>
        <p class="source small" id={`${id}-source`}>
          {[remarksInWords(definition), sourceOf(element), isChanged ? 'not saved yet' : SAID_OF[filling]]
            .filter((words) => words !== '')
            .join(' · ')}{' '}
          <a href={comments.href} aria-label={`${commentsInWords(comments.count)} on ${element.label}`}>
            {commentsInWords(comments.count)}
          </a>
        </p>
      </div>
      {breach !== null && (
        <p class="breach" id={`${id}-breach`}>
          {breach}
        </p>
      )}
      {finding !== undefined && (
        <p class="finding" id={`${id}-finding`}>
          {finding}
        </p>
      )}
      {asksToErase && (
        <label class="check finding">
          <input
            type="checkbox"
            checked={edit.erases === true}
            onChange={({ currentTarget }) => onEdit({ erases: currentTarget.checked })}
          />{' '}
          Empty it on purpose: {wordsOf(element.user_value)} is erased
        </label>
      )}
      {theirs && (
        <fieldset class="notice" aria-label={`Both changed ${element.label}`}>
          <p dir="auto">
            {theirs.by} saved <strong>{editInWords(theirs.edit)}</strong> since you began. You have{' '}
            <strong>{editInWords(edit)}</strong>.
          </p>
          <button type="button" onClick={() => onSettle('mine')}>
            Keep mine
          </button>{' '}
          <button type="button" onClick={() => onSettle('theirs')}>
            Take theirs
          </button>
        </fieldset>
      )}
    </div>
  );
}

const remarksInWords = (definition: FieldDefinition): string =>
  remarksOf(definition)
    .join(' · ')
    .replace(/^./, (first) => first.toUpperCase());

const commentsInWords = (count: number): string =>
  count === 0 ? 'Comment' : `${count} ${count === 1 ? 'comment' : 'comments'}`;

const editInWords = ({ value, disposition, note }: FieldEdit): string =>
  disposition === 'specified'
    ? wordsOf(value)
    : [DISPOSITION_WORDS[disposition], note].filter(Boolean).join(': ');

/** Who gave it, or that nobody did. */
const sourceOf = ({ editedBy, editedAt }: SheetElement): string =>
  editedBy && editedAt ? `${editedBy.displayName}, ${minuteOf(editedAt)}` : '';

const SAID_OF = { filled_in: '', default: 'As the standard gives it', empty: 'Empty' } as const;
