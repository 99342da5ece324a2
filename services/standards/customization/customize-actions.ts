/**
 * Handler of the endpoint `standards.customize`: copies a revision of a standard into a company or project as
 * a new standard with its first revision.
 */
import type { Connection } from 'mongoose';
import type { standardCustomizationEndpoints } from '../../../shared/contracts/standards/customization.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { StandardChanges } from '../project-changes.ts';
import type { StandardResources } from '../standard/access.ts';
import { inNamingTransaction } from '../standard/naming-transaction.ts';
import { presentStandard } from '../standard/present.ts';
import type { Standards } from '../standard/repository.ts';
import { resolveCopyScope } from './copy-scope.ts';
import type { StandardCopier } from './standard-copier.ts';

type CustomizeContracts = Pick<typeof standardCustomizationEndpoints, 'standards.customize'>;

interface Deps {
  standardChanges: StandardChanges;
  connection: Connection;
  standards: Standards;
  copier: StandardCopier;
}

export const standardCustomizeActions = ({
  connection,
  standards,
  copier,
  standardChanges,
}: Deps): Handlers<CustomizeContracts, StandardResources> => ({
  async 'standards.customize'({ name, categoryId, projectId, companyId, sourceRevisionId }, ctx, source) {
    // Access through the pins of a project covers the pinned revisions, nothing else of the standard.
    if (source.readableIds !== null) throw notFound();
    const access = await resolveCopyScope({ projectId, companyId }, ctx);
    const { record, copied, revision, write } = await copier.prepare(
      {
        source,
        access,
        name,
        categoryId,
        revisionId: sourceRevisionId,
        isRevisionNamed: sourceRevisionId !== undefined,
      },
      ctx,
    );
    const { scope } = access;
    return inNamingTransaction({ connection, standards, name: record.name, scope }, ctx, async (session) => {
      const { saved, created } = await write(session);
      await standardChanges.record(session, saved, 'standard_created', ctx);
      const note = {
        resource: { type: 'standard', id: record._id },
        details: {
          name: record.name,
          ...scope,
          revision: { id: revision._id, code: revision.code },
          source: { standard_id: source._id, revision: { id: copied._id, code: copied.code } },
          ...(created.length > 0 ? { adopted_categories: created } : {}),
        },
      };
      return ctx.finish(session, note, presentStandard(saved));
    });
  },
});
