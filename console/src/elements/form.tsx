/**
 * A form that is sent to the service, and its fields: busy while it waits, with the words of the service beside the
 * field that they are about. What was typed stays where sending fails.
 */
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../../../shared/rest-client/api-error.ts';
import { inPageWords } from '../refusal-words.ts';
import { Problem, sentenceOf } from './problem.tsx';
import { Slow } from './slow.tsx';

/** The findings of the service by the paths of fields. */
const NO_FINDINGS: ReadonlyMap<string, string> = new Map();
const Findings = createContext(NO_FINDINGS);

const CONTROLS = 'input, textarea, select';
const OPTIONAL = ' (optional)';

interface FormProps {
  /** What the button says. */
  action: string;
  send: (data: FormData) => Promise<void>;
  /** It is for one after the other: empty again after each that was sent. */
  clears?: boolean;
  /** It deletes or archives. */
  removes?: boolean;
  /** Why there is nothing to do now. */
  idle?: string | undefined;
  children?: ComponentChildren;
}

interface Refusal {
  error: unknown;
  sentence: string;
  findings: ReadonlyMap<string, string>;
}

export function Form({ action, send, clears = false, removes = false, idle, children }: FormProps) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [sent, setSent] = useState(0);
  const fields = useRef<HTMLFieldSetElement>(null);
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (isBusy) return;
    const { current } = focused;
    // Of a form that is empty again the field is another one.
    const next = current?.isConnected === false ? fields.current?.querySelector(CONTROLS) : current;
    if (next instanceof HTMLElement) next.focus();
    focused.current = null;
  }, [isBusy]);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form);
    focused.current = form.contains(document.activeElement) ? document.activeElement : null;
    setBusy(true);
    setRefusal(null);
    try {
      await send(data);
      if (clears) setSent((before) => before + 1);
    } catch (failure) {
      setRefusal(inLabels(form, failure));
      // The first field that is wrong, for who fills it in by keyboard.
      const wrong = failure instanceof ApiError ? failure.errors : [];
      const named = wrong.map(({ path = '' }) => form.elements.namedItem(path));
      focused.current = named.find((field) => field instanceof HTMLElement) ?? focused.current;
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && idle === undefined) void submit(event.currentTarget);
      }}
    >
      {/* What is typed while it is sent would be lost with what was sent. */}
      <fieldset key={sent} class="plain" disabled={isBusy} ref={fields}>
        <Findings.Provider value={refusal?.findings ?? NO_FINDINGS}>{children}</Findings.Provider>
      </fieldset>
      {refusal && <Problem {...refusal} />}
      <div class="sends">
        <button
          type="submit"
          class={`button main${removes ? ' removes' : ''}`}
          aria-disabled={isBusy || idle !== undefined}
        >
          {action}
        </button>
        {idle !== undefined && <span class="small">{idle}</span>}
      </div>
      {isBusy && <Slow label="Sending" />}
    </form>
  );
}

/** A refusal with the labels of the form where the service names a value, such as 'name'. */
function inLabels(form: HTMLFormElement, error: unknown): Refusal {
  const words = (text: string): string =>
    inPageWords(text).replaceAll(/'(\w+)'/g, (named, name: string) => {
      const control = form.elements.namedItem(name);
      const label = isLabelled(control) ? control.labels?.[0]?.textContent : undefined;
      return label ? `“${label.replace(OPTIONAL, '').trim()}”` : named;
    });
  const errors = error instanceof ApiError ? error.errors : [];
  return {
    error,
    sentence: words(sentenceOf(error)),
    findings: new Map(errors.map(({ path = '', message }) => [path, words(message)])),
  };
}

const isLabelled = (
  control: RadioNodeList | Element | null,
): control is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  control instanceof Element && control.matches(CONTROLS);

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
        {optional && <span class="small">{OPTIONAL}</span>}
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
