/**
 * How many elements a program draws for an SVG that passed the check of uploads, with every reference within it followed: a small
 * file may name a group ten times that names another one ten times. Pure.
 */

const NO_ELEMENTS = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[?!][^>]*>/g;
const TAG = /<(\/?)([\w:.-]+)((?:"[^"]*"|'[^']*'|[^"'>])*)>/g;
const ID = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/;
const REFERENCES = /\shref\s*=\s*["']\s*#([\w:.-]+)|:href\s*=\s*["']\s*#([\w:.-]+)|url\(\s*["']?#([\w:.-]+)/g;

const MAX_DEPTH = 100;

interface Part {
  /** Elements in it. */
  count: number;
  references: string[];
}

/** @returns infinity for a reference to itself, and for a longer chain than any drawing has */
export function countDrawnElements(svg: string): number {
  const parts = readParts(svg.replace(NO_ELEMENTS, ''));
  const known = new Map<string, number>();
  const countOf = (id: string, depth: number): number => {
    if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY;
    const before = known.get(id);
    if (before !== undefined) return before;
    const part = parts.get(id);
    if (!part) return 0;
    // While it is counted: a reference to itself.
    known.set(id, Number.POSITIVE_INFINITY);
    const count = part.references.reduce((sum, reference) => sum + countOf(reference, depth + 1), part.count);
    known.set(id, count);
    return count;
  };
  return countOf(ROOT, 0);
}

/** No id is empty. */
const ROOT = '';

/** The parts that have an id, and the whole drawing. */
function readParts(svg: string): Map<string, Part> {
  const parts = new Map<string, Part>([[ROOT, { count: 0, references: [] }]]);
  const open: string[] = [ROOT];
  for (const [, closing, , attributes = ''] of svg.matchAll(TAG)) {
    if (closing === '/') {
      open.pop();
      continue;
    }
    const [, double, single] = ID.exec(attributes) ?? [];
    const id = double ?? single ?? null;
    if (id !== null && !parts.has(id)) parts.set(id, { count: 0, references: [] });
    const references = [...attributes.matchAll(REFERENCES)].map(([, a, b, c]) => a ?? b ?? c ?? '');
    for (const name of new Set(id === null ? open : [...open, id])) {
      const part = parts.get(name);
      if (!part) continue;
      part.count += 1;
      part.references.push(...references);
    }
    // An element without an id counts in those around it.
    if (!attributes.endsWith('/')) open.push(id ?? ROOT);
  }
  return parts;
}
