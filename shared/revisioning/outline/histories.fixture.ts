/**
 * Generators for property tests of merges: outlines, and histories in which two authors edit one outline.
 * An edit is a few small numbers applied to the outline it meets, so that fast-check can shrink a failing
 * history.
 */
import fc from 'fast-check';
import { PLAIN_FIELD } from '../../../test/plain-field.ts';
import { childOf, isBelow, ordinalOf, parentOf } from './address.ts';
import { ELEMENT_KINDS, type Element, type Field, labelMember, type Outline } from './outline.ts';
import { orderOutline } from './outline-order.ts';

/** Number of histories for each law; the long run sets 10,000. */
export const LAW_RUNS = Number(process.env.LAW_RUNS ?? 300);

export interface ScriptedEdit {
  kind: EditKind;
  a: number;
  b: number;
}

const WORDING_EDITS = [
  'reword',
  'retitle',
  'relabel',
  'rekind',
  'add_field',
  'edit_field',
  'remove_field',
] as const;
const STRUCTURE_EDITS = [
  'insert',
  'insert_shifting',
  'delete',
  'replace',
  'move',
  'reorder',
  'renumber',
  'move_field',
] as const;
type EditKind = (typeof WORDING_EDITS)[number] | (typeof STRUCTURE_EDITS)[number];

export type Author = 'base' | 'x' | 'y';

const number = fc.nat({ max: 999 });

function script(kinds: readonly EditKind[], maxLength: number): fc.Arbitrary<ScriptedEdit[]> {
  return fc.array(fc.record({ kind: fc.constantFrom(...kinds), a: number, b: number }), {
    maxLength,
    size: 'max',
  });
}

/** A valid outline of up to some thirty elements with fields, identities from 1. */
export const anyOutline: fc.Arbitrary<Outline> = fc
  .tuple(
    script(['insert', 'insert', 'insert', 'add_field'], 30),
    script([...WORDING_EDITS, ...STRUCTURE_EDITS], 6),
  )
  .map(([growth, changes]) => applyEdits({ elements: [], fields: [] }, [...growth, ...changes], 'base'));

/** Scripts of one author that change anything. */
export const anyScript: fc.Arbitrary<ScriptedEdit[]> = script([...WORDING_EDITS, ...STRUCTURE_EDITS], 8);

/** Scripts that leave every clause where it is. */
export const wordingScript: fc.Arbitrary<ScriptedEdit[]> = script(WORDING_EDITS, 8);

/** Scripts that move, renumber and reword clauses, and change no field. */
export const structureScript: fc.Arbitrary<ScriptedEdit[]> = script(
  ['insert', 'insert_shifting', 'move', 'reorder', 'renumber', 'reword', 'retitle', 'relabel', 'rekind'],
  8,
);

/** One outline and the results of two authors. */
export interface History {
  base: Outline;
  x: Outline;
  y: Outline;
}

/** Generator of histories with these scripts. */
export function historyArbitrary(scripts: fc.Arbitrary<ScriptedEdit[]>): fc.Arbitrary<History> {
  return fc
    .tuple(anyOutline, scripts, scripts)
    .map(([base, x, y]) => ({ base, x: applyEdits(base, x, 'x'), y: applyEdits(base, y, 'y') }));
}

const FIRST_ID: Record<Author, number> = { base: 1, x: 10_000, y: 20_000 };

/** Applies a script; an edit without a target changes nothing. The result is valid when the outline was. */
export function applyEdits(outline: Outline, edits: readonly ScriptedEdit[], author: Author): Outline {
  let next = FIRST_ID[author];
  const newId = () => next++;
  return edits.reduce((state, edit) => orderOutline(applyEdit(state, edit, author, newId)), outline);
}

