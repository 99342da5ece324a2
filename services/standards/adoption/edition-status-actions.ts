/**
 * Handler of `standards.editionStatuses`: revisions adopted from the wiki compared with the current
 * editions of their pages, for the upgrade status of projects.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { standardInternalActions } from '../../../shared/contracts/standards/internal.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { HoldTerms } from '../holds/model.ts';
import type { StandardsService } from '../open-standards.ts';
import type { SealedRevision } from '../revision/model.ts';
import { findEditionHold } from '../revision/revoked-edition.ts';

type StatusContracts = Pick<typeof standardInternalActions, 'standards.editionStatuses'>;
type EditionStatus = ResultOf<StatusContracts['standards.editionStatuses']>['editions'][number];
type AdoptedRevision = SealedRevision & Required<Pick<SealedRevision, 'wiki'>>;

const isAdopted = (revision: SealedRevision): revision is AdoptedRevision => revision.wiki !== undefined;

export const editionStatusActions = ({
  standards,
  revisionHolds,
  revisions,
  now,
}: StandardsService): Handlers<StatusContracts, NoResources> => ({
  async 'standards.editionStatuses'({ revision_ids }, ctx) {
    const adopted = (await revisions.findMany(revision_ids)).filter(isAdopted);
    if (adopted.length === 0) return { editions: [] };
    const { editions } = await ctx.call('wiki.currentEditions', {
      standard_ids: [...new Set(adopted.map(({ wiki }) => wiki.standard_id))],
    });
    const currentOf = new Map(editions.map((edition) => [edition.standard_id, edition.adopted_revision_id]));
    const holdsOf = new Map<number, readonly HoldTerms[]>();
    for (const standard of await standards.findMany(adopted.map(({ standard_id }) => standard_id)))
      holdsOf.set(standard._id, await revisionHolds.holdsOfPage(standard));
    const compared = adopted.map((revision) => {
      const hold = findEditionHold(revision, holdsOf.get(revision.standard_id) ?? [], now());
      const currentId = currentOf.get(revision.wiki.standard_id) ?? null;
      return { revision, hold, currentId, offeredId: hold ? hold.replacementId : currentId };
    });
    const copies = await revisions.findByEditions(compared.flatMap(({ offeredId }) => offeredId ?? []));
    const copyOf = new Map(
      copies.map((copy) => [copyKey(copy.standard_id, copy.wiki?.adopted_revision_id), copy]),
    );
    return {
      editions: compared.map(({ revision, hold, currentId, offeredId }): EditionStatus => {
        const { standard_id, adopted_revision_id } = revision.wiki;
        const copy = copyOf.get(copyKey(revision.standard_id, offeredId));
        return {
          revision_id: revision._id,
          wiki: { standard_id, adopted_revision_id },
          // A deleted or archived page has no current edition, so its copies are not behind.
          is_current: currentId === null || currentId === adopted_revision_id,
          hold: hold && {
            level: hold.level,
            scope: hold.scope,
            replacement_adopted_revision_id: hold.replacementId,
          },
          offered:
            offeredId === null
              ? null
              : {
                  adopted_revision_id: offeredId,
                  revision: copy ? { id: copy._id, code: copy.code } : null,
                },
        };
      }),
    };
  },
});

/** An edition is copied once into each standard. */
const copyKey = (standardId: number, editionId: string | null | undefined): string =>
  `${standardId}/${editionId}`;
