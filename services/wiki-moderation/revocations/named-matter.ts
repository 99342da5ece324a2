/**
 * The matter that a request changes: the one that it names, else the only candidate. A matter consists of the holds of
 * one revocation and of the clauses added to it later; it has one reason.
 */
import type { ModerationReason } from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import { computeDeadlines } from '../holds/deadlines.ts';
import type { RevocationWindowRecord } from '../holds/model.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import { listHeldAddresses } from './held-clauses.ts';

const MAX_LISTED = 100;

/**
 * The matter of an edition that a request names by the id of any of its rows in the worklist.
 * @returns its `matter_id`; undefined when the request names none
 * @throws NOT_FOUND for an unknown one and for that of another edition
 */
export async function findNamedMatter(
  { matters, windows }: WikiService,
  { adoptedRevId, matterId }: { adoptedRevId: string; matterId?: number | undefined },
): Promise<number | undefined> {
  if (matterId === undefined) return undefined;
  const row = await matters.findById(matterId);
  const window = row?.edition_id === adoptedRevId ? await windows.findById(row.window_id) : null;
  if (!window) throw notFound();
  return window.matter_id;
}

/** The holds of a matter among these. */
const holdsOfMatter = (
  windows: readonly RevocationWindowRecord[],
  matterId: number,
): RevocationWindowRecord[] => windows.filter(({ matter_id }) => matter_id === matterId);

/**
 * The holds that a request changes: those of the matter that it names, else all candidates.
 * @param candidates the open holds that it may change
 * @throws HOLDS_DIFFER where it names no matter and the holds belong to several
 */
export function pickMatter(
  candidates: readonly RevocationWindowRecord[],
  matterId: number | undefined,
  now: Date,
): RevocationWindowRecord[] {
  if (matterId !== undefined) return holdsOfMatter(candidates, matterId);
  if (new Set(candidates.map(({ matter_id }) => matter_id)).size > 1) throw holdsDiffer(candidates, now);
  return [...candidates];
}

/**
 * The holds on these clauses that a request lifts.
 * @throws HOLDS_DIFFER where it names no matter and a clause is held by several: lifting one frees nothing
 */
export function pickClauseHolds(
  windows: readonly RevocationWindowRecord[],
  { matterId, addresses, now }: { matterId: number | undefined; addresses: readonly string[]; now: Date },
): RevocationWindowRecord[] {
  if (matterId !== undefined) return holdsOfMatter(windows, matterId);
  const contested = addresses
    .map((address) => windows.filter(({ clauses }) => clauses.some((clause) => clause.address === address)))
    .filter((holds) => new Set(holds.map(({ matter_id }) => matter_id)).size > 1);
  if (contested.length > 0) throw holdsDiffer([...new Set(contested.flat())], now);
  return [...windows];
}

/**
 * The open matter that a revocation joins: the one that it names, if the reason is the same. With another reason it is
 * a separate matter.
 * @returns its id; undefined for a separate matter
 * @throws NOT_REVOKED when the named one is resolved
 */
export function joinedMatter(
  windows: readonly RevocationWindowRecord[],
  { named, reason }: { named: number | undefined; reason: ModerationReason },
): number | undefined {
  if (named === undefined) return undefined;
  const [hold] = holdsOfMatter(windows, named);
  if (!hold) throw apiError('NOT_REVOKED', 'The matter is resolved. Leave matterId out to open another one.');
  return hold.reason_code === reason ? named : undefined;
}

/** @throws ALREADY_REVOKED with the matters that hold one of these clauses */
export function assertFree(
  windows: readonly RevocationWindowRecord[],
  addresses: readonly string[],
  now: Date,
): void {
  const held = listHeldAddresses(windows).filter((address) => addresses.includes(address));
  if (held.length === 0) return;
  const holds = windows.filter(({ clauses }) => clauses.some(({ address }) => held.includes(address)));
  throw apiError(
    'ALREADY_REVOKED',
    `Already under a hold: ${held.slice(0, 10).join(', ')}. To hold them for another reason too, send the id of one of metadata.matters as matterId.`,
    { metadata: { matters: listMatters(holds, now) } },
  );
}

/** Matters for a moderator to choose from: the scope, the strictest level and the reason of each. */
export function listMatters(windows: readonly RevocationWindowRecord[], now: Date) {
  return [...Map.groupBy(windows, ({ matter_id }) => matter_id)]
    .toSorted(([a], [b]) => a - b)
    .slice(0, MAX_LISTED)
    .map(([id, holds]) => {
      const isWhole = holds.some(({ scope }) => scope === 'edition');
      return {
        id,
        scope: isWhole
          ? { kind: 'edition' }
          : { kind: 'clauses', addresses: listHeldAddresses(holds).slice(0, MAX_LISTED) },
        level: Math.max(...holds.map((hold) => computeDeadlines(hold, now).level)),
        reason_code: holds[0]?.reason_code,
      };
    });
}

function holdsDiffer(windows: readonly RevocationWindowRecord[], now: Date) {
  return apiError(
    'HOLDS_DIFFER',
    'Several matters have holds here, and a change of one leaves the others as they are. Send the id of one of metadata.matters as matterId.',
    { metadata: { matters: listMatters(windows, now) } },
  );
}
