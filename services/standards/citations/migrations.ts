/**
 * The migrations of the citations of standards: the first adds them to data of version 1, the second takes what held
 * words cite out of data of version 2 (decisions W10; architecture §9).
 */
import type { Connection } from 'mongoose';
import { type Migration, recordMigration } from '../../../shared/kernel/database/migration.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { findReadableCitations } from '../holds/readable-citations.ts';
import type { RevisionContents } from '../revision/content-repository.ts';
import type { StandardRevisions } from '../revision/repository.ts';
import { openContent } from '../revision/sealed-content.ts';
import { CitingStandards } from './repository.ts';

interface Deps {
  connection: Connection;
  revisions: StandardRevisions;
  contents: RevisionContents;
}

/** In their order. */
export function citationMigrations({ connection, revisions, contents }: Deps): Migration[] {
  const standards = new CitingStandards(connection);
  const elementsOf = async (contentId: string) => openContent(await contents.get(contentId)).elements;
  return [
    recordMigration({
      title: 'citations of standards',
      listOld: () => standards.listMissing(),
      async change({ _id, current_revision }) {
        const revision = current_revision && (await revisions.find(current_revision.id));
        // Deleted meanwhile.
        if (!revision) return;
        const citations = findReadableCitations(await elementsOf(revision.content_id));
        await standards.fill(_id, revision._id, citations);
      },
    }),
    recordMigration({
      title: 'citations without those of held words',
      listOld: () => revisions.listHeld(),
      change: (held) =>
        // A change of the holds meanwhile writes the head of the standard too, so that one of the two starts over.
        inTransaction(connection, async (session) => {
          const revision = await revisions.findIn(session, held._id);
          if (!revision) return;
          const citations = findReadableCitations(await elementsOf(revision.content_id), revision.holds);
          await standards.replace(session, revision, citations);
        }),
    }),
  ];
}