function applyEdit(
  outline: Outline,
  { kind, a, b }: ScriptedEdit,
  author: Author,
  newId: () => number,
): Outline {
  const element = outline.elements[a % Math.max(outline.elements.length, 1)];
  const field = outline.fields[a % Math.max(outline.fields.length, 1)];
  // Every third word is one that the other author may choose as well, so that both changing alike is tried
  // too.
  const word = b % 3 === 0 ? `shared ${b % 9}` : `${author} ${b}`;
  if (kind === 'insert') return insert(outline, element, a, b, newId, false);
  if (kind === 'insert_shifting') return insert(outline, element, a, b, newId, true);
  if (kind === 'move_field') return moveField(outline, field, b);
  if (kind === 'edit_field' && field) return replaceField(outline, field, { unit: word });
  if (kind === 'remove_field' && field)
    return { ...outline, fields: outline.fields.filter((other) => other !== field) };
  if (element === undefined) return outline;
  if (kind === 'reword') return replaceElement(outline, element, { content: word });
  if (kind === 'retitle') return replaceElement(outline, element, { toc_content: word });
  if (kind === 'relabel') return replaceElement(outline, element, { label: `${word.slice(0, 8)}.${b % 2}` });
  if (kind === 'rekind')
    return replaceElement(outline, element, { kind: ELEMENT_KINDS[b % ELEMENT_KINDS.length] ?? 'note' });
  if (kind === 'add_field') return addField(outline, element, b, word, newId);
  if (kind === 'delete') return deleteSubtree(outline, element);
  if (kind === 'replace') return replaceIdentity(outline, element, word, newId());
  if (kind === 'move') return moveSubtree(outline, element, b);
  if (kind === 'reorder') return moveAmongSiblings(outline, element, b);
  if (kind === 'renumber') return renumber(outline, element, b);
  return outline;
}

function replaceElement(outline: Outline, element: Element, change: Partial<Element>): Outline {
  return {
    ...outline,
    elements: outline.elements.map((other) => (other === element ? { ...other, ...change } : other)),
  };
}

function replaceField(outline: Outline, field: Field, change: Partial<Field>): Outline {
  return {
    ...outline,
    fields: outline.fields.map((other) => (other === field ? { ...other, ...change } : other)),
  };
}

/**
 * Below `element` (or at the top), in a free number or, shifting, in a used one whose siblings are shifted.
 */
function insert(
  outline: Outline,
  element: Element | undefined,
  a: number,
  b: number,
  newId: () => number,
  isShifting: boolean,
): Outline {
  const parent = element === undefined || a % 4 === 0 || isAtMaxDepth(element) ? null : element.address;
  const used = siblingNumbers(outline, parent);
  let ordinal = 1 + (b % 6);
  let elements = outline.elements;
  if (isShifting) elements = shiftSiblings(elements, parent, ordinal, used);
  else while (used.has(ordinal)) ordinal += 1;
  const element_id = newId();
  const added = {
    element_id,
    address: childOf(parent, ordinal),
    kind: ELEMENT_KINDS[b % ELEMENT_KINDS.length] ?? 'note',
    toc_content: b % 2 === 0 ? '' : `Heading ${element_id}`,
    content: `Text ${element_id}`,
    ...labelMember(b % 3 === 0 ? `L.${b % 5}` : ''),
  };
  return { ...outline, elements: [...elements, added] };
}

/** Trees deep enough to nest sections, far from the limit of twelve levels. */
function isAtMaxDepth(element: Element): boolean {
  return element.address.split('.').length >= 4;
}

function siblingNumbers(outline: Outline, parent: string | null): Set<number> {
  const siblings = outline.elements.filter(({ address }) => parentOf(address) === parent);
  return new Set(siblings.map(({ address }) => ordinalOf(address)));
}

/** Renumbers the run of siblings from `ordinal` on by one, so that the number is free. */
function shiftSiblings(
  elements: readonly Element[],
  parent: string | null,
  ordinal: number,
  used: ReadonlySet<number>,
): Element[] {
  let end = ordinal;
  while (used.has(end)) end += 1;
  let shifted = [...elements];
  for (let number = end - 1; number >= ordinal; number--) {
    shifted = readdress(shifted, childOf(parent, number), childOf(parent, number + 1));
  }
  return shifted;
}

