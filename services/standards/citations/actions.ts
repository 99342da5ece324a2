/**
 * Handler of the internal action that lists the standards citing a wiki page, limited to what the caller may
 * read, and the migration that adds citations (document 2, Wiki reads; decisions W10).
 */
import type { Connection } from 'mongoose';
import type { standardCitationActions as citationContracts } from '../../../shared/contracts/standards/citations.ts';
import { type Migration, recordMigration } from '../../../shared/kernel/database/migration.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/implement-action.ts';
import type { RevisionContents } from '../revision/content-repository.ts';
import type { StandardRevisions } from '../revision/repository.ts';
import { findOutlineCitations } from '../revision/revision-writer.ts';
import { openContent } from '../revision/sealed-content.ts';
import { scopesWithPermission } from '../scope-access.ts';
import { CitingStandards } from './repository.ts';

export const standardCitationActions = ({
  connection,
}: {
  connection: Connection;
}): Handlers<typeof citationContracts, NoResources> => {
  const standards = new CitingStandards(connection);
  return {
    async 'standards.citing'({ page, wiki_standard_id, limit, offset }, call) {
      const scopes = scopesWithPermission(call, 'standard:read');
      if (scopes.length === 0) return { standards: [], total: 0, occurrences: 0, private_occurrences: 0 };
      const query = { page, scopes, exceptCopyOf: wiki_standard_id };
      const [rows, counts] = await Promise.all([
        limit === 0 ? [] : standards.list(query, { limit, offset }),
        standards.count(query),
      ]);
      return {
        standards: rows.map(({ _id, name, citations = [] }) => ({
          id: _id,
          name,
          occurrences: citations.find((one) => one.page === page)?.occurrences ?? 0,
        })),
        total: counts.documents,
        occurrences: counts.occurrences,
        private_occurrences: counts.privateOccurrences,
      };
    },
  };
};

interface MigrationDeps {
  connection: Connection;
  revisions: StandardRevisions;
  contents: RevisionContents;
}

/** Adds the citations of standards that were published before citations were stored. */
export function citationMigration({ connection, revisions, contents }: MigrationDeps): Migration {
  const standards = new CitingStandards(connection);
  return recordMigration({
    title: 'citations of standards',
    listOld: () => standards.listMissing(),
    async change({ _id, current_revision }) {
      const revision = current_revision && (await revisions.find(current_revision.id));
      // Deleted meanwhile.
      if (!revision) return;
      const outline = openContent(await contents.get(revision.content_id));
      await standards.fill(_id, revision._id, findOutlineCitations(outline));
    },
  });
}
