/**
 * Clauses of a wiki text under an open hold, found by address in the held edition and by text in any. Also the check
 * that blocks proposals and adoption of held text. Pure.
 */
import { withholdsText } from '../../../shared/contracts/wiki-moderation/withholds-text.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { clauseTextHashes, type ElementContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { computeDeadlines } from './deadlines.ts';
import type { RevocationWindowRecord } from './model.ts';

/** A held clause of a text, with the hold of the highest level. */
export interface ClauseHold {
  address: string;
  level: 1 | 2;
  window: RevocationWindowRecord;
}

/**
 * The held clauses of a text, in its order.
 * @param editionId the edition with this text; null for a text that none has
 * @param windows the open holds of the page
 */
function findClauseHolds(
  elements: readonly ElementContent[],
  editionId: string | null,
  windows: readonly RevocationWindowRecord[],
  now: Date,
): ClauseHold[] {
  const clauseWindows = windows.filter(({ scope }) => scope === 'clauses');
  // Nearly all pages have none, and hashing a long text takes milliseconds.
  if (clauseWindows.length === 0) return [];
  const byAddress = new Map<string, RevocationWindowRecord[]>();
  const byText = new Map<string, { address: string; window: RevocationWindowRecord }[]>();
  for (const window of clauseWindows) {
    for (const { address, text_hash } of window.clauses) {
      if (window.edition_id === editionId) addTo(byAddress, address, window);
      if (text_hash !== null) addTo(byText, text_hash, { address, window });
    }
  }
  return elements.flatMap((element) => {
    const matches = [
      ...(byAddress.get(element.address) ?? []),
      ...clauseTextHashes(element)
        .flatMap((hash) => byText.get(hash) ?? [])
        // A bare heading, such as "Scope", is the same clause at its own address only.
        .filter(({ address }) => element.content !== '' || address === element.address)
        .map(({ window }) => window),
    ].map((window) => ({ address: element.address, level: computeDeadlines(window, now).level, window }));
    const [strictest] = matches.toSorted((a, b) => b.level - a.level);
    return strictest ? [strictest] : [];
  });
}

/** The held clauses of an edition: all of one that is revoked at level 2. */
export function findEditionHolds(
  elements: readonly ElementContent[],
  editionId: string,
  windows: readonly RevocationWindowRecord[],
  now: Date,
): ClauseHold[] {
  const whole = windows.find(
    (window) =>
      window.scope === 'edition' &&
      window.edition_id === editionId &&
      withholdsText(computeDeadlines(window, now)),
  );
  return whole
    ? elements.map(({ address }) => ({ address, level: 2, window: whole }))
    : findClauseHolds(elements, editionId, windows, now);
}

function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

/**
 * A hold of any level blocks adoption until a moderator lifts it.
 * @param windows the open holds of the page
 * @throws STANDARD_UNDER_MODERATION_NOTICE for the text of a revoked edition; CLAUSE_UNDER_MODERATION_NOTICE
 * with the addresses for one with a held clause
 */
export function assertNotHeld(
  { elements, contentHash }: { elements: readonly ElementContent[]; contentHash: string },
  windows: readonly RevocationWindowRecord[],
  now: Date,
): void {
  if (windows.some(({ scope, content_hash }) => scope === 'edition' && content_hash === contentHash)) {
    throw apiError(
      'STANDARD_UNDER_MODERATION_NOTICE',
      'An edition with this text is revoked. A moderator must restore it before the text can be adopted again.',
    );
  }
  const addresses = findClauseHolds(elements, null, windows, now).map(({ address }) => address);
  if (addresses.length === 0) return;
  throw apiError(
    'CLAUSE_UNDER_MODERATION_NOTICE',
    `The revision contains held text at ${addresses.slice(0, 10).join(', ')}. Change it, or ask a moderator to lift the hold.`,
    { metadata: { addresses: addresses.slice(0, 100) } },
  );
}
