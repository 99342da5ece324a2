/**
 * Parser and serialiser of the YAML frontmatter of a markup text (decisions M, W10; hardening H17). Wiki pages and
 * the import read it; a save of a standard ignores it, but it must be valid there too.
 */
import { isBlankLine } from './lines.ts';
import { createFault, excerpt, type MarkupFault } from './markup-rules.ts';
import { readYaml, writeYaml } from './plain-yaml.ts';

export interface Frontmatter {
  title?: string;
  description?: string;
  /** A slug, a name unique in the library, or `Parent/Child` (decisions W10). */
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

const MAX_BYTES = 8 * 1024;
const KEY = /^[A-Za-z][\w-]{0,63}$/;
/** Keys that could reach a prototype once the frontmatter is a plain object (hardening H6). */
const FORBIDDEN_KEYS = new Set(['constructor', 'prototype']);

/** Reads the frontmatter at the start of `lines`; null when the first line is not `---`. */
export function readFrontmatter(lines: readonly string[]): ParsedFrontmatter {
  if (!isDelimiter(lines[0])) return { frontmatter: null, end: 0, errors: [] };
  const close = lines.findIndex((line, index) => index > 0 && isDelimiter(line));
  if (close === -1)
    return { frontmatter: null, end: lines.length, errors: [createFault('frontmatter-unclosed', 1, null)] };
  const end = close + 1;
  const source = lines.slice(1, close).join('\n');
  if (Buffer.byteLength(source) > MAX_BYTES) {
    return { frontmatter: null, end, errors: [createFault('frontmatter-too-long', 1, null)] };
  }
  return { ...parseEntries(source), end };
}

function isDelimiter(line: string | undefined): boolean {
  return line?.startsWith('---') === true && isBlankLine(line.slice(3));
}

function parseEntries(source: string): Pick<ParsedFrontmatter, 'frontmatter' | 'errors'> {
  const reading = readYaml(source);
  // The YAML starts on line 2 of the text.
  const errors = reading.faults.map(({ line, key, message }) =>
    createFault(
      key === null ? 'frontmatter-bad-yaml' : 'frontmatter-not-scalar',
      line + 2,
      null,
      capitalise(message),
    ),
  );
  const frontmatter: Frontmatter = {};
  const other: Record<string, string> = {};
  for (const [key, value] of reading.entries) {
    const line = (reading.lines.get(key) ?? 0) + 2;
    if (!KEY.test(key) || FORBIDDEN_KEYS.has(key)) {
      errors.push(
        createFault('frontmatter-bad-key', line, null, `${JSON.stringify(excerpt(key))} is not a valid key`),
      );
    } else if (key === 'tags') {
      if (typeof value !== 'string') frontmatter.tags = value;
      else if (value === '') frontmatter.tags = [];
      else errors.push(createFault('frontmatter-not-scalar', line, null, '"tags" is a list'));
    } else if (typeof value !== 'string') {
      errors.push(createFault('frontmatter-not-scalar', line, null, `${JSON.stringify(key)} is a list`));
    } else if (key === 'title' || key === 'description' || key === 'category') {
      frontmatter[key] = value;
    } else {
      other[key] = value;
    }
  }
  if (Object.keys(other).length > 0) frontmatter.other = other;
  return { frontmatter, errors };
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
