/**
 * Parser and serialiser of the YAML frontmatter of a markup text. Wiki pages use
 * it, so it must be valid there (`readFrontmatter`). A save of a standard ignores it, and the import takes what it
 * can read (`readLooseFrontmatter`).
 */
import { readHeadingStart } from './element-start.ts';
import { isBlankLine } from './lines.ts';
import { createFault, excerpt, type MarkupFault } from './markup-rules.ts';
import { type ParsedYaml, readYaml, writeYaml } from './plain-yaml.ts';

export interface Frontmatter {
  title?: string;
  description?: string;
  /** A slug, a name unique in the library, or `Parent/Child`. */
  category?: string;
  tags?: string[];
  /** Other keys, each a text as it was written. */
  other?: Record<string, string>;
}

interface ParsedFrontmatter {
  frontmatter: Frontmatter | null;
  /** Index of the first line after the frontmatter. */
  end: number;
  errors: MarkupFault[];
}

/** The part of the text before the outline of a standard: whatever it contains, it is no error. */
interface LooseFrontmatter {
  /** What could be read; null when the first line is not `---`. */
  frontmatter: Frontmatter | null;
  /** Index of the first line after the frontmatter. */
  end: number;
  errors: MarkupFault[];
  warnings: MarkupFault[];
  /** What could not be read, by key, as it was written; null names all of it. */
  unread: { key: string | null; text: string }[];
}

const MAX_BYTES = 8 * 1024;
/** Longer frontmatter that is ignored is not read. */
const MAX_LOOSE_BYTES = 64 * 1024;
/** Nesting that is understood, and left out, where frontmatter is ignored. */
const LOOSE_DEPTH = 100;
const KEY = /^[A-Za-z][\w-]{0,63}$/;
/** Keys that could reach a prototype once the frontmatter is a plain object. */
const FORBIDDEN_KEYS = new Set(['constructor', 'prototype']);

/** Reads the frontmatter at the start of `lines`; null when the first line is not `---`. */
export function readFrontmatter(lines: readonly string[]): ParsedFrontmatter {
  const end = findEnd(lines);
  if (end === 0) return { frontmatter: null, end, errors: [] };
  if (end === null) return { frontmatter: null, end: lines.length, errors: [unclosed()] };
  const source = lines.slice(1, end - 1).join('\n');
  if (Buffer.byteLength(source) > MAX_BYTES) {
    return { frontmatter: null, end, errors: [createFault('frontmatter-too-long', 1, null)] };
  }
  const { frontmatter, errors } = parseEntries(readYaml(source));
  return { frontmatter, errors, end };
}

/**
 * Reads what can be read of a frontmatter that counts for nothing: it is an error only where it never ends, because
 * the whole text would be lost. Lines that look like clauses, or that are no YAML, are a warning: a line across the
 * page at the beginning of a text begins a frontmatter, too.
 */
export function readLooseFrontmatter(lines: readonly string[]): LooseFrontmatter {
  const nothing = { frontmatter: null, errors: [], warnings: [], unread: [] };
  const end = findEnd(lines);
  if (end === 0) return { ...nothing, end };
  if (end === null) return { ...nothing, end: lines.length, errors: [unclosed()] };
  const inside = lines.slice(1, end - 1);
  const source = inside.join('\n');
  const reading = source.length > MAX_LOOSE_BYTES ? null : readYaml(source, LOOSE_DEPTH);
  const isMapping = reading !== null && !reading.faults.some(({ key }) => key === null);
  const isOutline = inside.some((line) => line.startsWith('#') && readHeadingStart(line) !== null);
  const warnings =
    isMapping && !isOutline
      ? []
      : [createFault('frontmatter-ignored', 1, null, `The lines 1 to ${end} are ignored`)];
  if (!isMapping)
    return { ...nothing, frontmatter: {}, end, warnings, unread: [{ key: null, text: source }] };
  const { frontmatter, refused } = parseEntries(reading);
  const unread = [...refused].map((key) => ({ key, text: textOfKey(key, inside, reading.lines) }));
  return { frontmatter, end, errors: [], warnings, unread };
}

/** Index after the closing line; 0 without frontmatter, null when it is never closed. */
function findEnd(lines: readonly string[]): number | null {
  if (!isDelimiter(lines[0])) return 0;
  const close = lines.findIndex((line, index) => index > 0 && isDelimiter(line));
  return close === -1 ? null : close + 1;
}

const unclosed = (): MarkupFault => createFault('frontmatter-unclosed', 1, null);

/** The lines of a key, up to the next one. */
function textOfKey(key: string, inside: readonly string[], lines: ReadonlyMap<string, number>): string {
  const from = lines.get(key) ?? 0;
  const to = Math.min(inside.length, ...[...lines.values()].filter((line) => line > from));
  return inside.slice(from, to).join('\n').trim();
}

function isDelimiter(line: string | undefined): boolean {
  return line?.startsWith('---') === true && isBlankLine(line.slice(3));
}

/** The entries of a mapping, with a fault for each that is refused. */
function parseEntries(reading: ParsedYaml): {
  frontmatter: Frontmatter;
  errors: MarkupFault[];
  refused: Set<string>;
} {
  // The YAML starts on line 2 of the text.
  const errors = reading.faults.map(({ line, key, message }) =>
    createFault(
      key === null ? 'frontmatter-bad-yaml' : 'frontmatter-not-scalar',
      line + 2,
      null,
      capitalise(message),
    ),
  );
  const refused = new Set(reading.faults.flatMap(({ key }) => key ?? []));
  const frontmatter: Frontmatter = {};
  const refuse = (key: string, fault: MarkupFault): void => {
    errors.push(fault);
    refused.add(key);
  };
  const other: Record<string, string> = {};
  for (const [key, value] of reading.entries) {
    const line = (reading.lines.get(key) ?? 0) + 2;
    if (!KEY.test(key) || FORBIDDEN_KEYS.has(key)) {
      const detail = `${JSON.stringify(excerpt(key))} is not a valid key`;
      refuse(key, createFault('frontmatter-bad-key', line, null, detail));
    } else if (key === 'tags') {
      if (typeof value !== 'string') frontmatter.tags = value;
      else if (value === '') frontmatter.tags = [];
      else refuse(key, createFault('frontmatter-not-scalar', line, null, '"tags" is a list'));
    } else if (typeof value !== 'string') {
      refuse(key, createFault('frontmatter-not-scalar', line, null, `${JSON.stringify(key)} is a list`));
    } else if (key === 'title' || key === 'description' || key === 'category') {
      frontmatter[key] = value;
    } else {
      other[key] = value;
    }
  }
  if (Object.keys(other).length > 0) frontmatter.other = other;
  return { frontmatter, errors, refused };
}

function capitalise(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/** The frontmatter as the first lines of a text, its end mark included. */
export function writeFrontmatter(frontmatter: Frontmatter): string {
  const { title, description, category, tags, other } = frontmatter;
  const entries = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(category === undefined ? {} : { category }),
    ...(tags === undefined ? {} : { tags }),
    ...other,
  };
  return `---\n${Object.keys(entries).length === 0 ? '' : writeYaml(entries)}---\n`;
}
