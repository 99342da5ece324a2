/**
 * Container `s3-set-up` of `docker-compose.yml`: makes the user of the S3 server the owner of its volumes and of all files in
 * them, which earlier versions wrote as root. Does nothing where it owns them already.
 *
 * `chown-volumes.ts ID FOLDER…`, where ID is that of the user and of the group
 */
import { chownSync, readdirSync, statSync } from 'node:fs';
import { exitWithError } from '../../start/launcher/fatal-error.ts';

const [id = '', ...folders] = process.argv.slice(2);
const owner = Number(id);

try {
  if (!/^[1-9]\d*$/.test(id))
    throw new Error(`Not the id of a user: '${id}'. Usage: chown-volumes.ts ID FOLDER…`);
  for (const folder of folders) {
    if (statSync(folder).uid === owner) continue;
    for (const name of readdirSync(folder, { encoding: 'buffer', recursive: true }))
      chownSync(Buffer.concat([Buffer.from(`${folder}/`), name]), owner, owner);
    // Last, so that an interrupted run is repeated.
    chownSync(folder, owner, owner);
  }
} catch (error) {
  exitWithError(error);
}
