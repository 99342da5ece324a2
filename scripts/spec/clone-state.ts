/**
 * The stored state of a clone: its standard, the state of the service with which its text was last brought together,
 * and whether a conflict waits to be settled. Also its JSON form. It holds no credential.
 */
import type { Element, Field, Outline } from '../../shared/revisioning/outline/outline.ts';
import { SpecError } from './errors.ts';

const FORMAT = 1;

/** The last state of the service that the text contains. */
export interface BaseState {
  /** Version of the working copy; null: the content is that of a revision. */
  version: string | null;
  /** The published revision that it was, or that the working copy was opened from. */
  revision: { id: number; code: string } | null;
  outline: Outline;
  /** The merge key of each clause of a working copy, by identity. */
  hashes: Readonly<Record<string, string>>;
}

export interface CloneState {
  server: string;
  standard: { id: number; name: string };
  base: BaseState;
  /** The text has both sides of a conflict, or had them until the author settled it. */
  hasConflict: boolean;
}

/** The state as it is stored. */
export function writeState({ server, standard, base, hasConflict }: CloneState): string {
  const { outline, hashes, ...rest } = base;
  const elements = outline.elements.map((element) => {
    const hash = hashes[element.element_id];
    return hash === undefined ? element : { ...element, hash };
  });
  return `${JSON.stringify({ format: FORMAT, server, standard, hasConflict, base: { ...rest, elements, fields: outline.fields } }, null, 1)}\n`;
}

/** @throws SpecError for a text that is no state */
export function readState(text: string, file: string): CloneState {
  const broken = (): SpecError =>
    new SpecError(`${file} cannot be read as the state of a clone. Clone the standard again beside it.`);
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    throw broken();
  }
  if (!isStored(stored)) throw broken();
  const { server, standard, hasConflict, base } = stored;
  const hashes = base.elements.flatMap(({ element_id, hash }) =>
    hash === undefined ? [] : [[element_id, hash] as const],
  );
  const elements = base.elements.map(({ hash: _, ...element }) => element);
  return {
    server,
    standard,
    hasConflict,
    base: {
      version: base.version,
      revision: base.revision,
      outline: { elements, fields: base.fields },
      hashes: Object.fromEntries(hashes),
    },
  };
}

interface StoredState extends Pick<CloneState, 'server' | 'standard' | 'hasConflict'> {
  base: Pick<BaseState, 'version' | 'revision'> & {
    elements: (Element & { hash?: string })[];
    fields: Field[];
  };
}

function isStored(value: unknown): value is StoredState {
  if (!isRecord(value) || value.format !== FORMAT || !isRecord(value.base) || !isRecord(value.standard))
    return false;
  const { version, revision, elements, fields } = value.base;
  return (
    typeof value.server === 'string' &&
    typeof value.hasConflict === 'boolean' &&
    typeof value.standard.id === 'number' &&
    typeof value.standard.name === 'string' &&
    (version === null || typeof version === 'string') &&
    (revision === null ||
      (isRecord(revision) && typeof revision.id === 'number' && typeof revision.code === 'string')) &&
    Array.isArray(elements) &&
    elements.every(isStoredElement) &&
    Array.isArray(fields) &&
    fields.every(isStoredField)
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isStoredElement = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.element_id === 'number' &&
  ['address', 'kind', 'toc_content', 'content'].every((member) => typeof value[member] === 'string') &&
  ['undefined', 'string'].includes(typeof value.label);

const isStoredField = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.field_id === 'number' &&
  typeof value.element_id === 'number' &&
  typeof value.label === 'string' &&
  typeof value.input_type === 'string' &&
  Array.isArray(value.options);
