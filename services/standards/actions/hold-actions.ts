/**
 * Handlers of the internal actions on holds. wiki-moderation sends the holds of a wiki page (`setPageHolds`), and asks
 * which revisions an upgrade frees once a replacement is marked (`replaceableRevisions`). projects asks for the holds on
 * the revisions that a draft pins, before it is published (`revisionHolds`).
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { standardHoldActions } from '../../../shared/contracts/standards/holds.ts';
import { isReasonStated } from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import { withholdsText } from '../../../shared/contracts/wiki-moderation/withholds-text.ts';
import { sha256 } from '../../../shared/hash.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { levelOf } from '../holds/held-clauses.ts';
import type { RevisionHold } from '../holds/model.ts';
import type { StandardsService } from '../open-standards.ts';
import type { SealedRevision, StandardRevisionRecord } from '../revision/model.ts';
import { isRevokedEdition } from '../revision/revoked-edition.ts';
import type { StandardRecord } from '../standard/model.ts';

type RevisionHolds = ResultOf<(typeof standardHoldActions)['standards.revisionHolds']>['revisions'][number];

/** A revision under holds, and the head of its standard. */
interface HeldStandard {
  revision: StandardRevisionRecord;
  holds: readonly RevisionHold[];
  standard: StandardRecord;
}

interface MarkedReplacement {
  adopted_revision_id: string;
  /** Null where a project cannot pin it. */
  copy: StandardRevisionRecord | null;
}

export const holdActions = ({
  connection,
  standards,
  pageStandards,
  pageHoldUpdates,
  revisions,
  contents,
  now,
}: StandardsService): Handlers<typeof standardHoldActions, NoResources> => {
  async function presentHolds({ revision, holds, standard }: HeldStandard, at: Date): Promise<RevisionHolds> {
    const { scope, level } = findStrongest(holds, at);
    const replacement = await findReplacement({ revision, holds, standard });
    const { places } = await contents.get(revision.content_id);
    const held = new Set(
      holds.flatMap(({ scope: reach, element_ids }) => (reach === scope ? element_ids : [])),
    );
    return {
      revision_id: revision._id,
      scope: scope === 'standard' ? scope : null,
      level,
      addresses: places.flatMap(({ element_id, address }) => (held.has(element_id) ? [address] : [])),
      acknowledgeable: scope === 'clauses' || level === 1,
      upgrade_clears: await isClearedByUpgrade({ revision, holds, standard }, replacement),
      replacement: replacement && presentReplacement(replacement),
      holds: presentEach(holds, at),
      fingerprint: sha256(
        JSON.stringify(holds.map((hold) => [hold.id, hold.scope, levelOf(hold, at), hold.element_ids])),
      ),
    };
  }

  /**
   * Whether another revision of the standard is free of these holds: the marked replacement, which alone is offered for
   * a revoked edition, or for holds on clauses the current one.
   */
  async function isClearedByUpgrade(
    { revision, holds, standard }: HeldStandard,
    replacement: MarkedReplacement | null,
  ): Promise<boolean> {
    if (holds.some(({ scope }) => scope === 'standard')) return false;
    // An edition with the same text is under the same hold.
    const isSame = ({ id }: RevisionHold): boolean => holds.some((hold) => hold.id === id);
    const copy = replacement?.copy;
    if (copy && !(copy.holds ?? []).some(isSame)) return true;
    return holds.every(({ scope }) => scope === 'clauses') && (await isCurrentFree(revision, standard));
  }

  /** The marked replacement, with its revision where that is of the standard itself and may be pinned. */
  async function findReplacement({
    revision: { wiki },
    holds,
    standard,
  }: HeldStandard): Promise<MarkedReplacement | null> {
    const marked = holds.find(
      (hold) =>
        hold.replacement_adopted_revision_id !== null &&
        hold.adopted_revision_id === wiki?.adopted_revision_id,
    )?.replacement_adopted_revision_id;
    if (!marked) return null;
    const sealed = await revisions.findByAdoptedRevision(standard._id, marked);
    const copy = sealed && (await revisions.findWithHolds(sealed._id, standard));
    const isFree = copy && !isRevokedEdition(copy, copy.holds ?? []);
    return { adopted_revision_id: marked, copy: isFree ? copy : null };
  }

  /** Whether the current revision of the standard is another one without holds. */
  async function isCurrentFree({ _id }: StandardRevisionRecord, standard: StandardRecord): Promise<boolean> {
    const { current_revision } = standard;
    if (!current_revision || current_revision.id === _id) return false;
    const current = await revisions.findWithHolds(current_revision.id, standard);
    return current !== null && (current.holds ?? []).length === 0;
  }

  /** Revisions under holds, with their standards. */
  async function findHeld(
    rows: readonly SealedRevision[],
    heads: readonly StandardRecord[],
  ): Promise<HeldStandard[]> {
    const headOf = new Map(heads.map((head) => [head._id, head]));
    return (await revisions.addHolds(rows, heads)).flatMap((revision) => {
      const { holds = [], standard_id } = revision;
      const standard = headOf.get(standard_id);
      return standard && holds.length > 0 ? [{ revision, holds, standard }] : [];
    });
  }

  return {
    async 'standards.setPageHolds'({ wiki_standard_id, version, holds }, ctx) {
      const applied = await inTransaction(connection, async (session) => {
        const changed = await pageHoldUpdates.replace(session, wiki_standard_id, version, holds);
        if (changed === null) return false;
        await ctx.audit(session, {
          resource: { type: 'wiki_standard', id: wiki_standard_id },
          details: { version: String(version), holds: holds.map(({ id }) => id), standards: changed },
        });
        return true;
      });
      if (!applied) ctx.markUnchanged();
      return { applied };
    },

    async 'standards.replaceableRevisions'({
      wiki_standard_id,
      adopted_revision_id,
      replacement_adopted_revision_id,
    }) {
      const copies = await revisions.findByEditions([replacement_adopted_revision_id]);
      const freed: { standard_id: number; name: string; revision_ids: number[] }[] = [];
      let isHeld = false;
      for (const standard of await pageStandards.findByPages([wiki_standard_id])) {
        const held = await findHeld(await revisions.findByStandards([standard._id]), [standard]);
        const revision_ids: number[] = [];
        for (const one of held) {
          if (!one.holds.some((hold) => hold.adopted_revision_id === adopted_revision_id)) continue;
          isHeld = true;
          if (await isClearedByUpgrade(one, await findReplacement(one))) revision_ids.push(one.revision._id);
        }
        const { _id: standard_id, name } = standard;
        if (revision_ids.length > 0) freed.push({ standard_id, name, revision_ids });
      }
      return { isReady: !isHeld || copies.length > 0, standards: freed };
    },

    async 'standards.revisionHolds'({ revision_ids }) {
      const at = now();
      const rows = await revisions.findMany(revision_ids);
      const heads = await standards.findMany([...new Set(rows.map(({ standard_id }) => standard_id))]);
      const held = await findHeld(rows, heads);
      return { revisions: await Promise.all(held.map((one) => presentHolds(one, at))) };
    },
  };
};

