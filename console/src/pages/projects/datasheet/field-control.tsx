/** The control of a field by its type: a line, a long text, a number, a day, one of several options, or some of them. */
import type { EndpointResult } from '../../../../../shared/rest-client/endpoint-types.ts';
import { isMultipleChoice } from '../../../../../shared/revisioning/outline/field-rules.ts';
import type { FieldValue } from '../../../../../shared/revisioning/outline/outline.ts';

export type FieldDefinition = NonNullable<EndpointResult<'datasheets.get'>['template']>[number];

/** Whether a short number is typed, with its unit beside it. */
export const isNumeric = ({ input_type, options }: FieldDefinition): boolean =>
  options.length === 0 && (input_type === 'number' || input_type === 'range');

interface FieldControlProps {
  id: string;
  definition: FieldDefinition;
  value: FieldValue;
  isInvalid: boolean;
  describedBy: string;
  isReadOnly: boolean;
  onChange: (value: FieldValue) => void;
}

export function FieldControl(props: FieldControlProps) {
  const { id, definition, value, isInvalid, describedBy, isReadOnly, onChange } = props;
  const { input_type: type, options } = definition;
  const text = Array.isArray(value) ? value.join('; ') : String(value ?? '');
  const attributes = {
    id,
    disabled: isReadOnly,
    'aria-invalid': isInvalid,
    'aria-describedby': describedBy,
  };
  if (isMultipleChoice(type)) return <Several {...props} />;
  if (options.length > 0)
    return (
      <select
        {...attributes}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      >
        <option value="">–</option>
        {/* A value from before the options changed stays until another one is chosen. */}
        {[...new Set([...options, text])]
          .filter((option) => option !== '')
          .map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
      </select>
    );
  if (type === 'textarea')
    return (
      <textarea
        {...attributes}
        rows={3}
        dir="auto"
        value={text}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement }): void =>
    onChange(currentTarget.value);
  if (type === 'date' && /^(\d{4}-\d{2}-\d{2})?$/.test(text))
    return <input {...attributes} type="date" value={text} onInput={onInput} />;
  // A number stays as it is typed: 28.50, 1/2 and 4 1/2 are numbers too.
  return (
    <input
      {...attributes}
      type="text"
      dir="auto"
      inputMode={isNumeric(definition) ? 'decimal' : undefined}
      value={text}
      onInput={onInput}
    />
  );
}

function Several({ id, definition, value, isReadOnly, describedBy, onChange }: FieldControlProps) {
  const chosen = new Set(Array.isArray(value) ? value : value === null ? [] : [String(value)]);
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={describedBy} aria-label={definition.label}>
      {[...new Set([...definition.options, ...chosen])].map((option) => (
        <label key={option} class="check option" dir="auto">
          <input
            type="checkbox"
            disabled={isReadOnly}
            checked={chosen.has(option)}
            onChange={({ currentTarget }) => {
              const next = new Set(chosen);
              if (currentTarget.checked) next.add(option);
              else next.delete(option);
              onChange(next.size === 0 ? null : [...next]);
            }}
          />{' '}
          {option}
        </label>
      ))}
    </fieldset>
  );
}