/** The elements with the subtree at `from` moved to `to`. */
function readdress(elements: readonly Element[], from: string, to: string): Element[] {
  return elements.map((element) => {
    if (element.address !== from && !isBelow(element.address, from)) return element;
    return { ...element, address: to + element.address.slice(from.length) };
  });
}

function deleteSubtree(outline: Outline, element: Element): Outline {
  const elements = outline.elements.filter(
    ({ address }) => address !== element.address && !isBelow(address, element.address),
  );
  const present = new Set(elements.map(({ element_id }) => element_id));
  return { elements, fields: outline.fields.filter((field) => present.has(field.element_id)) };
}

/** Another clause at the address of this one; the clauses below it are kept. */
function replaceIdentity(outline: Outline, element: Element, word: string, element_id: number): Outline {
  const replaced = replaceElement(outline, element, { element_id, content: word });
  return {
    ...replaced,
    fields: outline.fields.filter((field) => field.element_id !== element.element_id),
  };
}

/** Under another clause, or to another number; never below itself. */
function moveSubtree(outline: Outline, element: Element, b: number): Outline {
  const targets: (string | null)[] = [null];
  for (const other of outline.elements) {
    if (other !== element && !isBelow(other.address, element.address) && !isAtMaxDepth(other))
      targets.push(other.address);
  }
  const parent = targets[b % targets.length] ?? null;
  const used = siblingNumbers(outline, parent);
  let ordinal = 1 + (b % 5);
  while (used.has(ordinal)) ordinal += 1;
  return { ...outline, elements: readdress(outline.elements, element.address, childOf(parent, ordinal)) };
}

/** To another position among its siblings, which share out their numbers again in the new order. */
function moveAmongSiblings(outline: Outline, element: Element, b: number): Outline {
  const parent = parentOf(element.address);
  const siblings = outline.elements
    .filter(({ address }) => parentOf(address) === parent)
    .map(({ address }) => address);
  const others = siblings.filter((address) => address !== element.address);
  const reordered = others.toSpliced(b % siblings.length, 0, element.address);
  const elements = outline.elements.map((other) => {
    const at = reordered.findIndex((from) => other.address === from || isBelow(other.address, from));
    const [from, to] = [reordered[at], siblings[at]];
    return from === undefined || to === undefined
      ? other
      : { ...other, address: to + other.address.slice(from.length) };
  });
  return { ...outline, elements };
}

/** By hand: to a free number between its neighbours, or after the last. */
function renumber(outline: Outline, element: Element, b: number): Outline {
  const parent = parentOf(element.address);
  const own = ordinalOf(element.address);
  const others = [...siblingNumbers(outline, parent)].filter((ordinal) => ordinal !== own);
  const before = Math.max(0, ...others.filter((ordinal) => ordinal < own));
  const behind = Math.min(own + 4, ...others.filter((ordinal) => ordinal > own));
  const free = Array.from({ length: behind - before - 1 }, (_, at) => before + 1 + at).filter(
    (ordinal) => ordinal !== own,
  );
  const ordinal = free[b % Math.max(free.length, 1)];
  if (ordinal === undefined) return outline;
  return { ...outline, elements: readdress(outline.elements, element.address, childOf(parent, ordinal)) };
}

function addField(outline: Outline, element: Element, b: number, word: string, newId: () => number): Outline {
  const label = `Label ${b % 4}`;
  if (outline.fields.some((field) => field.element_id === element.element_id && field.label === label))
    return outline;
  return { ...outline, fields: [...outline.fields, plainField(element.element_id, newId(), label, word)] };
}

function moveField(outline: Outline, field: Field | undefined, b: number): Outline {
  const target = outline.elements[b % Math.max(outline.elements.length, 1)];
  if (field === undefined || target === undefined) return outline;
  const element_id = target.element_id;
  if (outline.fields.some((other) => other.element_id === element_id && other.label === field.label))
    return outline;
  return replaceField(outline, field, { element_id });
}

/** A plain text field. */
export function plainField(
  element_id: number,
  field_id: number,
  label: string,
  unit: string | null = null,
): Field {
  return {
    field_id,
    element_id,
    label,
    ...PLAIN_FIELD,
    options: [],
    unit,
  };
}
