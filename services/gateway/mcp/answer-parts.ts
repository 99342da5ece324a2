/**
 * Divides a tool answer that is too large for one message into parts. Plain members are in each part; lists and long
 * texts have their items or lines from one position to another, and the part names what is not whole. Pure.
 */
import { createHash } from 'node:crypto';
import { isRecord } from '../../../shared/kernel/json/is-record.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';

/** A list, a map or a long text that is not whole in a part. */
export interface CutMember {
  /** Its members from the top, such as `sections[].clauses`; empty for the answer itself. */
  member: string;
  /** Items, or characters of a text, in this part. */
  shown: number;
  of: number;
}

export interface AnswerPart {
  body: unknown;
  /** What this part has not all of, in the order of the answer. A list without any item is no member of the part. */
  cut: readonly CutMember[];
  /** The argument for the next part; null after the last one. */
  continuation: string | null;
  /** The approximate number of bytes after this part. */
  left: number;
}

/** Texts up to this length are never cut. */
const MAX_WHOLE_TEXT = 1_000;
/** Bytes of the largest list item that is never cut. */
const MAX_WHOLE_ITEM = 8_000;
/** Members that a part names as cut. */
const MAX_CUT_MEMBERS = 20;
/** Members of the largest object that is not cut like a list. */
const MAX_MEMBERS = 100;

/**
 * The part of a JSON value at a continuation.
 * @param budget the characters that its lists and texts may take
 * @throws VALIDATION_ERROR for a continuation of an answer that has changed, or of none
 */
export function takePart(body: unknown, continuation: string | undefined, budget: number): AnswerPart {
  const digest = digestOf(body);
  const length = lengthOf(body);
  const from = continuation === undefined ? 0 : readPosition(continuation, digest, length);
  const window = new Window(from, budget);
  const part = window.take(body, '') ?? [];
  const left = length - window.position;
  return {
    body: part,
    cut: window.cutMembers(),
    continuation: left > 0 ? `${window.position}.${digest}` : null,
    left,
  };
}

/** @throws VALIDATION_ERROR */
function readPosition(continuation: string, digest: string, length: number): number {
  const [, position, of] = /^(\d{1,12})\.([0-9a-f]+)$/.exec(continuation) ?? [];
  if (of === digest && Number(position) < length) return Number(position);
  const message =
    'The continuation is not of this answer, or the answer has changed since. Start again without continuation.';
  throw validationError([{ path: 'continuation', message }]);
}

/** The digest of what may be cut, so that an id or a time of the answer itself does not change it. */
function digestOf(body: unknown): string {
  const cut = isRecord(body) ? Object.values(body).filter((member) => lengthOf(member) > 0) : body;
  return createHash('sha256').update(JSON.stringify(cut)).digest('hex').slice(0, 12);
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

const isCutLikeList = (value: Record<string, unknown>): boolean => Object.keys(value).length > MAX_MEMBERS;

/** The length of what may be cut: positions count in it. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length > MAX_WHOLE_TEXT ? value.length : 0;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + itemLength(item), 0);
  if (!isRecord(value)) return 0;
  const measure = isCutLikeList(value) ? itemLength : lengthOf;
  return Object.values(value).reduce((sum: number, member) => sum + measure(member), 0);
}

/** An item is left out or shown as a whole, unless it is large. */
function itemLength(item: unknown): number {
  const size = sizeOf(item);
  return size <= MAX_WHOLE_ITEM ? Math.max(size, 1) : lengthOf(item) || size;
}

/** The size of what is in every part of a large item. */
function wholeSizeOf(value: unknown): number {
  if (typeof value === 'string' && value.length > MAX_WHOLE_TEXT) return 0;
  if (Array.isArray(value)) return 0;
  if (!isRecord(value)) return sizeOf(value);
  if (isCutLikeList(value)) return 0;
  return Object.entries(value).reduce((sum, [name, member]) => sum + name.length + wholeSizeOf(member), 0);
}

/** Walks a value in its order, past what earlier parts had, until the budget is used up. */
class Window {
  /** The length that earlier parts and this one have. */
  position = 0;
  readonly #from: number;
  #room: number;
  #hasContent = false;
  #isFull = false;
  readonly #noted = new Map<string, CutMember>();

  constructor(from: number, budget: number) {
    this.#from = from;
    this.#room = budget;
  }

  /** @returns undefined for a list with items of which none is in the window: an empty list would look true */
  take(value: unknown, path: string): unknown {
    if (typeof value === 'string') {
      if (value.length <= MAX_WHOLE_TEXT) return value;
      const text = this.#takeText(value);
      this.#note(path, text.length, value.length);
      return text;
    }
    if (Array.isArray(value)) {
      const items = value.flatMap((item) => this.#takeItem(item, `${path}[]`));
      this.#note(path, items.length, value.length);
      return items.length === 0 && value.length > 0 ? undefined : items;
    }
    if (!isRecord(value)) return value;
    const isList = isCutLikeList(value);
    const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const at = path === '' ? name : `${path}.${name}`;
      if (isList) return this.#takeItem(member, `${path}[]`).map((shown) => [name, shown]);
      const shown = this.take(member, at);
      return shown === undefined ? [] : [[name, shown]];
    });
    if (isList) this.#note(path, members.length, Object.keys(value).length);
    return Object.fromEntries(members);
  }

  /** Lists at the same path count together. */
  #note(member: string, shown: number, of: number): void {
    const noted = this.#noted.get(member);
    this.#noted.set(member, { member, shown: shown + (noted?.shown ?? 0), of: of + (noted?.of ?? 0) });
  }

  cutMembers(): CutMember[] {
    return [...this.#noted.values()].filter(({ shown, of }) => shown < of).slice(0, MAX_CUT_MEMBERS);
  }

  /** The item, or a part of it; none outside of the window. */
  #takeItem(item: unknown, path: string): unknown[] {
    if (this.#isFull) return [];
    const length = itemLength(item);
    if (this.position + length <= this.#from) {
      this.position += length;
      return [];
    }
    if (sizeOf(item) > MAX_WHOLE_ITEM && lengthOf(item) > 0) {
      if (!this.#takeRoom(wholeSizeOf(item))) return [];
      const shown = this.take(item, path);
      return shown === undefined ? [] : [shown];
    }
    if (!this.#takeRoom(length)) return [];
    this.#hasContent = true;
    this.position += length;
    return [item];
  }

  /** The lines of the text in the window. */
  #takeText(text: string): string {
    if (this.#isFull) return '';
    const start = Math.max(this.#from - this.position, 0);
    if (start >= text.length) {
      this.position += text.length;
      return '';
    }
    this.#hasContent = true;
    if (text.length - start <= this.#room) {
      this.#room -= text.length - start;
      this.position += text.length;
      return text.slice(start);
    }
    const end = endOfLines(text, start, start + Math.max(this.#room, MAX_WHOLE_TEXT));
    this.#isFull = true;
    this.position += end;
    return text.slice(start, end);
  }

  /** Whether there is room left, or nothing yet: a part has at least one item, or a piece of one. */
  #takeRoom(length: number): boolean {
    if (length > this.#room && this.#hasContent) this.#isFull = true;
    if (this.#isFull) return false;
    this.#room -= length;
    return true;
  }
}

/** The end of the last whole line before `limit`; within a line where that is longer. */
function endOfLines(text: string, start: number, limit: number): number {
  const end = text.lastIndexOf('\n', limit - 1) + 1;
  if (end > start) return end;
  // Never between the halves of a surrogate pair.
  const isHigh = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return isHigh ? limit - 1 : limit;
}
