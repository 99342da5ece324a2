/**
 * Finds the held clauses of a wiki text: those a hold names in this edition, those with the same text as a named clause
 * in any edition, and all clauses of an edition revoked at level 2. Held is not withheld: level 1 only adds a notice.
 * Also refuses to propose or adopt a held text. Pure.
 */
import { withholdsText } from '../../../shared/contracts/wiki-moderation/withholds-text.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { clauseTextHashes, type ElementContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { computeDeadlines } from './deadlines.ts';
import type { HoldRecord } from './model.ts';

/** A held clause of a text, with the hold of the highest level. */
export interface ClauseHold {
  address: string;
  level: 1 | 2;
  hold: HoldRecord;
}

/**
 * The held clauses of a text, in its order.
 * @param editionId the edition with this text; null for a text that none has
 * @param holds the open holds of the page
 */
function findClauseHolds(
  elements: readonly ElementContent[],
  editionId: string | null,
  holds: readonly HoldRecord[],
  now: Date,
): ClauseHold[] {
  const clauseHolds = holds.filter(({ scope }) => scope === 'clauses');
  // Nearly all pages have none, and hashing a long text takes milliseconds.
  if (clauseHolds.length === 0) return [];
  const byAddress = new Map<string, HoldRecord[]>();
  const byText = new Map<string, { address: string; hold: HoldRecord }[]>();
  for (const hold of clauseHolds) {
    for (const { address, text_hash } of hold.clauses) {
      if (hold.edition_id === editionId) addTo(byAddress, address, hold);
      if (text_hash !== null) addTo(byText, text_hash, { address, hold });
    }
  }
  return elements.flatMap((element) => {
    const matches = [
      ...(byAddress.get(element.address) ?? []),
      ...clauseTextHashes(element)
        .flatMap((hash) => byText.get(hash) ?? [])
        // A bare heading, such as "Scope", is the same clause at its own address only.
        .filter(({ address }) => element.content !== '' || address === element.address)
        .map(({ hold }) => hold),
    ].map((hold) => ({ address: element.address, level: computeDeadlines(hold, now).level, hold }));
    const [strictest] = matches.toSorted((a, b) => b.level - a.level);
    return strictest ? [strictest] : [];
  });
}

/** The held clauses of an edition: all of one that is revoked at level 2. */
export function findEditionHolds(
  elements: readonly ElementContent[],
  editionId: string,
  holds: readonly HoldRecord[],
  now: Date,
): ClauseHold[] {
  const whole = holds.find(
    (hold) =>
      hold.scope === 'edition' && hold.edition_id === editionId && withholdsText(computeDeadlines(hold, now)),
  );
  return whole
    ? elements.map(({ address }) => ({ address, level: 2, hold: whole }))
    : findClauseHolds(elements, editionId, holds, now);
}

function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

/**
 * A hold of any level blocks adoption until a moderator lifts it.
 * @param holds the open holds of the page
 * @throws STANDARD_UNDER_MODERATION_NOTICE for the text of a revoked edition; CLAUSE_UNDER_MODERATION_NOTICE
 * with the addresses for one with a held clause
 */
export function assertNotHeld(
  { elements, contentHash }: { elements: readonly ElementContent[]; contentHash: string },
  holds: readonly HoldRecord[],
  now: Date,
): void {
  if (holds.some(({ scope, content_hash }) => scope === 'edition' && content_hash === contentHash)) {
    throw apiError(
      'STANDARD_UNDER_MODERATION_NOTICE',
      'An edition with this text is revoked. A moderator must restore it before the text can be adopted again.',
    );
  }
  const addresses = findClauseHolds(elements, null, holds, now).map(({ address }) => address);
  if (addresses.length === 0) return;
  throw apiError(
    'CLAUSE_UNDER_MODERATION_NOTICE',
    `The revision contains held text at ${addresses.slice(0, 10).join(', ')}. Change it, or ask a moderator to lift the hold.`,
    { metadata: { addresses: addresses.slice(0, 100) } },
  );
}
