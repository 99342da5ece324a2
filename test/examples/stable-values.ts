/**
 * Makes a recorded example readable and the same in every recording: ids, times, hashes, versions and secrets have
 * stable values, lists and long texts are cut. The kind of an id follows from its number
 * (`test/matrix/distinct-ids.ts`).
 */
import { isJsonObject, type JsonValue } from '../../shared/rest-client/json.ts';
import { FIRST_ID, IDS_OF_A_KIND } from '../matrix/distinct-ids.ts';

const MAX_ITEMS = 2;
const MAX_TEXT = 400;

const LONG_AGO = '2026-03-02';
const SOON = '2026-04-01';
const SOME_HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
/** Those of versions, 22 characters, and of tokens in mails, 43. */
const SOME_TOKEN = 'q7Xw2LkV9rT4mZb1Yc8HdA3sJfNeGuPoKiB5vQxW6t0';

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/;
const TIME = /\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?/;
const SECRET = /css_(?:test|live)_[\w-]+/;
const HASH = /\b[\da-f]{64}\b/;
const TOKEN = /^(?=.*[a-z])(?=.*[A-Z])(?:[\w-]{22}|[\w-]{43})$/;
const ID = /\b[1-9]\d{5}\b/;
const UNSTABLE = new RegExp([UUID, TIME, SECRET, HASH, TOKEN, ID].map(({ source }) => source).join('|'), 'g');

/** Values for members that differ between recordings and mean nothing to a reader, such as keys and signatures. */
const PLACEHOLDERS: Readonly<Record<string, JsonValue>> = {
  last_four: 'Yc8H',
  payload: 'eyJjZXJ0aWZpY2F0ZSI6IuKApiJ9',
  sig: 'c2lnbmF0dXJl',
  remaining: 2_990,
  pem: '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAF9VwAOUae2vLA+2HsSgXq1fx/ccn6GQ1T/gjNxatnR8=\n-----END PUBLIC KEY-----\n',
  syncStatus: 'done',
  spreadsheet: 'UEsDBBQAAAAI…',
};

/** The values of one request and its response. */
export class StableValues {
  readonly #known = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  readonly #number: number;
  readonly #now = new Date().toISOString();

  /** @param number the one that the names of the request end with, which is left out */
  constructor(number = 0) {
    this.#number = number;
  }

  /** The request, which the service accepted as a whole; its texts are not cut. */
  ofRequest(value: JsonValue): JsonValue {
    return this.#stable(value, Number.POSITIVE_INFINITY);
  }

  /** The response. */
  ofResponse(value: JsonValue): JsonValue {
    return this.#stable(value, MAX_TEXT);
  }

  #stable(value: JsonValue, maxText: number): JsonValue {
    if (typeof value === 'number') return isCounted(value) ? this.#idOf(value) : value;
    if (typeof value === 'string') return cut(this.#text(value), maxText);
    if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => this.#stable(item, maxText));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name.replaceAll(new RegExp(ID, 'g'), (id) => this.#stableText(id)),
        PLACEHOLDERS[name] ?? this.#stable(member, maxText),
      ]),
    );
  }

  #text(text: string): string {
    if (this.#number === 0) return text.replaceAll(UNSTABLE, (found) => this.#stableText(found));
    // One pass, so that it is not looked for within an id. The number of a clause, as in "In 1.1", is none of those.
    const number = `(?<=[a-z])[ -]?${this.#number}\\b(?!\\.\\d)`;
    return text.replaceAll(new RegExp(`${UNSTABLE.source}|(?<number>${number})`, 'g'), (found, ...rest) =>
      rest.at(-1).number === undefined ? this.#stableText(found) : '',
    );
  }

  #stableText(found: string): string {
    if (UUID.test(found))
      return `00000000-0000-4000-8000-${String(this.#count('uuid', found)).padStart(12, '0')}`;
    if (SECRET.test(found)) return `${found.slice(0, 9)}…`;
    if (HASH.test(found))
      return `${SOME_HASH.slice(0, -2)}${String(this.#count('hash', found)).padStart(2, '0')}`;
    if (TOKEN.test(found)) return `${SOME_TOKEN.slice(0, found.length - 1)}${this.#count('token', found)}`;
    if (TIME.test(found)) {
      const date = found > this.#now ? SOON : LONG_AGO;
      return found.includes('T') ? `${date}T09:00:00.000Z` : date;
    }
    return isCounted(Number(found)) ? String(this.#idOf(Number(found))) : found;
  }

  /** 101 for the first user, 201 for the first company, … */
  #idOf(id: number): number {
    const kind = Math.floor((id - FIRST_ID - 1) / IDS_OF_A_KIND);
    return kind * 100 + this.#count(`kind ${kind}`, String(id));
  }

  /** The same number for the same value; counted from 1 by kind. */
  #count(kind: string, value: string): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    this.#known.set(value, count);
    return count;
  }
}

/** Whether it is an id from a counter of the world. */
const isCounted = (value: number): boolean =>
  Number.isInteger(value) && value > FIRST_ID + IDS_OF_A_KIND && value < 4 * FIRST_ID;

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;
