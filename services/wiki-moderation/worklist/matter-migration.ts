/** Migration that names the matter of each hold of older data: by the first row that it has in the worklist (Y15). */
import { type Migration, recordMigration } from '../../../shared/kernel/database/migration.ts';
import type { RevocationWindows } from '../holds/repository.ts';
import type { Matters } from './repository.ts';

export function matterMigration({
  windows,
  matters,
}: {
  windows: RevocationWindows;
  matters: Matters;
}): Migration {
  return recordMigration({
    title: 'matters of holds',
    listOld: () => windows.listWithoutMatter(),
    async change({ _id }) {
      const id = (await matters.findFirstId(_id)) ?? (await matters.nextIds(1))[0];
      if (id !== undefined) await windows.fillMatter(_id, id);
    },
  });
}
