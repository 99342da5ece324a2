/** Finds the container that runs MongoDB's primary. */
import { type ComposeProject, docker } from '../../scripts/deploy/containers/compose.ts';

/** Asks a member of the set which one is the primary, as a service does. */
const SCRIPT = `
  const { MongoClient } = require('mongodb');
  const uri = require('node:fs').readFileSync('/run/secrets/mongodb-uri', 'utf8').trim();
  MongoClient.connect(uri, { serverSelectionTimeoutMS: 60000 }).then(async (client) => {
    const { primary } = await client.db('admin').command({ hello: 1 });
    console.log(primary.split(':')[0]);
    await client.close();
  });`;

/** The id of its container. @throws Error while there is none */
export async function findPrimary(project: ComposeProject): Promise<string> {
  const [service = ''] = await project.containers('standards');
  const name = await docker(['exec', service, 'node', '-e', SCRIPT]);
  const [id] = await project.containers(name);
  if (id === undefined) throw new Error(`no container of ${name} runs`);
  return id;
}
