/**
 * A form that is sent to the service: busy while it waits, with the words of the service beside the field that they are
 * about. What was typed stays, whatever happens.
 */
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../../../shared/rest-client/api-error.ts';
import { Problem } from './problem.tsx';
import { Slow } from './slow.tsx';

/** The findings of the service by the paths of fields. */
const Findings = createContext<ReadonlyMap<string, string>>(new Map());

interface FormProps {
  /** What the button says. */
  action: string;
  send: (data: FormData) => Promise<void>;
  /** It is for one after the other: empty again after each that was sent. */
  clears?: boolean;
  /** It deletes or archives. */
  removes?: boolean;
  children?: ComponentChildren;
}

export function Form({ action, send, clears = false, removes = false, children }: FormProps) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [sent, setSent] = useState(0);
  const findings = new Map(
    error instanceof ApiError ? error.errors.map(({ path = '', message }) => [path, message] as const) : [],
  );
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (!isBusy && focused.current instanceof HTMLElement) focused.current.focus();
    if (!isBusy) focused.current = null;
  }, [isBusy]);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form);
    focused.current = form.contains(document.activeElement) ? document.activeElement : null;
    setBusy(true);
    setError(null);
    try {
      await send(data);
      if (clears) setSent((before) => before + 1);
    } catch (failure) {
      setError(failure);
      // The first field that is wrong, for who fills it in by keyboard.
      const wrong = failure instanceof ApiError ? failure.errors : [];
      const fields = wrong.map(({ path = '' }) => form.elements.namedItem(path));
      focused.current = fields.find((field) => field instanceof HTMLElement) ?? focused.current;
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
      {/* What is typed while it is sent would be lost with what was sent. */}
      <fieldset key={sent} class="plain" disabled={isBusy}>
        <Findings.Provider value={findings}>{children}</Findings.Provider>
      </fieldset>
      {error !== null && <Problem error={error} />}
      <button type="submit" class={`button main${removes ? ' removes' : ''}`} aria-disabled={isBusy}>
        {action}
      </button>
      {isBusy && <Slow label="Sending" />}
    </form>
  );
}

export interface FieldFrameProps {
  label: string;
  name: string;
  /** What the service says of it has another path. */
  path?: string;
  hint?: string;
  optional?: boolean;
}

interface FieldProps extends FieldFrameProps {
  type?: 'text' | 'email' | 'password';
  autocomplete?: string;
  value?: string;
}

export function Field({ type = 'text', autocomplete, value, ...about }: FieldProps) {
  return (
    <Labelled {...about}>
      {(attributes) => {
        const all = { ...attributes, autocomplete, defaultValue: value };
        if (type === 'password') return <input type="password" {...all} />;
        return type === 'email' ? <input type="email" {...all} /> : <input type="text" {...all} dir="auto" />;
      }}
    </Labelled>
  );
}

/** What the control of a field needs, so that its label, hint and finding belong to it. */
export interface ControlAttributes {
  id: string;
  name: string;
  required: boolean;
  'aria-invalid': boolean;
  'aria-describedby': string;
}

/** A field with its label, its hint, and what the service says of it; the control itself is drawn by who uses it. */
export function Labelled({
  label,
  name,
  path,
  hint,
  optional,
  children,
}: FieldFrameProps & { children: (attributes: ControlAttributes) => ComponentChildren }) {
  const id = useId();
  const finding = useContext(Findings).get(path ?? name);
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
      {children({
        id,
        name,
        required: !optional,
        'aria-invalid': finding !== undefined,
        'aria-describedby': `${id}-hint ${id}-finding`,
      })}
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
