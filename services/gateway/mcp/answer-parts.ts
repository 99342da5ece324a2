/**
 * Parts of an answer that is too large for one message. Every part has the shape of the whole: members with plain
 * values are in each, lists and long texts have the items and lines from one position to another. Pure.
 */
import { createHash } from 'node:crypto';
import { isRecord } from '../../../shared/kernel/json/is-record.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';

export interface AnswerPart {
  body: unknown;
  /** The argument for the next part; null after the last one. */
  continuation: string | null;
  /** The approximate number of bytes after this part. */
  left: number;
}

/** Texts up to this length are never cut. */
const MAX_WHOLE_TEXT = 1_000;
/** Bytes of the largest list item that is never cut. */
const MAX_WHOLE_ITEM = 8_000;
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
  const part = window.take(body);
  const left = length - window.position;
  return { body: part, continuation: left > 0 ? `${window.position}.${digest}` : null, left };
}

/** @throws VALIDATION_ERROR */
function readPosition(continuation: string, digest: string, length: number): number {
  const [, position, of] = /^(\d{1,12})\.([0-9a-f]+)$/.exec(continuation) ?? [];
  if (of === digest && Number(position) < length) return Number(position);
  const message =
    'The continuation is not of this answer, or the answer has changed since. Start again without continuation.';
  throw validationError([{ path: 'continuation', message }]);
}

/** Of what may be cut, so that an id or a time of the answer itself does not change it. */
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

  constructor(from: number, budget: number) {
    this.#from = from;
    this.#room = budget;
  }

  take(value: unknown): unknown {
    if (typeof value === 'string') return value.length > MAX_WHOLE_TEXT ? this.#takeText(value) : value;
    if (Array.isArray(value)) return value.flatMap((item) => this.#takeItem(item));
    if (!isRecord(value)) return value;
    const isList = isCutLikeList(value);
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, member]): [string, unknown][] =>
        isList ? this.#takeItem(member).map((shown) => [name, shown]) : [[name, this.take(member)]],
      ),
    );
  }

  /** The item, or a part of it; none outside of the window. */
  #takeItem(item: unknown): unknown[] {
    if (this.#isFull) return [];
    const length = itemLength(item);
    if (this.position + length <= this.#from) {
      this.position += length;
      return [];
    }
    if (sizeOf(item) > MAX_WHOLE_ITEM && lengthOf(item) > 0)
      return this.#takeRoom(wholeSizeOf(item)) ? [this.take(item)] : [];
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
