/**
 * How many elements a program draws for an SVG that passed the check of uploads, with every reference within it followed: a small
 * file may name a group ten times that names another one ten times. It takes as long as the file is. Pure.
 */

const NO_ELEMENTS = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[?!][^>]*>/g;
const TAG = /<(\/?)([\w:.-]+)((?:"[^"]*"|'[^']*'|[^"'>])*)>/g;
const ID = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/;
const REFERENCES = /\shref\s*=\s*["']\s*#([\w:.-]+)|:href\s*=\s*["']\s*#([\w:.-]+)|url\(\s*["']?#([\w:.-]+)/g;

/** References that lead one to the next. A program follows each within the one before. */
const MAX_CHAIN = 100;

/** The whole drawing, an element with an id, or all elements that one id names. */
interface Part {
  isNamed: boolean;
  /** Those of its elements that are in no part within it. */
  elements: number;
  /** Drawn with it, as often as they are here: the parts within it, and those that its elements refer to. */
  draws: Part[];
  /** How many of the parts that draw it are not counted yet. */
  waitsFor: number;
  times: number;
  chain: number;
}

/** @returns infinity for a reference to itself, and for a longer chain than any drawing has */
export function countDrawnElements(svg: string): number {
  const parts = readParts(svg.replace(NO_ELEMENTS, ''));
  let count = 0;
  const ready = parts.filter(({ waitsFor }) => waitsFor === 0);
  for (const part of ready) {
    if (part.chain > MAX_CHAIN || !Number.isFinite(part.times)) return Number.POSITIVE_INFINITY;
    count += part.times * part.elements;
    for (const drawn of part.draws) {
      drawn.times += part.times;
      drawn.chain = Math.max(drawn.chain, part.chain + (drawn.isNamed ? 1 : 0));
      drawn.waitsFor -= 1;
      if (drawn.waitsFor === 0) ready.push(drawn);
    }
  }
  // Parts that draw each other wait for ever.
  return ready.length < parts.length ? Number.POSITIVE_INFINITY : count;
}

/** All parts, the whole drawing first. */
function readParts(svg: string): Part[] {
  const parts: Part[] = [];
  const addPart = (isNamed: boolean): Part => {
    const part = { isNamed, elements: 0, draws: [], waitsFor: 0, times: 0, chain: 0 };
    parts.push(part);
    return part;
  };
  const draw = (part: Part, drawn: Part): void => {
    part.draws.push(drawn);
    drawn.waitsFor += 1;
  };
  const named = new Map<string, Part>();
  const partNamed = (id: string): Part => {
    const part = named.get(id) ?? addPart(true);
    named.set(id, part);
    return part;
  };
  const drawing = addPart(false);
  drawing.times = 1;
  const open: { part: Part; id: string | null }[] = [];
  const openIds = new Set<string | null>();
  for (const [, closing, , attributes = ''] of svg.matchAll(TAG)) {
    if (closing === '/') {
      openIds.delete(open.pop()?.id ?? null);
      continue;
    }
    const around = open.at(-1)?.part ?? drawing;
    const [, double, single] = ID.exec(attributes) ?? [];
    const given = double ?? single ?? null;
    // Within an element of the same id it is a part of that one.
    const id = openIds.has(given) ? null : given;
    const part = id === null ? around : addPart(false);
    if (id !== null) {
      draw(around, part);
      draw(partNamed(id), part);
    }
    part.elements += 1;
    for (const [, a, b, c] of attributes.matchAll(REFERENCES)) draw(part, partNamed(a ?? b ?? c ?? ''));
    if (attributes.endsWith('/')) continue;
    open.push({ part, id });
    if (id !== null) openIds.add(id);
  }
  return parts;
}
