/**
 * Test fixture: a simple model of the matters on one edition, with which the test of generated histories compares the
 * service. It is a table of the level at which each matter holds each clause.
 */

export const REASONS = ['spam', 'out_of_scope', 'copyright_notice', 'legal_compulsion'] as const;
export type Reason = (typeof REASONS)[number];
type Level = 1 | 2;

/** In the place of an address: the whole edition. */
export const WHOLE = '*';

export interface Cell {
  matter: number;
  /** Or WHOLE. */
  address: string;
  level: Level;
  reason: Reason;
}

/** A request, without the edition. `matter` is an id that was seen before, perhaps of a resolved matter. */
export type Act =
  | { kind: 'revoke'; reason: Reason; matter: number | undefined }
  | { kind: 'hold'; addresses: string[]; reason: Reason; matter: number | undefined }
  | { kind: 'restore'; matter: number | undefined }
  | { kind: 'lift'; addresses: string[]; matter: number | undefined }
  | { kind: 'change'; level?: Level; addresses?: string[]; matter: number | undefined };

/** The code of the refusal, or the table after the act. New cells of a new matter have its id 0. */
type Outcome = string | Cell[];

const openingLevel = (reason: Reason): Level => (reason === 'spam' || reason === 'out_of_scope' ? 1 : 2);
const mattersOf = (cells: readonly Cell[]): number => new Set(cells.map(({ matter }) => matter)).size;

/** What an act does to the table. */
export function expectAct(cells: readonly Cell[], act: Act): Outcome {
  const { matter } = act;
  const own = matter === undefined ? [...cells] : cells.filter((cell) => cell.matter === matter);
  switch (act.kind) {
    case 'revoke':
    case 'hold': {
      if (matter !== undefined && own.length === 0) return 'NOT_REVOKED';
      const addresses = act.kind === 'hold' ? act.addresses : [WHOLE];
      const blocks = ({ address, reason }: Cell): boolean =>
        addresses.includes(address) && (address === WHOLE || matter === undefined || reason === act.reason);
      if (cells.some(blocks)) return 'ALREADY_REVOKED';
      const joined = matter !== undefined && own[0]?.reason === act.reason ? matter : 0;
      const level = openingLevel(act.reason);
      return [
        ...cells,
        ...addresses.map((address) => ({ matter: joined, address, level, reason: act.reason })),
      ];
    }
    case 'restore': {
      const whole = own.filter(({ address }) => address === WHOLE);
      return whole.length === 0 ? 'NOT_REVOKED' : cells.filter((cell) => !whole.includes(cell));
    }
    case 'lift': {
      const at = act.addresses.map((address) => own.filter((cell) => cell.address === address));
      if (at.some((holds) => mattersOf(holds) > 1)) return 'HOLDS_DIFFER';
      if (at.some((holds) => holds.length === 0)) return 'NOT_REVOKED';
      return cells.filter((cell) => !at.flat().includes(cell));
    }
    case 'change': {
      if (own.length === 0) return 'NOT_FOUND';
      if (mattersOf(own) > 1) return 'HOLDS_DIFFER';
      const changed = changeMatter(own, act);
      return typeof changed === 'string'
        ? changed
        : [...cells.filter((cell) => !own.includes(cell)), ...changed];
    }
  }
}

function changeMatter(own: readonly Cell[], { level, addresses }: Act & { kind: 'change' }): Outcome {
  const levelled = own.map((cell) => ({ ...cell, level: level ?? cell.level }));
  const narrowed = addresses ? narrow(levelled, addresses) : levelled;
  if (typeof narrowed === 'string') return narrowed;
  const isSame =
    narrowed.length === own.length &&
    narrowed.every(({ address, ...cell }) =>
      own.some((before) => before.address === address && before.level === cell.level),
    );
  return isSame ? 'NOTHING_TO_CHANGE' : narrowed;
}

function narrow(own: readonly Cell[], addresses: readonly string[]): Outcome {
  const whole = own.find(({ address }) => address === WHOLE);
  const kept = addresses.map((address) => own.find((cell) => cell.address === address) ?? whole);
  if (kept.includes(undefined)) return 'VALIDATION_ERROR';
  return addresses.flatMap((address, place) => {
    const cell = kept[place];
    if (!cell) return [];
    const level = whole?.level === 2 ? 2 : cell.level;
    return [{ ...cell, address, level }];
  });
}

/** The level at each of these clauses that is held: the strictest of all matters. */
export function effectiveLevels(cells: readonly Cell[], addresses: readonly string[]): [string, Level][] {
  const isWithheld = cells.some(({ address, level }) => address === WHOLE && level === 2);
  return addresses.flatMap((address): [string, Level][] => {
    const levels = cells.filter((cell) => cell.address === address).map(({ level }) => level);
    if (isWithheld || levels.includes(2)) return [[address, 2]];
    return levels.length > 0 ? [[address, 1]] : [];
  });
}
