/**
 * `npm run restore -- FOLDER`: puts a backup into an empty deployment, whose services do not run: a new
 * DATA_DIR, or MONGODB_URI with a new DATABASE_PREFIX, and an empty store of files. The backup is verified first.
 * If it is killed, run it again.
 *
 * Exit 0: restored. Exit 1: not restored, with the reason. Exit 64: wrong usage. Exit 78: wrong configuration.
 */
import { readConfig } from '../../shared/kernel/node/config.ts';
import { BackupFolder } from './backup/backup-folder.ts';
import { runWithFolder } from './backup/command.ts';
import { withDeployment } from './backup/deployment.ts';
import { restoreBackup } from './backup/restore-backup.ts';

await runWithFolder('Usage: npm run restore -- FOLDER, one of npm run backup', async ({ folder: path }) => {
  const config = readConfig(process.env);
  const folder = new BackupFolder(path);
  // Before a data folder is created for nothing.
  await folder.readManifest();
  const { at } = await withDeployment(config, { create: true }, (deployment) =>
    restoreBackup(deployment, folder),
  );
  console.log(`Restored as it was at ${at}. Start the services.`);
});
