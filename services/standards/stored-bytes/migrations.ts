/** The migration that adds up what older standards and working copies store, for the quota of their owner (decision Y8). */
import type { Connection } from 'mongoose';
import { rowsOf } from '../../../shared/kernel/database/cursor-rows.ts';
import { type Migration, recordMigration } from '../../../shared/kernel/database/migration.ts';
import { revisionContentCollection, standardRevisionCollection } from '../revision/model.ts';
import type { Scope } from '../scope-access.ts';
import { standardCollection } from '../standard/model.ts';
import { workingCopyCollection, workingCopyVersionCollection } from '../working-copy/model.ts';

type OlderStandard = Scope & { _id: number };

/** In their order. */
export function storedBytesMigrations(connection: Connection): Migration[] {
  const standards = standardCollection(connection);
  const revisions = standardRevisionCollection(connection);
  const contents = revisionContentCollection(connection);
  const copies = workingCopyCollection(connection);
  const versions = workingCopyVersionCollection(connection);
  const sumOf = async (rows: Promise<{ bytes: number }[]>): Promise<number> => (await rows)[0]?.bytes ?? 0;
  return [
    recordMigration({
      title: 'stored bytes of standards',
      listOld: () =>
        rowsOf(
          standards
            .find({ revision_count: { $gt: 0 }, sealed_bytes: { $exists: false } }, { _id: 1 })
            .lean<{ _id: number }[]>()
            .cursor(),
        ),
      async change({ _id }) {
        const sealed_bytes = await sumOf(
          revisions.aggregate<{ bytes: number }>([
            { $match: { standard_id: _id } },
            {
              $lookup: {
                from: contents.collection.name,
                localField: 'content_id',
                foreignField: '_id',
                as: 'content',
              },
            },
            { $unwind: '$content' },
            { $group: { _id: null, bytes: { $sum: { $binarySize: '$content.content' } } } },
          ]),
        );
        // A revision that was sealed meanwhile has begun the sum.
        await standards.updateOne({ _id, sealed_bytes: { $exists: false } }, { $set: { sealed_bytes } });
      },
    }),
    recordMigration({
      title: 'stored bytes of working copies',
      listOld: () =>
        rowsOf(
          copies
            .find({ subject_type: { $exists: false } }, { _id: 1 })
            .lean<{ _id: number }[]>()
            .cursor(),
        ),
      async change({ _id }) {
        const standard = await standards
          .findById(_id, { subject_type: 1, subject_id: 1 })
          .lean<OlderStandard>();
        // Deleted meanwhile.
        if (!standard) return;
        const bytes = await sumOf(
          versions.aggregate<{ bytes: number }>([
            { $match: { standard_id: _id } },
            { $group: { _id: null, bytes: { $sum: { $binarySize: '$content' } } } },
          ]),
        );
        const { subject_type, subject_id } = standard;
        const older = { _id, subject_type: { $exists: false } };
        await copies.updateOne(older, { $set: { subject_type, subject_id, bytes } });
      },
    }),
  ];
}
