/**
 * A form that is sent to the service: busy while it waits, with the words of the service beside the field that they are
 * about. What was typed stays, whatever happens.
 */
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useId, useState } from 'preact/hooks';
import { ApiError } from '../../../shared/rest-client/api-error.ts';
import { Problem } from './problem.tsx';

/** The findings of the service by the paths of fields. */
const Findings = createContext<ReadonlyMap<string, string>>(new Map());

interface FormProps {
  /** What the button says. */
  action: string;
  send: (data: FormData) => Promise<void>;
  children?: ComponentChildren;
}

export function Form({ action, send, children }: FormProps) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const findings = new Map(
    error instanceof ApiError ? error.errors.map(({ path = '', message }) => [path, message] as const) : [],
  );
  const submit = async (form: HTMLFormElement): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await send(new FormData(form));
    } catch (failure) {
      setError(failure);
      // The first field that is wrong, for who fills it in by keyboard.
      if (failure instanceof ApiError)
        for (const { path = '' } of failure.errors) {
          const field = form.elements.namedItem(path);
          if (field instanceof HTMLElement) return field.focus();
        }
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void submit(event.currentTarget);
      }}
    >
      <Findings.Provider value={findings}>{children}</Findings.Provider>
      {error !== null && <Problem error={error} />}
      <button type="submit" class="button main" aria-disabled={isBusy}>
        {action}
      </button>
    </form>
  );
}

interface FieldProps {
  label: string;
  name: string;
  type?: 'text' | 'email' | 'password';
  autocomplete?: string;
  /** What the service says of it has another path. */
  path?: string;
  hint?: string;
  value?: string;
  optional?: boolean;
}

export function Field({ label, name, type = 'text', autocomplete, path, hint, value, optional }: FieldProps) {
  const id = useId();
  const finding = useContext(Findings).get(path ?? name);
  const attributes = {
    id,
    name,
    autocomplete,
    defaultValue: value,
    required: !optional,
    'aria-invalid': finding !== undefined,
    'aria-describedby': `${id}-hint ${id}-finding`,
  };
  return (
    <div class="field">
      <label for={id}>
        {label}
        {optional && <span class="small"> (optional)</span>}
      </label>
      {hint !== undefined && (
        <p class="small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {type === 'password' ? (
        <input type="password" {...attributes} />
      ) : type === 'email' ? (
        <input type="email" {...attributes} />
      ) : (
        <input type="text" {...attributes} dir="auto" />
      )}
      {finding !== undefined && (
        <p class="finding" id={`${id}-finding`}>
          {finding}
        </p>
      )}
    </div>
  );
}

/** What was typed into a field, without blanks at its ends. */
export const textOf = (data: FormData, name: string): string => String(data.get(name) ?? '').trim();

/** A secret as it was typed. */
export const secretOf = (data: FormData, name: string): string => String(data.get(name) ?? '');
