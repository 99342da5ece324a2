/**
 * Handler of the internal action that lists the standards citing a wiki page, limited to what the caller may
 * read.
 */
import type { Connection } from 'mongoose';
import type { standardCitationActions as citationContracts } from '../../../shared/contracts/standards/citations.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { scopesWithPermission } from '../scope-access.ts';
import { CitingStandards, countReadable } from './repository.ts';

interface Deps {
  connection: Connection;
  now: () => Date;
}

export const standardCitationActions = ({
  connection,
  now,
}: Deps): Handlers<typeof citationContracts, NoResources> => {
  const standards = new CitingStandards(connection);
  return {
    async 'standards.citing'({ page, wiki_standard_id, limit, offset }, ctx) {
      const scopes = scopesWithPermission(ctx, 'standard:read');
      if (scopes.length === 0) return { standards: [], total: 0, occurrences: 0, private_occurrences: 0 };
      const query = { page, scopes, exceptCopyOf: wiki_standard_id, now: now() };
      const [rows, counts] = await Promise.all([
        limit === 0 ? [] : standards.list(query, { limit, offset }),
        standards.count(query),
      ]);
      return {
        standards: rows.map(({ _id, name, citations }) => ({
          id: _id,
          name,
          occurrences: countReadable(query, citations),
        })),
        total: counts.documents,
        occurrences: counts.occurrences,
        private_occurrences: counts.privateOccurrences,
      };
    },
  };
};
