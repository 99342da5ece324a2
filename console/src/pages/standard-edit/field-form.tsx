/** The fields of an open clause, each with the members that its type has. */
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { DISPOSITION_WORDS } from '../../../../shared/documents/disposition-words.ts';
import {
  constraintsOf,
  isChoiceType,
  isMultipleChoice,
} from '../../../../shared/revisioning/outline/field-rules.ts';
import {
  INPUT_TYPES,
  type InputType,
  STARTING_DISPOSITIONS,
} from '../../../../shared/revisioning/outline/outline.ts';
import { CONSTRAINT_WORDS } from '../../elements/field-table.tsx';
import type { DraftField } from './draft-clause.ts';
import type { Finding } from './save-draft.ts';

interface FieldFormProps {
  field: DraftField;
  /** It was added just now, to be written. */
  isFresh: boolean;
  isLocked: boolean;
  findings: readonly Finding[];
  change: (members: Partial<DraftField>) => void;
  remove: () => void;
}

export function FieldForm({ field, isFresh, isLocked, findings, change, remove }: FieldFormProps) {
  const { label, input_type, options, default_value, unit, constraint } = field;
  const { starting_disposition, drawing_ref, drawing_ref_locator, order_number } = field;
  const findingOf = (member: string): string | undefined =>
    findings.find((finding) => finding.member.startsWith(member))?.message;
  const isChoice = isChoiceType(input_type);
  const constraints = constraintsOf(input_type);
  const frame = useRef<HTMLFieldSetElement>(null);
  // Before the next letter is typed.
  useLayoutEffect(() => {
    if (isFresh) frame.current?.querySelector('input')?.focus();
  }, []);
  return (
    <fieldset class="draft-field" disabled={isLocked} ref={frame}>
      <legend dir="auto">{label || 'New field'}</legend>
      <Text
        label="Label"
        value={label}
        finding={findingOf('label')}
        change={(text) => change({ label: text })}
      />
      <Choice
        label="Type"
        value={input_type}
        choices={INPUT_TYPES}
        words={typeInWords}
        change={(type) => change(withType(field, type ?? 'text'))}
      />
      {isChoice && (
        <Text
          label="Options, one on a line"
          isLong
          value={options.join('\n')}
          finding={findingOf('options')}
          change={(text) => change({ options: text === '' ? [] : text.split('\n') })}
        />
      )}
      <Text
        label={defaultLabel(field)}
        isLong={isMultipleChoice(input_type) || input_type === 'textarea'}
        value={Array.isArray(default_value) ? default_value.join('\n') : String(default_value ?? '')}
        finding={findingOf('default_value')}
        change={(text) =>
          change({
            default_value: text === '' ? null : isMultipleChoice(input_type) ? text.split('\n') : text,
          })
        }
      />
      <Text
        label="Unit"
        value={unit ?? ''}
        finding={findingOf('unit')}
        change={(text) => change({ unit: text || null })}
      />
      {constraints.length > 0 && (
        <Choice
          label="Constraint"
          value={constraint}
          choices={constraints}
          none="none"
          finding={findingOf('constraint')}
          words={(one) => CONSTRAINT_WORDS[one]}
          change={(one) => change({ constraint: one })}
        />
      )}
      <Choice
        label="Starts as"
        value={starting_disposition}
        choices={STARTING_DISPOSITIONS}
        none="to be filled in"
        finding={findingOf('starting_disposition')}
        words={(one) => DISPOSITION_WORDS[one]}
        change={(one) => change({ starting_disposition: one })}
      />
      <Text
        label="Order"
        value={order_number === null ? '' : String(order_number)}
        finding={findingOf('order_number')}
        change={(text) => change({ order_number: /^-?\d{1,9}$/.test(text) ? Number(text) : null })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={drawing_ref}
          onChange={({ currentTarget }) => change({ drawing_ref: currentTarget.checked })}
        />{' '}
        Shown on drawings
      </label>
      {drawing_ref && (
        <Text
          label="Place in the drawings"
          value={drawing_ref_locator ?? ''}
          finding={findingOf('drawing_ref_locator')}
          change={(text) => change({ drawing_ref_locator: text || null })}
        />
      )}
      <button type="button" aria-label={`Remove the field ${label}`} onClick={remove}>
        Remove
      </button>
    </fieldset>
  );
}

/** The types that have a constraint say so: nobody looks for it under the others. */
const typeInWords = (type: InputType): string => {
  const constraints = constraintsOf(type).map((one) => CONSTRAINT_WORDS[one]);
  return constraints.length === 0 ? type : `${type} (${constraints.join(', ')})`;
};

/** The value of a minimum, a maximum or an exact value is the default of the field. */
const defaultLabel = ({ input_type, constraint }: Pick<DraftField, 'input_type' | 'constraint'>): string => {
  if (isMultipleChoice(input_type)) return 'Default, one option on a line';
  return constraint === null ? 'Default' : `Default, which is the ${CONSTRAINT_WORDS[constraint]}`;
};

/** What one type has and another has not does not stay behind unseen. */
function withType(field: DraftField, input_type: InputType): Partial<DraftField> {
  const [wasMany, isMany] = [isMultipleChoice(field.input_type), isMultipleChoice(input_type)];
  const { default_value: value, constraint } = field;
  return {
    input_type,
    ...(constraint === null || constraintsOf(input_type).includes(constraint) ? {} : { constraint: null }),
    ...(isChoiceType(input_type) ? {} : { options: [] }),
    ...(wasMany === isMany || value === null
      ? {}
      : { default_value: Array.isArray(value) ? (value[0] ?? null) : isMany ? [String(value)] : value }),
  };
}

interface TextProps {
  label: string;
  value: string;
  isLong?: boolean;
  finding?: string | undefined;
  change: (text: string) => void;
}

function Text({ label, value, isLong = false, finding, change }: TextProps) {
  const id = useId();
  const attributes = {
    id,
    value,
    dir: 'auto' as const,
    'aria-invalid': finding !== undefined,
    'aria-describedby': finding === undefined ? undefined : `${id}-finding`,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isLong ? (
        <textarea {...attributes} rows={3} onInput={({ currentTarget }) => change(currentTarget.value)} />
      ) : (
        <input type="text" {...attributes} onInput={({ currentTarget }) => change(currentTarget.value)} />
      )}
      {finding !== undefined && (
        <p class="finding" id={`${id}-finding`}>
          {finding}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<V extends string> {
  label: string;
  value: V | null;
  choices: readonly V[];
  /** What is said for no choice, where there may be none. */
  none?: string;
  words?: (value: V) => string;
  finding?: string | undefined;
  change: (value: V | null) => void;
}

function Choice<V extends string>({
  label,
  value,
  choices,
  none,
  words = (one) => one,
  finding,
  change,
}: ChoiceProps<V>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value ?? ''}
        aria-invalid={finding !== undefined}
        aria-describedby={finding === undefined ? undefined : `${id}-finding`}
        onChange={({ currentTarget }) =>
          change(choices.find((choice) => choice === currentTarget.value) ?? null)
        }
      >
        {none !== undefined && <option value="">{none}</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {words(choice)}
          </option>
        ))}
      </select>
      {finding !== undefined && (
        <p class="finding" id={`${id}-finding`}>
          {finding}
        </p>
      )}
    </div>
  );
}
