/**
 * Test fixture: applies the instructions of an amendment to an outline, and computes the instructions that undo it,
 * to prove that an amendment says all that changed.
 */
import { childOf, isBelow, ordinalOf, parentOf } from '../outline/address.ts';
import { type Element, type Field, fieldKey, labelMember, type Outline } from '../outline/outline.ts';
import { orderOutline } from '../outline/outline-order.ts';
import { hasWords, type Instruction } from './instructions.ts';
import { writeAmendment } from './write-amendment.ts';

type Of<A extends Instruction['action']> = Extract<Instruction, { action: A }>;

/**
 * What the outline becomes. Clauses and fields that stay keep their identity, those that are inserted get the next free ones.
 * @throws Error when an instruction does not fit the outline, or its words were withheld
 */
export function applyAmendment(instructions: readonly Instruction[], from: Outline): Outline {
  const of = <A extends Instruction['action']>(action: A): Of<A>[] =>
    instructions.filter((instruction): instruction is Of<A> => instruction.action === action);
  if (!instructions.every(hasWords))
    throw new Error('An amendment whose words are withheld cannot be carried out');

  const at = new Map(from.elements.map((element) => [element.address, element]));
  const find = (clause: string): Element => {
    const element = at.get(clause);
    if (!element) throw new Error(`There is no clause ${clause}`);
    return element;
  };
  const deleted = new Set<number>();
  for (const { clause, below } of of('delete')) {
    deleted.add(find(clause).element_id);
    if (below)
      for (const { address, element_id } of from.elements)
        if (isBelow(address, clause)) deleted.add(element_id);
  }
  const goesTo = findTargets([...of('move'), ...of('renumber')]);
  const placeOf = (address: string): string => {
    const parent = parentOf(address);
    return goesTo.get(address) ?? childOf(parent === null ? null : placeOf(parent), ordinalOf(address));
  };
  const words = Map.groupBy(of('substitute'), ({ clause }) => clause);
  const labels = new Map(of('label').map(({ clause, printed }) => [clause, printed]));
  const kinds = new Map(of('kind').map(({ clause, kind }) => [clause, kind]));
  const kept = from.elements
    .filter(({ element_id }) => !deleted.has(element_id))
    .map(({ label, ...element }): Element => {
      const { address } = element;
      const printed = labels.get(address);
      const changes = words.get(address) ?? [];
      const rewrite = (part: 'text' | 'heading', text: string): string =>
        substituteWords(
          text,
          changes.filter((change) => change.part === part),
        );
      return {
        ...element,
        address: placeOf(address),
        kind: kinds.get(address) ?? element.kind,
        toc_content: rewrite('heading', element.toc_content),
        content: rewrite('text', element.content),
        ...labelMember(printed === undefined ? label : printed),
      };
    });
  let nextElement = Math.max(0, ...from.elements.map(({ element_id }) => element_id));
  const inserted = of('insert').map(({ clause, kind, heading, text, printed }): Element => {
    nextElement += 1;
    return {
      element_id: nextElement,
      address: clause,
      kind,
      toc_content: heading,
      content: text,
      ...labelMember(printed),
    };
  });
  const elements = [...kept, ...inserted];

  const idAt = new Map(elements.map(({ element_id, address }) => [address, element_id]));
  const keyOf = ({ clause, label }: { clause: string; label: string }) =>
    fieldKey(find(clause).element_id, label);
  const goesOn = new Map(of('move_field').map((move) => [keyOf(move), idAt.get(move.to)]));
  const changes = new Map(of('change_field').map((change) => [keyOf(change), change.field]));
  const gone = new Set(of('delete_field').map(keyOf));
  const keptFields = from.fields.flatMap((field): Field[] => {
    const key = fieldKey(field.element_id, field.label);
    const element_id = goesOn.get(key) ?? field.element_id;
    if (gone.has(key) || deleted.has(element_id)) return [];
    return [{ ...field, ...changes.get(key), element_id }];
  });
  let nextField = Math.max(0, ...from.fields.map(({ field_id }) => field_id));
  const insertedFields = of('insert_field').map(({ clause, field }): Field => {
    const element_id = idAt.get(clause);
    if (element_id === undefined) throw new Error(`There is no clause ${clause}`);
    nextField += 1;
    return { ...field, field_id: nextField, element_id };
  });
  return orderOutline({ elements, fields: [...keptFields, ...insertedFields] });
}

/** The instructions that lead back from what these make of the outline. @throws as `applyAmendment` */
export const invertAmendment = (instructions: readonly Instruction[], from: Outline): Instruction[] =>
  writeAmendment(applyAmendment(instructions, from), from);

/** Where the named clauses go, by number. */
function findTargets(instructions: readonly (Of<'move'> | Of<'renumber'>)[]): Map<string, string> {
  const targets = new Map<string, string>();
  for (const instruction of instructions) {
    const { clause, to } = instruction;
    const end = (instruction.action === 'renumber' && instruction.last) || clause;
    for (let step = 0; step <= ordinalOf(end) - ordinalOf(clause); step += 1)
      targets.set(
        childOf(parentOf(clause), ordinalOf(clause) + step),
        childOf(parentOf(to), ordinalOf(to) + step),
      );
  }
  return targets;
}

function substituteWords(text: string, changes: readonly Of<'substitute'>[]): string {
  const places = changes.map(({ words, substitute }) => {
    if (words === null) return { at: 0, end: text.length, substitute };
    const at = text.indexOf(words);
    if (at === -1 || at !== text.lastIndexOf(words))
      throw new Error(`${JSON.stringify(words)} does not occur once in ${JSON.stringify(text)}`);
    return { at, end: at + words.length, substitute };
  });
  places.sort((a, b) => a.at - b.at);
  let [changed, done] = ['', 0];
  for (const { at, end, substitute } of places) {
    if (at < done) throw new Error(`Two instructions amend the same words of ${JSON.stringify(text)}`);
    changed += text.slice(done, at) + substitute;
    done = end;
  }
  return changed + text.slice(done);
}
