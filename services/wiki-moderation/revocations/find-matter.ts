/**
 * Finds the moderation matter that a request changes: the one that it names by its id, else the only one that it can
 * mean. A matter is one revocation with the holds that came from it, all for one reason. Also the errors where it is
 * missing, ambiguous or in the way.
 */
import type { ModerationReason } from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { EditionRecord } from '../adoption/model.ts';
import { computeDeadlines } from '../holds/deadlines.ts';
import type { HoldRecord } from '../holds/model.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import { listHeldAddresses } from './held-clauses.ts';

const MAX_LISTED = 100;

/**
 * The matter of an edition that a request names by the id of any of its rows in the worklist.
 * @returns its `matter_id`; undefined when the request names none
 * @throws NOT_FOUND for an unknown one and for that of another edition
 */
export async function findNamedMatter(
  { matters, holds }: WikiService,
  { adoptedRevId, matterId }: { adoptedRevId: string; matterId?: number | undefined },
): Promise<number | undefined> {
  if (matterId === undefined) return undefined;
  const row = await matters.findById(matterId);
  const hold = row?.edition_id === adoptedRevId ? await holds.findById(row.hold_id) : null;
  if (!hold) throw notFound();
  return hold.matter_id;
}

/** The holds of a matter among these. */
const holdsOfMatter = (holds: readonly HoldRecord[], matterId: number): HoldRecord[] =>
  holds.filter(({ matter_id }) => matter_id === matterId);

/**
 * The holds that a request changes: those of the matter that it names, else all candidates.
 * @param candidates the open holds that it may change
 * @throws HOLDS_DIFFER where it names no matter and the holds belong to several
 */
export function pickMatter(
  candidates: readonly HoldRecord[],
  matterId: number | undefined,
  now: Date,
): HoldRecord[] {
  if (matterId !== undefined) return holdsOfMatter(candidates, matterId);
  if (new Set(candidates.map(({ matter_id }) => matter_id)).size > 1) throw holdsDiffer(candidates, now);
  return [...candidates];
}

/**
 * The holds on these clauses that a request lifts.
 * @throws HOLDS_DIFFER where it names no matter and a clause is held by several: lifting one frees nothing
 */
export function pickClauseHolds(
  holds: readonly HoldRecord[],
  { matterId, addresses, now }: { matterId: number | undefined; addresses: readonly string[]; now: Date },
): HoldRecord[] {
  if (matterId !== undefined) return holdsOfMatter(holds, matterId);
  const contested = addresses
    .map((address) => holds.filter(({ clauses }) => clauses.some((clause) => clause.address === address)))
    .filter((onClause) => new Set(onClause.map(({ matter_id }) => matter_id)).size > 1);
  if (contested.length > 0) throw holdsDiffer([...new Set(contested.flat())], now);
  return [...holds];
}

/**
 * The open matter that a revocation joins: the one that it names, if the reason is the same. With another reason it is
 * a separate matter.
 * @returns its id; undefined for a separate matter
 * @throws NOT_REVOKED when the named one is resolved
 */
export function joinedMatter(
  holds: readonly HoldRecord[],
  { named, reason }: { named: number | undefined; reason: ModerationReason },
): number | undefined {
  if (named === undefined) return undefined;
  const [hold] = holdsOfMatter(holds, named);
  if (!hold) throw apiError('NOT_REVOKED', 'The matter is resolved. Leave matterId out to open another one.');
  return hold.reason_code === reason ? named : undefined;
}

/**
 * The hold on a whole edition that a restoration lifts.
 * @throws NOT_REVOKED without one, and where it is of another matter than the named one
 */
export function requireEditionHold(
  { edition, editionHolds, now }: { edition: EditionRecord; editionHolds: readonly HoldRecord[]; now: Date },
  matterId: number | undefined,
): HoldRecord {
  const [hold] = editionHolds;
  if (!edition.revoked_at || hold?.scope !== 'edition')
    throw apiError('NOT_REVOKED', 'The edition is not revoked.');
  if (matterId !== undefined && hold.matter_id !== matterId)
    throw apiError('NOT_REVOKED', 'Another matter revokes the edition; this one holds clauses of it.', {
      metadata: { matters: listMatters([hold], now) },
    });
  return hold;
}

/** Before an edition is revoked. @throws ALREADY_REVOKED with the matter that revokes it */
export function assertNotRevoked(
  { revoked_at }: EditionRecord,
  editionHolds: readonly HoldRecord[],
  now: Date,
): void {
  if (revoked_at)
    throw apiError('ALREADY_REVOKED', 'The edition is already revoked.', {
      metadata: { matters: listMatters(editionHolds.slice(0, 1), now) },
    });
}

/** @throws NOT_REVOKED for clauses that none of these holds is on */
export function assertHeld(
  chosen: readonly HoldRecord[],
  addresses: readonly string[],
  matterId: number | undefined,
): void {
  const held = listHeldAddresses(chosen);
  const free = addresses.filter((address) => !held.includes(address));
  if (free.length > 0)
    throw apiError(
      'NOT_REVOKED',
      `Not under a hold of ${matterId === undefined ? 'their own' : 'this matter'}: ${free.slice(0, 10).join(', ')}.`,
    );
}

/** The first of the open holds that a decision is about. @throws NOT_FOUND without one */
export function requireOpenHold([first]: readonly HoldRecord[]): HoldRecord {
  if (!first) throw notFound();
  return first;
}

/** @throws ALREADY_REVOKED with the matters that hold one of these clauses */
export function assertFree(holds: readonly HoldRecord[], addresses: readonly string[], now: Date): void {
  const held = listHeldAddresses(holds).filter((address) => addresses.includes(address));
  if (held.length === 0) return;
  const holding = holds.filter(({ clauses }) => clauses.some(({ address }) => held.includes(address)));
  throw apiError(
    'ALREADY_REVOKED',
    `Already under a hold: ${held.slice(0, 10).join(', ')}. To hold them for another reason too, send the id of one of metadata.matters as matterId.`,
    { metadata: { matters: listMatters(holding, now) } },
  );
}

/** Matters for a moderator to choose from: the scope, the strictest level and the reason of each. */
export function listMatters(holds: readonly HoldRecord[], now: Date) {
  return [...Map.groupBy(holds, ({ matter_id }) => matter_id)]
    .toSorted(([a], [b]) => a - b)
    .slice(0, MAX_LISTED)
    .map(([id, ofMatter]) => {
      const isWhole = ofMatter.some(({ scope }) => scope === 'edition');
      return {
        id,
        scope: isWhole
          ? { kind: 'edition' }
          : { kind: 'clauses', addresses: listHeldAddresses(ofMatter).slice(0, MAX_LISTED) },
        level: Math.max(...ofMatter.map((hold) => computeDeadlines(hold, now).level)),
        reason_code: ofMatter[0]?.reason_code,
      };
    });
}

function holdsDiffer(holds: readonly HoldRecord[], now: Date) {
  return apiError(
    'HOLDS_DIFFER',
    'Several matters have holds here, and a change of one leaves the others as they are. Send the id of one of metadata.matters as matterId.',
    { metadata: { matters: listMatters(holds, now) } },
  );
}
