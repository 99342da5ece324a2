/**
 * The draft of a standard while it is edited: its clauses and which of them is open, as signals, with undo. It knows no
 * service and no page.
 */
import { computed, signal } from '@preact/signals';
import { randomKey } from '../../../../shared/rest-client/idempotency-keys.ts';
import {
  type ClauseWords,
  countChanges,
  type DraftClause,
  type DraftField,
  hasChanges,
  toDraftClauses,
  type WorkingCopy,
} from './draft-clause.ts';
import * as moves from './outline-moves.ts';

export type Move = 'up' | 'down' | 'in' | 'out';

const MOVES = { up: moves.moveUp, down: moves.moveDown, in: moves.moveIn, out: moves.moveOut };

/** How many changes can be undone; each keeps only what it changed. */
const MAX_UNDO = 500;

const sameOf = (read: DraftClause | undefined, clause: DraftClause): DraftClause =>
  read && JSON.stringify(read) === JSON.stringify(clause) ? read : clause;

export class Draft {
  /** What was read, and its clauses by their keys. */
  readonly copy: WorkingCopy;
  readonly base: ReadonlyMap<string, DraftClause>;
  readonly clauses = signal<readonly DraftClause[]>([]);
  /** Counts changes other than of words: with these alone the list of clauses is drawn again. */
  readonly layout = signal(0);
  /** The clause that is open, and the one that the keyboard is at. */
  readonly open = signal<string | null>(null);
  readonly current = signal<string | null>(null);
  readonly changes = computed(() => countChanges(this.clauses.value, this.base));
  readonly isChanged = computed(() => hasChanges(this.changes.value));
  readonly canUndo = signal(false);
  /** How many images are being uploaded for it, whose references are not in its texts yet. */
  readonly uploads = signal(0);
  /** Under which this browser keeps it. Each tab has its own, so that none overwrites what another one keeps. */
  unsavedId: string;
  /** It was saved or dropped: nothing of it is stored any more. */
  isDone = false;
  readonly #places: { id: number; address: string }[];
  #undo: (readonly DraftClause[])[] = [];
  /** What the last change was about: typing on in one place is undone at once. */
  #lastPlace: string | null = null;
  #newKeys = 0;

  /**
   * @param clauses the draft as it was left; default: nothing is changed
   * @param unsavedId of the draft that it goes on from
   */
  constructor(copy: WorkingCopy, clauses?: readonly DraftClause[], unsavedId = randomKey()) {
    this.unsavedId = unsavedId;
    const read = toDraftClauses(copy);
    this.copy = copy;
    this.base = new Map(read.map((clause) => [clause.key, clause]));
    this.#places = copy.elements.map(({ element_id, address }) => ({ id: element_id, address }));
    // What is as it was read is the same object: it need not be stored, and counts as unchanged.
    this.clauses.value = clauses?.map((clause) => sameOf(this.base.get(clause.key), clause)) ?? read;
    this.current.value = this.clauses.value[0]?.key ?? null;
    // Keys of clauses and fields that were new when the draft was left.
    this.#newKeys = this.clauses.value.filter(({ id }) => id === null).length + (clauses ? Date.now() : 0);
  }

  at(key: string): number {
    return this.clauses.value.findIndex((clause) => clause.key === key);
  }

  find(key: string): DraftClause | undefined {
    return this.clauses.value[this.at(key)];
  }

  /** Changes the words of a clause. */
  write(key: string, words: Partial<ClauseWords>): void {
    this.#change(key, `${key} ${Object.keys(words).join()}`, words);
  }

  /** Changes the fields of a clause. @param place what is typed into */
  writeFields(key: string, fields: readonly DraftField[], place: string): void {
    this.#change(key, place, { fields });
  }

  move(key: string, move: Move): void {
    const at = this.at(key);
    const moved = at < 0 ? null : MOVES[move](this.clauses.value, at);
    if (moved) this.#set(moves.renumber(moved, this.#places));
  }

  /** A new clause behind one, or below it, which is open then. @param key null: the first of all */
  insert(key: string | null, isBelow: boolean): void {
    const fresh = this.freshKey();
    const clauses = moves.insert(this.clauses.value, key === null ? -1 : this.at(key), isBelow, fresh);
    this.#set(moves.renumber(clauses, this.#places));
    this.open.value = fresh;
    this.current.value = fresh;
  }

  /** Deletes a clause with what is below it. */
  remove(key: string): void {
    const at = this.at(key);
    if (at < 0) return;
    const clauses = moves.remove(this.clauses.value, at);
    this.#set(moves.renumber(clauses, this.#places));
    this.open.value = null;
    this.current.value = (clauses[at] ?? clauses[at - 1])?.key ?? null;
  }

  /** Another text of the whole, such as one that was pasted. */
  replace(clauses: readonly DraftClause[]): void {
    this.#set(clauses);
    this.open.value = null;
    this.current.value = clauses[0]?.key ?? null;
  }

  undo(): void {
    const before = this.#undo.pop();
    if (!before) return;
    this.clauses.value = before;
    this.layout.value += 1;
    this.#lastPlace = null;
    this.canUndo.value = this.#undo.length > 0;
    if (this.open.value !== null && this.at(this.open.value) < 0) this.open.value = null;
    if (this.current.value === null || this.at(this.current.value) < 0)
      this.current.value = before[0]?.key ?? null;
  }

  freshKey(): string {
    this.#newKeys += 1;
    return `n${this.#newKeys}`;
  }

  #change(key: string, place: string, members: Partial<DraftClause>): void {
    const at = this.at(key);
    const clause = this.clauses.value[at];
    if (!clause) return;
    this.#set(this.clauses.value.with(at, { ...clause, ...members }), place);
  }

  #set(clauses: readonly DraftClause[], place: string | null = null): void {
    if (place === null || place !== this.#lastPlace) {
      this.#undo.push(this.clauses.value);
      if (this.#undo.length > MAX_UNDO) this.#undo.shift();
      this.canUndo.value = true;
    }
    this.#lastPlace = place;
    this.clauses.value = clauses;
    if (place === null) this.layout.value += 1;
  }
}
