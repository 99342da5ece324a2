/**
 * Rejects all tracked changes of a Word file: exchanges insertions and deletions, since the readers accept all
 * changes. Also lists who changed what. Pure.
 */
import { elementOf, elementsOf, textOf, type XmlElement } from '../xml/xml-tree.ts';
import { unwrapped } from './blocks.ts';

/** A piece of text that somebody inserted or deleted. */
export interface TrackedChange {
  change: 'inserted' | 'deleted';
  author: string;
  /** The time as the file has it; empty for none. */
  date: string;
  text: string;
  /** The place in the body, such as `paragraph 3`; of a table the paragraph before which it stands. */
  source: string;
}

const EXCHANGED: Readonly<Record<string, string>> = {
  ins: 'del',
  del: 'ins',
  moveFrom: 'moveTo',
  moveTo: 'moveFrom',
  delText: 't',
  delInstrText: 'instrText',
  cellIns: 'cellDel',
  cellDel: 'cellIns',
};

/** A part of the file, in which accepting all changes means to reject them. */
export function exchangeChanges(element: XmlElement): XmlElement {
  // Properties as they were stand inside those that they are now.
  const before = element.name === 'pPr' ? elementOf(elementOf(element, 'pPrChange'), 'pPr') : undefined;
  const marks = elementsOf(element, 'rPr', 'sectPr');
  const children = before ? [...before.children, ...marks] : element.children;
  return {
    ...element,
    name: EXCHANGED[element.name] ?? element.name,
    children: children.map((child) => (typeof child === 'string' ? child : exchangeChanges(child))),
  };
}

/** The changes of a body in their order; neighbours of one author are one. */
export function listChanges(body: XmlElement): TrackedChange[] {
  const changes: TrackedChange[] = [];
  let count = 0;
  const visit = (
    element: XmlElement,
    source: string,
    change: TrackedChange['change'] | null,
    by: XmlElement | null,
  ): void => {
    const { name } = element;
    if (change !== null && by !== null && (name === 't' || name === 'delText'))
      add(changes, { change, source, text: textOf(element), ...authorOf(by) });
    const isMark = ['ins', 'moveTo', 'del', 'moveFrom'].includes(name);
    const own = !isMark ? change : name === 'ins' || name === 'moveTo' ? 'inserted' : 'deleted';
    for (const child of elementsOf(element)) visit(child, source, own, isMark ? element : by);
  };
  for (const block of unwrapped(body)) {
    if (block.name === 'p') count += 1;
    visit(
      block,
      block.name === 'p' ? `paragraph ${count}` : `table before paragraph ${count + 1}`,
      null,
      null,
    );
  }
  return changes;
}

const authorOf = ({ attributes }: XmlElement): Pick<TrackedChange, 'author' | 'date'> => ({
  author: attributes.author ?? '',
  date: attributes.date ?? '',
});

function add(changes: TrackedChange[], change: TrackedChange): void {
  const last = changes.at(-1);
  const isNext =
    last !== undefined &&
    (['change', 'author', 'date', 'source'] as const).every((member) => last[member] === change[member]);
  if (isNext) last.text += change.text;
  else changes.push(change);
}
