/** Loads revisions of a standard for a caller who may read it, each with its content and its held clauses. */
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { StandardsService } from '../open-standards.ts';
import type { StandardRevisionRecord } from '../revision/model.ts';
import type { HeldContent } from '../revision/present-documents.ts';
import { canReadRevision, type ReadableStandard } from '../standard/access.ts';

export const readableRevisions = ({
  revisions,
  contents,
  findHeldClauses,
}: Pick<StandardsService, 'revisions' | 'contents' | 'findHeldClauses'>) => ({
  /**
   * A revision of this standard that the caller may read.
   * @param form whether its content is read next @throws NOT_FOUND
   */
  async loadRevision(
    standard: ReadableStandard,
    id: number,
    form: 'with content' | 'alone' = 'alone',
  ): Promise<StandardRevisionRecord> {
    if (!canReadRevision(standard, id)) throw notFound();
    const revision =
      form === 'alone'
        ? await revisions.findWithHolds(id, standard)
        : await revisions.findWithHoldsAndContent(id, standard, contents);
    if (revision?.standard_id !== standard._id) throw notFound();
    return revision;
  },

  loadContent: async (revision: StandardRevisionRecord): Promise<HeldContent> => ({
    content: await contents.get(revision.content_id),
    held: findHeldClauses(revision),
  }),
});
