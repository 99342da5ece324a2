/** One recorded value that does not fit by itself: the old and the new definition, and what becomes of it. */
import { DISPOSITION_WORDS } from '../../../../../shared/documents/disposition-words.ts';
import { readFieldValue } from '../../../../../shared/revisioning/outline/field-value.ts';
import type { FieldValue } from '../../../../../shared/revisioning/outline/outline.ts';
import { choicesOf, remarksOf } from '../../../elements/field-table.tsx';
import { FieldControl, type FieldDefinition } from '../datasheet/field-control.tsx';
import { answeredValue, wordsOf } from '../datasheet/sheet-edits.ts';
import type { DatasheetUpgradePlan } from './plan.ts';

const RESOLUTIONS = ['user_accepted', 'user_modified', 'user_discarded'] as const;

export interface Decision {
  resolution: (typeof RESOLUTIONS)[number];
  value: FieldValue;
}

/** As it was stored; null for what is none. */
export function readDecision(stored: unknown): Decision | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const resolution = RESOLUTIONS.find((one) => one === Reflect.get(stored, 'resolution'));
  const value = readFieldValue(Reflect.get(stored, 'value'));
  return resolution && value !== undefined ? { resolution, value } : null;
}

type Conflict = DatasheetUpgradePlan['conflicts'][number];

const REASONS = {
  removed: 'The field is not there any more.',
  invalid: 'The new field does not take this value.',
  meaning_changed: 'The value would mean something else.',
} as const;

interface ConflictCardProps {
  conflict: Conflict;
  decision: Decision | undefined;
  onDecide: (decision: Decision) => void;
}

export function ConflictCard({ conflict, decision, onDecide }: ConflictCardProps) {
  const { elementId, label, address, printed_number, reason, from, to, recorded } = conflict;
  const name = `decision-${elementId}`;
  const recordedInWords =
    recorded.disposition === 'specified'
      ? `${wordsOf(recorded.value)} ${from.unit ?? ''}`.trim()
      : [DISPOSITION_WORDS[recorded.disposition], recorded.disposition_note].filter(Boolean).join(': ');
  const choose = (resolution: Decision['resolution']) => () =>
    onDecide({ resolution, value: decision?.value ?? answeredValue(recorded.value) });
  return (
    <fieldset class="conflict">
      <legend>
        <span class="small">{printed_number ?? address}</span> <strong dir="auto">{label}</strong>
      </legend>
      <p>
        {REASONS[reason]} Recorded: <strong dir="auto">{recordedInWords}</strong>
      </p>
      <div class="sides">
        <Definition title="Before" definition={from} />
        {to ? <Definition title="After" definition={to} /> : <p class="small">After: no field</p>}
      </div>
      <label class="check option">
        <input
          type="radio"
          name={name}
          checked={decision?.resolution === 'user_accepted'}
          onChange={choose('user_accepted')}
        />{' '}
        {to
          ? `Keep ${wordsOf(recorded.value)}${to.unit ? ` as ${to.unit}` : ''}`
          : 'Let the value go with the field'}
      </label>
      {to && (
        <>
          <label class="check option">
            <input
              type="radio"
              name={name}
              checked={decision?.resolution === 'user_modified'}
              onChange={choose('user_modified')}
            />{' '}
            Another value
          </label>
          <label class="check option">
            <input
              type="radio"
              name={name}
              checked={decision?.resolution === 'user_discarded'}
              onChange={choose('user_discarded')}
            />{' '}
            Start anew: {to.default_value === null ? 'empty' : wordsOf(to.default_value)}
          </label>
        </>
      )}
      {to && decision?.resolution === 'user_modified' && (
        <div class="field medium">
          <label for={`${name}-value`} dir="auto">
            {label}
            {to.unit && <span class="small"> ({to.unit})</span>}
          </label>
          <FieldControl
            id={`${name}-value`}
            definition={to}
            value={decision.value}
            isInvalid={false}
            describedBy=""
            isReadOnly={false}
            onChange={(value) => onDecide({ resolution: 'user_modified', value })}
          />
        </div>
      )}
    </fieldset>
  );
}

function Definition({ title, definition }: { title: string; definition: FieldDefinition }) {
  return (
    <p dir="auto">
      <span class="small">{title}:</span> {definition.label},{' '}
      {[choicesOf(definition), ...remarksOf(definition)].join(', ')}
    </p>
  );
}
