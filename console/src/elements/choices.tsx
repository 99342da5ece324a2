/** Fields of forms other than a line of text: a long text, one of several choices. */
import { type FieldFrameProps, Labelled } from './form.tsx';

interface TextAreaProps extends FieldFrameProps {
  value?: string;
  rows?: number;
}

export function TextArea({ value, rows = 4, ...about }: TextAreaProps) {
  return (
    <Labelled {...about}>
      {(attributes) => <textarea {...attributes} rows={rows} dir="auto" defaultValue={value} />}
    </Labelled>
  );
}

interface ChoiceProps extends FieldFrameProps {
  value?: string;
  /** Values with the words for them. */
  choices: readonly (readonly [value: string, words: string])[];
  /** What is said before one is chosen, where none is beforehand and one is required. */
  ask?: string | undefined;
  onChange?: (value: string) => void;
}

export function Choice({ value, choices, ask, onChange, ...about }: ChoiceProps) {
  return (
    <Labelled {...about}>
      {(attributes) => (
        <select
          {...attributes}
          defaultValue={value}
          onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
        >
          {about.optional && <option value="">–</option>}
          {ask !== undefined && (
            <option value="" selected={value === undefined}>
              {ask}
            </option>
          )}
          {choices.map(([one, words]) => (
            <option key={one} value={one} selected={one === value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
