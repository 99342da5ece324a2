/**
 * Plain YAML, as frontmatter and field blocks use it. Source: decisions M; hardening H6, H17.
 *
 * Read with the failsafe schema, so that every scalar is the string that was written (`version: 1.10` stays `1.10`), into a
 * Map, so that no key can reach a prototype. Anchors, aliases, tags, directives and several documents are refused.
 */
import { constructFromEvents, dump, EVENT_ID, FAILSAFE_SCHEMA, parseEvents, realMapTag, YAMLException } from 'js-yaml';

export type YamlValue = string | string[];

export interface YamlReading {
  /** What could be read; empty when the text as a whole is no plain mapping. */
  entries: Map<string, YamlValue>;
  /** `line` counts from 0 inside the YAML. `key` names an entry whose value is not a text or a list of texts. */
  faults: { line: number; key: string | null; message: string }[];
}

const SCHEMA = FAILSAFE_SCHEMA.withTags(realMapTag);

/** Deep enough for a list in a mapping; nesting past it is refused before it is built. */
const MAX_DEPTH = 4;

/** Reads a mapping of texts and lists of texts. Never throws. */
export function readYaml(source: string): YamlReading {
  try {
    const events = parseEvents(source, { maxDepth: MAX_DEPTH });
    for (const event of events) {
      if (event.type === EVENT_ID.ALIAS) return refused(source, event.anchorStart, 'aliases are not allowed');
      if (event.type === EVENT_ID.POP) continue;
      if (event.type === EVENT_ID.DOCUMENT) {
        if (event.directives.length > 0) return refused(source, 0, 'directives are not allowed');
        continue;
      }
      if (event.anchorStart !== -1) return refused(source, event.anchorStart, 'anchors are not allowed');
      if (event.tagStart !== -1) return refused(source, event.tagStart, 'tags are not allowed');
    }
    const documents = constructFromEvents(events, { source, schema: SCHEMA, maxAliases: 0 });
    if (documents.length > 1) return refused(source, 0, 'one YAML document is expected');
    return readMapping(source, documents.length === 0 ? new Map() : documents[0]);
  } catch (error) {
    // Whatever the library throws on hostile input is a fault of the input, never ours to pass on.
    const mark = error instanceof YAMLException ? error.mark : undefined;
    const message = error instanceof YAMLException ? error.reason : 'it cannot be read';
    return { entries: new Map(), faults: [{ line: mark?.line ?? 0, key: null, message }] };
  }
}

function readMapping(source: string, document: unknown): YamlReading {
  if (!(document instanceof Map)) return refused(source, 0, 'keys with values are expected');
  const reading: YamlReading = { entries: new Map(), faults: [] };
  for (const [key, value] of document) {
    if (typeof key !== 'string') {
      reading.faults.push({ line: 0, key: null, message: 'a key must be a text' });
    } else if (typeof value === 'string') {
      reading.entries.set(key, value);
    } else if (isTextList(value)) {
      reading.entries.set(key, value);
    } else {
      reading.faults.push({ line: lineOfKey(source, key), key, message: `${JSON.stringify(key)} holds more than texts` });
    }
  }
  return reading;
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function refused(source: string, offset: number, message: string): YamlReading {
  return { entries: new Map(), faults: [{ line: source.slice(0, offset).split('\n').length - 1, key: null, message }] };
}

/** Line of an entry, counted from 0; the first line when the key is written in a way that is not found by its text. */
export function lineOfKey(source: string, key: string): number {
  const at = source
    .split('\n')
    .findIndex((line) => line.startsWith(key) || line.startsWith(`"${key}"`) || line.startsWith(`'${key}'`));
  return Math.max(at, 0);
}

/** Writes a mapping. Strings that another YAML reader might take for a number or a truth value are quoted. */
export function writeYaml(entries: Record<string, string | number | boolean | readonly string[]>): string {
  return dump(entries, { lineWidth: -1, noRefs: true });
}
