/**
 * Handlers of the internal actions by which projects customises a standard in a draft: the copy, hidden until
 * the draft pins it, and the end of that wait.
 */
import type { Connection } from 'mongoose';
import type { draftCopyActionContracts } from '../../../shared/contracts/standards/draft-copies.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { findReadableStandard } from '../standard/access.ts';
import { inNamingTransaction } from '../standard/naming-transaction.ts';
import type { Standards } from '../standard/repository.ts';
import { resolveCopyScope } from './copy-scope.ts';
import type { DraftCopies } from './draft-copies.ts';
import type { StandardCopier } from './standard-copier.ts';

interface Deps {
  connection: Connection;
  standards: Standards;
  copier: StandardCopier;
  draftCopies: DraftCopies;
}

export const draftCopyActions = ({
  connection,
  standards,
  copier,
  draftCopies,
}: Deps): Handlers<typeof draftCopyActionContracts, NoResources> => ({
  async 'standards.draftCopies.create'(params, ctx) {
    const { standard_id, project_id, change_id, name, category_id, revision_id, pinned_revision_id } = params;
    const access = await resolveCopyScope({ projectId: project_id, companyId: undefined }, ctx);
    const source = await findReadableStandard(standard_id, standards, ctx);
    // As with the endpoint that customises.
    if (!source || source.value.readableIds !== null) throw notFound();
    const { record, copied, revision, write } = await copier.prepare(
      {
        source: source.value,
        access,
        name,
        categoryId: category_id,
        revisionId: revision_id ?? pinned_revision_id,
        isRevisionNamed: revision_id !== undefined,
        pinPending: { change_id, at: new Date() },
      },
      ctx,
    );
    const { scope } = access;
    const { library_id, library_name } = await inNamingTransaction(
      { connection, standards, name, scope },
      ctx,
      async (session) => {
        if (ctx.isDryRun) ctx.rollBack(session);
        return (await write(session)).saved;
      },
    );
    return {
      standard_id: record._id,
      name: record.name,
      description: record.description,
      library: { id: library_id, name: library_name },
      revision: { id: revision._id, code: revision.code },
      copied_revision: { id: copied._id, code: copied.code },
    };
  },

  async 'standards.draftCopies.settle'({ standard_id }) {
    const copy = await standards.find(standard_id);
    if (copy) await draftCopies.settle(copy);
    return {};
  },
});
