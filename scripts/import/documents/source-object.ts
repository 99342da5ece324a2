/**
 * JSON object that remembers which of its members were read. The others can be reported at the end as left
 * out, so that an import drops nothing silently. For the JSON and OSCAL readers.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/rest-client/json.ts';
import type { ReportChange } from './import-change.ts';

/** An object of a document, and the names of the members read so far. */
export class SourceObject {
  /** Its place in the document, e.g. `catalog.groups[0]`; '' for all of it. */
  readonly path: string;
  readonly #members: JsonObject;
  readonly #read = new Set<string>();

  constructor(members: JsonObject, path: string) {
    this.#members = members;
    this.path = path;
  }

  /** The text of a member, also of a number or a truth value; null when it has none. */
  text(name: string): string | null {
    const value = this.#members[name];
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
    this.#read.add(name);
    return String(value);
  }

  /** A member as it is, which does not count as read. */
  look(name: string): JsonValue {
    return this.#members[name];
  }

  /** A member as it is. */
  value(name: string): JsonValue {
    this.#read.add(name);
    return this.#members[name];
  }

  /** The objects of a list, or a single object; anything else in the list counts as not read. */
  objects(name: string): SourceObject[] {
    const value = this.#members[name];
    const items = Array.isArray(value) ? value : [value];
    const objects = items.flatMap((item, index) =>
      isJsonObject(item)
        ? [new SourceObject(item, this.#pathOf(name, Array.isArray(value) ? index : null))]
        : [],
    );
    if (objects.length === items.length) this.#read.add(name);
    return objects;
  }

  /** An object; null when the member is none. */
  object(name: string): SourceObject | null {
    const value = this.#members[name];
    return isJsonObject(value) ? (this.objects(name)[0] ?? null) : null;
  }

  /** The texts of a list, or a single text. */
  texts(name: string): string[] {
    const value = this.#members[name];
    const items = Array.isArray(value) ? value : [value];
    const texts = items.flatMap((item) =>
      typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean' ? [String(item)] : [],
    );
    if (texts.length === items.length) this.#read.add(name);
    return texts;
  }

  /** Counts members without content of their own as read. */
  skip(...names: string[]): void {
    for (const name of names) this.#read.add(name);
  }

  /** Reports every member that was not read. */
  reportRest(report: ReportChange): void {
    for (const [name, value] of Object.entries(this.#members)) {
      if (this.#read.has(name) || value === undefined || value === null) continue;
      const from = typeof value === 'string' ? value : JSON.stringify(value);
      report({ rule: 'left-out', source: this.#pathOf(name, null), address: null, from, to: null });
    }
  }

  #pathOf(name: string, index: number | null): string {
    const member = this.path === '' ? name : `${this.path}.${name}`;
    return index === null ? member : `${member}[${index}]`;
  }
}
