/** The clause that is open: its words, its fields, and its place in the outline. */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { anchorOf } from '../../elements/anchor.ts';
import type { Draft, Move } from './draft.ts';
import type { DraftClause, DraftField } from './draft-clause.ts';
import { FieldForm } from './field-form.tsx';
import { InsertImage } from './insert-image.tsx';
import type { Finding } from './save-draft.ts';
import { TextCheck } from './text-check.tsx';

interface OpenClauseProps {
  draft: Draft;
  clauseKey: string;
  /** While it is saved. */
  isLocked: boolean;
  findings: readonly Finding[];
  /** Notes an image that was uploaded here. */
  onImage: (name: string, source: string) => void;
}

const KINDS = { section: 'Section', clause: 'Clause', note: 'Note' } as const;

export function OpenClause({ draft, clauseKey, ...more }: OpenClauseProps) {
  const clause = draft.find(clauseKey);
  return clause ? <ClauseForm draft={draft} clause={clause} {...more} /> : null;
}

function ClauseForm({
  draft,
  clause,
  isLocked,
  findings,
  onImage,
}: Omit<OpenClauseProps, 'clauseKey'> & { clause: DraftClause }) {
  const { key, address, kind, heading, label, text, fields, seal } = clause;
  const id = useId();
  const textField = useRef<HTMLTextAreaElement>(null);
  const headingField = useRef<HTMLInputElement>(null);
  const section = useRef<HTMLElement>(null);
  const isSealed = seal !== null;
  // Before the next letter is typed.
  useLayoutEffect(() => {
    // What a clause is read for is changed most.
    const field = kind === 'section' || textField.current === null ? headingField : textField;
    (field.current ?? section.current)?.focus();
  }, [key]);
  useLayoutEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), [address]);
  const findingsAt = (member: string) =>
    findings.filter((finding) => finding.field === null && finding.member.startsWith(member));
  return (
    <section
      ref={section}
      id={anchorOf(address)}
      class="clause open-clause"
      aria-label={`Clause ${address}`}
      data-key={key}
      tabIndex={-1}
    >
      <p class="number">{address}</p>
      {isSealed ? (
        <p class="withheld">
          The text of this clause is withheld by moderation. It can be moved, and is kept as it is.
        </p>
      ) : (
        <>
          <div class="field-row">
            <div class="field">
              <label for={`${id}-kind`}>Kind</label>
              <select
                id={`${id}-kind`}
                value={kind}
                disabled={isLocked}
                onChange={({ currentTarget: { value } }) =>
                  draft.write(key, { kind: value === 'section' || value === 'note' ? value : 'clause' })
                }
              >
                {Object.entries(KINDS).map(([value, words]) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </select>
            </div>
            <div class="field">
              <label for={`${id}-label`}>Printed number</label>
              <input
                id={`${id}-label`}
                type="text"
                dir="auto"
                value={label}
                readOnly={isLocked}
                onInput={({ currentTarget: { value } }) => draft.write(key, { label: value })}
              />
            </div>
          </div>
          <div class="field">
            <label for={`${id}-heading`}>Heading</label>
            <input
              ref={headingField}
              id={`${id}-heading`}
              type="text"
              dir="auto"
              value={heading}
              readOnly={isLocked}
              onInput={({ currentTarget: { value } }) => draft.write(key, { heading: value })}
            />
          </div>
          <div class="field">
            <label for={`${id}-text`}>Text</label>
            <textarea
              ref={textField}
              id={`${id}-text`}
              dir="auto"
              rows={3}
              value={text}
              readOnly={isLocked}
              aria-describedby={`${id}-findings`}
              onInput={({ currentTarget: { value } }) => draft.write(key, { text: value })}
            />
          </div>
          <TextCheck text={text} />
          {!isLocked && (
            <InsertImage
              draft={draft}
              insert={(reference, { name, source }) => {
                onImage(name, source);
                const now = draft.find(key)?.text ?? text;
                const at = textField.current?.selectionEnd ?? now.length;
                draft.write(key, { text: `${now.slice(0, at)}${reference}${now.slice(at)}` });
                textField.current?.focus();
              }}
            />
          )}
          <div id={`${id}-findings`}>
            {['toc_content', 'content', 'attributes', 'address']
              .flatMap(findingsAt)
              .map(({ member, message }) => (
                <p key={`${member} ${message}`} class="finding">
                  {message}
                </p>
              ))}
          </div>
        </>
      )}
      <Fields draft={draft} of={key} fields={fields} isLocked={isLocked} findings={findings} />
      <Places draft={draft} of={key} address={address} isSealed={isSealed} isLocked={isLocked} />
    </section>
  );
}

interface FieldsProps {
  draft: Draft;
  of: string;
  fields: readonly DraftField[];
  isLocked: boolean;
  findings: readonly Finding[];
}

function Fields({ draft, of, fields, isLocked, findings }: FieldsProps) {
  const [fresh, setFresh] = useState<string | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (): void => {
    const key = draft.freshKey();
    setFresh(key);
    draft.writeFields(of, [...fields, { ...NEW_FIELD, key }], `add ${key}`);
  };
  return (
    <>
      {fields.map((field) => (
        <FieldForm
          key={field.key}
          field={field}
          isFresh={field.key === fresh}
          isLocked={isLocked}
          findings={findings.filter((finding) => finding.field === field.key)}
          change={(members) =>
            draft.writeFields(
              of,
              fields.map((one) => (one.key === field.key ? { ...one, ...members } : one)),
              `${field.key} ${Object.keys(members).join()}`,
            )
          }
          remove={() => {
            draft.writeFields(
              of,
              fields.filter(({ key }) => key !== field.key),
              `remove ${field.key}`,
            );
            addButton.current?.focus();
          }}
        />
      ))}
      <button type="button" disabled={isLocked} onClick={add} ref={addButton}>
        Add a field
      </button>
    </>
  );
}

const NEW_FIELD: DraftField = {
  key: '',
  id: null,
  label: '',
  input_type: 'text',
  options: [],
  default_value: null,
  order_number: null,
  drawing_ref: false,
  drawing_ref_locator: null,
  starting_disposition: null,
  constraint: null,
  unit: null,
};

interface PlacesProps {
  draft: Draft;
  of: string;
  address: string;
  isSealed: boolean;
  isLocked: boolean;
}

function Places({ draft, of, address, isSealed, isLocked }: PlacesProps) {
  const moves: readonly (readonly [Move, string])[] = [
    ['up', 'Move up'],
    ['down', 'Move down'],
    ['in', 'Indent'],
    ['out', 'Outdent'],
  ];
  return (
    <fieldset class="places" disabled={isLocked}>
      <legend>Place in the outline</legend>
      {moves.map(([move, words]) => (
        <button key={move} type="button" onClick={() => draft.move(of, move)}>
          {words}
        </button>
      ))}
      <button type="button" onClick={() => draft.insert(of, false)}>
        Insert after
      </button>
      <button type="button" onClick={() => draft.insert(of, true)}>
        Insert below
      </button>
      {!isSealed && (
        <button
          type="button"
          class="removes"
          aria-label={`Delete ${address}`}
          onClick={() => draft.remove(of)}
        >
          Delete
        </button>
      )}
      <button type="button" onClick={() => (draft.open.value = null)}>
        Close
      </button>
    </fieldset>
  );
}
