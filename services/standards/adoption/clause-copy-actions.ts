/**
 * Handler of `standards.heldClauseCopies`: for clauses of editions, the same clauses in the library standard and in global
 * copies, for the moderation worklist.
 */
import type { standardClauseCopyActions } from '../../../shared/contracts/standards/internal-for-wiki.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import type { StandardsService } from '../open-standards.ts';
import type { SealedRevision } from '../revision/model.ts';
import { openContent } from '../revision/sealed-content.ts';

interface ClauseCopy {
  revision_id: number;
  toc_content: string;
  content: string;
}

/** Maximum number of copies listed for a clause. */
const MAX_COPIES = 100;

export const clauseCopyActions = ({
  standards,
  pageStandards,
  revisions,
  contents,
}: StandardsService): Handlers<typeof standardClauseCopyActions, NoResources> => {
  const outlineOf = async ({ content_id }: Pick<SealedRevision, 'content_id'>): Promise<Outline> =>
    openContent(await contents.get(content_id));

  /** The current revision of the library standard of an edition. */
  async function findCurrent(standardId: number): Promise<SealedRevision | null> {
    const standard = await standards.find(standardId);
    return standard?.current_revision ? revisions.find(standard.current_revision.id) : null;
  }

  return {
    async 'standards.heldClauseCopies'({ clauses }) {
      const requested = Map.groupBy(clauses, ({ adopted_revision_id }) => adopted_revision_id);
      const adopted = await revisions.findByEditions([...requested.keys()]);
      const pageIds = [...new Set(adopted.flatMap(({ wiki }) => wiki?.standard_id ?? []))];
      // A moderator reads what everybody reads: never the wording of a company or of an account.
      const heads = (await pageStandards.findByPages(pageIds)).filter(
        ({ subject_type }) => subject_type === 'global',
      );
      const currentOf = heads.flatMap((head) =>
        head.current_revision ? [[head.current_revision.id, head] as const] : [],
      );
      const held = await revisions.findManyWithHolds(new Map(currentOf));
      const copies = new Map<string, ClauseCopy[]>();
      for (const edition of adopted) {
        const editionId = edition.wiki?.adopted_revision_id ?? '';
        const addresses = new Set(requested.get(editionId)?.map(({ address }) => address));
        const addressOf = new Map(
          (await outlineOf(edition)).elements.flatMap(({ element_id, address }) =>
            addresses.has(address) ? [[element_id, address] as const] : [],
          ),
        );
        const current = await findCurrent(edition.standard_id);
        const reached = held.filter(
          ({ standard_id, holds = [] }) =>
            standard_id !== edition.standard_id &&
            holds.some((hold) => hold.adopted_revision_id === editionId),
        );
        for (const revision of [...(current ? [current] : []), ...reached]) {
          for (const { element_id, toc_content, content } of (await outlineOf(revision)).elements) {
            const address = addressOf.get(element_id);
            if (address === undefined) continue;
            const key = `${editionId} ${address}`;
            const found = copies.get(key) ?? [];
            if (found.length < MAX_COPIES)
              copies.set(key, [...found, { revision_id: revision._id, toc_content, content }]);
          }
        }
      }
      return {
        clauses: clauses.map(({ adopted_revision_id, address }) => ({
          copies: copies.get(`${adopted_revision_id} ${address}`) ?? [],
        })),
      };
    },
  };
};
