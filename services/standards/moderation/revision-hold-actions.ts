/**
 * Handlers of the internal actions `standards.revisionHolds`, the holds on the revisions that a project pins, for
 * its publish; and `standards.replaceableRevisions`, those that an upgrade frees once a replacement is marked.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { standardHoldActions } from '../../../shared/contracts/standards/holds.ts';
import { isReasonStated } from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import { sha256 } from '../../../shared/hash.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { levelOf } from '../holds/held-clauses.ts';
import type { RevisionHold } from '../holds/model.ts';
import type { RevisionContents } from '../revision/content-repository.ts';
import { isRevokedEdition } from '../revision/eligibility.ts';
import type { StandardRevisionRecord } from '../revision/model.ts';
import type { StandardRevisions } from '../revision/repository.ts';
import type { Standards } from '../standard/repository.ts';

type HoldContracts = Pick<
  typeof standardHoldActions,
  'standards.revisionHolds' | 'standards.replaceableRevisions'
>;
type RevisionHolds = ResultOf<HoldContracts['standards.revisionHolds']>['revisions'][number];

interface MarkedReplacement {
  adopted_revision_id: string;
  /** Null where a project cannot pin it. */
  copy: StandardRevisionRecord | null;
}

interface Deps {
  standards: Standards;
  revisions: StandardRevisions;
  contents: RevisionContents;
  now: () => Date;
}

export const revisionHoldActions = ({
  standards,
  revisions,
  contents,
  now,
}: Deps): Handlers<HoldContracts, NoResources> => {
  async function presentHolds(
    revision: StandardRevisionRecord,
    holds: readonly RevisionHold[],
    at: Date,
  ): Promise<RevisionHolds> {
    const { scope, level } = findStrongest(holds, at);
    const replacement = await findReplacement(revision, holds);
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
      upgrade_clears: await isClearedByUpgrade(revision, holds, replacement),
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
    revision: StandardRevisionRecord,
    holds: readonly RevisionHold[],
    replacement: MarkedReplacement | null,
  ): Promise<boolean> {
    if (holds.some(({ scope }) => scope === 'standard')) return false;
    // An edition with the same text is under the same hold.
    const isSame = ({ id }: RevisionHold): boolean => holds.some((hold) => hold.id === id);
    const copy = replacement?.copy;
    if (copy && !(copy.holds ?? []).some(isSame)) return true;
    return holds.every(({ scope }) => scope === 'clauses') && (await isCurrentFree(revision));
  }

  /** The marked replacement, with its revision where that is of the standard itself and may be pinned. */
  async function findReplacement(
    { standard_id, wiki }: StandardRevisionRecord,
    holds: readonly RevisionHold[],
  ): Promise<MarkedReplacement | null> {
    const marked = holds.find(
      (hold) =>
        hold.replacement_adopted_revision_id !== null &&
        hold.adopted_revision_id === wiki?.adopted_revision_id,
    )?.replacement_adopted_revision_id;
    if (!marked) return null;
    const copy = await revisions.findByAdoptedRevision(standard_id, marked);
    return { adopted_revision_id: marked, copy: copy && !isRevokedEdition(copy) ? copy : null };
  }

  /** Whether the current revision of the standard is another one without holds. */
  async function isCurrentFree({ _id, standard_id }: StandardRevisionRecord): Promise<boolean> {
    const standard = await standards.find(standard_id);
    if (!standard?.current_revision || standard.current_revision.id === _id) return false;
    const current = await revisions.findHeld(standard.current_revision.id, standard);
    return current !== null && (current.holds ?? []).length === 0;
  }

  return {
    async 'standards.replaceableRevisions'({
      wiki_standard_id,
      adopted_revision_id,
      replacement_adopted_revision_id,
    }) {
      const copies = await revisions.findByEditions([replacement_adopted_revision_id]);
      const held = await revisions.findByEditionHolds(wiki_standard_id, adopted_revision_id);
      const freed: StandardRevisionRecord[] = [];
      for (const revision of held) {
        const { holds = [] } = revision;
        if (await isClearedByUpgrade(revision, holds, await findReplacement(revision, holds)))
          freed.push(revision);
      }
      const idsOf = Map.groupBy(freed, ({ standard_id }) => standard_id);
      const heads = await standards.findMany([...idsOf.keys()]);
      return {
        isReady: held.length === 0 || copies.length > 0,
        standards: heads.map(({ _id, name }) => ({
          standard_id: _id,
          name,
          revision_ids: (idsOf.get(_id) ?? []).map((revision) => revision._id),
        })),
      };
    },

    async 'standards.revisionHolds'({ revision_ids }) {
      const at = now();
      const rows = (await revisions.findMany(revision_ids)).map(async (revision) => {
        const { holds = [] } = revision;
        return holds.length === 0 ? [] : [await presentHolds(revision, holds, at)];
      });
      return { revisions: (await Promise.all(rows)).flat() };
    },
  };
};

const WIDER_LAST = ['clauses', 'edition', 'standard'] as const;

/** The scope and level of the strictest hold, of equally strict ones of that with the widest scope. */
function findStrongest(
  holds: readonly RevisionHold[],
  at: Date,
): { scope: RevisionHold['scope']; level: 1 | 2 } {
  const level = holds.some((hold) => levelOf(hold, at) === 2) ? 2 : 1;
  const scopes = new Set(holds.flatMap((hold) => (levelOf(hold, at) === level ? hold.scope : [])));
  return { scope: WIDER_LAST.findLast((scope) => scopes.has(scope)) ?? 'clauses', level };
}

/** One row a window, which may hold clauses by several wordings. */
function presentEach(holds: readonly RevisionHold[], at: Date): RevisionHolds['holds'] {
  const windows = [...Map.groupBy(holds, ({ id }) => id).values()];
  const rows = windows.flatMap((rowsOfWindow) => {
    const [hold] = rowsOfWindow;
    if (!hold) return [];
    const level = rowsOfWindow.some((row) => levelOf(row, at) === 2) ? (2 as const) : (1 as const);
    const reason = isReasonStated(hold.reason_code) ? hold.reason_code : null;
    const ids = new Set(rowsOfWindow.flatMap(({ element_ids }) => element_ids));
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
