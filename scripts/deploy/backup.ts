/**
 * `npm run backup -- FOLDER [--keep N]`: a backup of all databases of the deployment at one cluster time, with the files
 * that they name, into a new folder, while the services run. Uses the embedded MongoDB of DATA_DIR, running or
 * not, or MONGODB_URI with DATABASE_PREFIX; the files of DATA_DIR or of the S3 bucket. With `--keep` it then removes the
 * oldest backups of this deployment in the same folder, until N are left.
 *
 * Exit 0: a whole backup. Exit 1: none, with the reason. Exit 2: a whole backup of a deployment that lacks files
 * itself; the newest backup that has all files stays. Exit 64: wrong usage. Exit 78: wrong configuration.
 */

import { readConfig } from '../../shared/kernel/node/config.ts';
import { formatCount } from '../console/progress.ts';
import { BackupFolder } from './backup/backup-folder.ts';
import { formatBytes, runWithFolder } from './backup/command.ts';
import { withDeployment } from './backup/deployment.ts';
import { removeOldBackups } from './backup/old-backups.ts';
import { takeBackup } from './backup/take-backup.ts';

const EXIT_FILES_MISSING = 2;
const USAGE =
  'Usage: npm run backup -- FOLDER [--keep N], a new folder and how many backups are kept beside it';

await runWithFolder(
  USAGE,
  async ({ folder: path, keep }) => {
    const config = readConfig(process.env);
    const manifest = await withDeployment(config, { create: false }, (deployment) =>
      takeBackup(deployment, new BackupFolder(path)),
    );
    const { at, databases, files } = manifest;
    const collections = databases.flatMap((database) => database.collections);
    const records = collections.reduce((sum, one) => sum + one.records, 0);
    const bytes = collections.reduce((sum, one) => sum + one.bytes, 0);
    console.log(
      `Backup of ${at}: ${formatCount(records, 'record')} (${formatBytes(bytes)}), ${formatCount(files.count, 'file')} (${formatBytes(files.bytes)}), in ${path}`,
    );
    if (files.missing.length > 0) {
      console.error(
        `The deployment lacks ${formatCount(files.missing.length, 'file')} that its records name: ${files.missing.join(', ')}`,
      );
      process.exitCode = EXIT_FILES_MISSING;
    }
    if (keep === null) return;
    const { removed, failures } = await removeOldBackups(path, manifest, keep);
    for (const name of removed) console.log(`Removed the old backup ${name}`);
    for (const failure of failures) console.error(`An old backup could not be removed: ${failure}`);
  },
  { hasKeep: true },
);