const strictestLevel = (holds: readonly RevisionHold[], at: Date): 1 | 2 =>
  holds.some((hold) => withholdsText({ level: levelOf(hold, at) })) ? 2 : 1;

const WIDER_LAST = ['clauses', 'edition', 'standard'] as const;

/** The scope and level of the strictest hold, of equally strict ones of that with the widest scope. */
function findStrongest(
  holds: readonly RevisionHold[],
  at: Date,
): { scope: RevisionHold['scope']; level: 1 | 2 } {
  const level = strictestLevel(holds, at);
  const scopes = new Set(holds.flatMap((hold) => (levelOf(hold, at) === level ? hold.scope : [])));
  return { scope: WIDER_LAST.findLast((scope) => scopes.has(scope)) ?? 'clauses', level };
}

/** One row for each hold, which may hold clauses by several wordings. */
function presentEach(holds: readonly RevisionHold[], at: Date): RevisionHolds['holds'] {
  const byHold = [...Map.groupBy(holds, ({ id }) => id).values()];
  const rows = byHold.flatMap((rowsOfHold) => {
    const [hold] = rowsOfHold;
    if (!hold) return [];
    const level = strictestLevel(rowsOfHold, at);
    const reason = isReasonStated(hold.reason_code) ? hold.reason_code : null;
    const ids = new Set(rowsOfHold.flatMap(({ element_ids }) => element_ids));
    return [{ scope: hold.scope, level, reason, heldClauseCount: ids.size }];
  });
  const widthOf = (row: { scope: RevisionHold['scope'] }) => WIDER_LAST.indexOf(row.scope);
  return rows.toSorted((a, b) => b.level - a.level || widthOf(b) - widthOf(a));
}

const presentReplacement = ({
  adopted_revision_id,
  copy,
}: MarkedReplacement): NonNullable<RevisionHolds['replacement']> => ({
  adopted_revision_id,
  revision: copy && { id: copy._id, code: copy.code },
});
