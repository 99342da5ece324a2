/**
 * Reader and writer of the YAML subset of frontmatter, field blocks and the style file of an import: a mapping of
 * texts and lists of texts. Every scalar is the string that was written (`version: 1.10` is `1.10`), in a Map, so
 * that no key can reach a prototype. Anchors, aliases, tags, directives and several documents are rejected.
 */
import {
  constructFromEvents,
  dump,
  EVENT_ID,
  type Event,
  FAILSAFE_SCHEMA,
  getScalarValue,
  parseEvents,
  realMapTag,
  YAMLException,
} from 'js-yaml';
import { excerpt } from './markup-rules.ts';

export type YamlValue = string | string[];

export interface ParsedYaml {
  /** What could be read; empty when the text as a whole is no plain mapping. */
  entries: ReadonlyMap<string, YamlValue>;
  /** The line of each key, counted from 0 inside the YAML. */
  lines: ReadonlyMap<string, number>;
  /**
   * `line` counts from 0 inside the YAML. `key` names an entry whose value is not a text or a list of texts.
   */
  faults: { line: number; key: string | null; message: string }[];
}

const SCHEMA = FAILSAFE_SCHEMA.withTags(realMapTag);

/** Deep enough for a list in a mapping; nesting past it is refused before it is built. */
const MAX_DEPTH = 4;

/**
 * Reads a mapping of texts and lists of texts. Never throws.
 * @param maxDepth deeper values are a fault of the whole text, others of their key
 */
export function readYaml(source: string, maxDepth = MAX_DEPTH): ParsedYaml {
  try {
    const events = parseEvents(source, { maxDepth });
    const refusal = findForbiddenSyntax(events);
    if (refusal !== null) return rejectedYaml(lineAt(source, refusal.offset), refusal.message);
    const documents = constructFromEvents(events, { source, schema: SCHEMA, maxAliases: 0 });
    if (documents.length > 1) return rejectedYaml(0, 'one YAML document is expected');
    return documents.length === 0 ? EMPTY : readMapping(documents[0], findKeyLines(source, events));
  } catch (error) {
    // Any error of the library on hostile input is a fault of the input.
    const isOurs = error instanceof YAMLException;
    return rejectedYaml(
      (isOurs ? error.mark?.line : undefined) ?? 0,
      isOurs ? error.reason : 'it cannot be read',
    );
  }
}

const EMPTY: ParsedYaml = { entries: new Map(), lines: new Map(), faults: [] };

function rejectedYaml(line: number, message: string): ParsedYaml {
  return { ...EMPTY, faults: [{ line, key: null, message }] };
}

/** The first anchor, alias, tag or directive, which plain YAML does not have. */
function findForbiddenSyntax(events: readonly Event[]): { offset: number; message: string } | null {
  for (const event of events) {
    if (event.type === EVENT_ID.POP) continue;
    if (event.type === EVENT_ID.DOCUMENT) {
      if (event.directives.length > 0) return { offset: 0, message: 'directives are not allowed' };
      continue;
    }
    if (event.type === EVENT_ID.ALIAS)
      return { offset: event.anchorStart, message: 'aliases are not allowed' };
    if (event.anchorStart !== -1) return { offset: event.anchorStart, message: 'anchors are not allowed' };
    if (event.tagStart !== -1) return { offset: event.tagStart, message: 'tags are not allowed' };
  }
  return null;
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length - 1;
}

/** The line of each key of the outermost mapping, in one pass over the events. */
function findKeyLines(source: string, events: readonly Event[]): Map<string, number> {
  const lines = new Map<string, number>();
  let depth = 0;
  let isKey = true;
  let line = 0;
  let at = 0;
  for (const event of events) {
    if (event.type === EVENT_ID.POP) depth -= 1;
    // Inside the document and its mapping keys and values alternate.
    if (event.type === EVENT_ID.SCALAR && depth === 2 && isKey) {
      for (; at < event.valueStart; at++) if (source.charCodeAt(at) === LF) line += 1;
      lines.set(getScalarValue(source, event), line);
    }
    if (depth === 2 && event.type !== EVENT_ID.MAPPING && event.type !== EVENT_ID.SEQUENCE) isKey = !isKey;
    if (
      event.type === EVENT_ID.DOCUMENT ||
      event.type === EVENT_ID.MAPPING ||
      event.type === EVENT_ID.SEQUENCE
    )
      depth += 1;
  }
  return lines;
}

const LF = 10;

function readMapping(document: unknown, lines: ReadonlyMap<string, number>): ParsedYaml {
  if (!(document instanceof Map)) return rejectedYaml(0, 'a mapping of keys to values is expected');
  const entries = new Map<string, YamlValue>();
  const faults: ParsedYaml['faults'] = [];
  for (const [key, value] of document) {
    if (typeof key !== 'string') {
      faults.push({ line: 0, key: null, message: 'a key must be a string' });
    } else if (typeof value === 'string' || isStringArray(value)) {
      entries.set(key, value);
    } else {
      const message = `${JSON.stringify(excerpt(key))} must be a string or a list of strings`;
      faults.push({ line: lines.get(key) ?? 0, key, message });
    }
  }
  return { entries, lines, faults };
}

function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Writes a mapping. Strings that another YAML reader might take for a number or a truth value are quoted. */
export function writeYaml(entries: Record<string, string | number | boolean | readonly string[]>): string {
  return dump(entries, { lineWidth: -1, noRefs: true });
}
