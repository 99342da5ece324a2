/**
 * Copies of the population of a test world. A worker makes the population once, in a hundred requests; its further
 * worlds begin with the same records and files.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Db, type Document, MongoClient } from 'mongodb';
import { VERSION_COLLECTION } from '../../shared/kernel/database/data-version.ts';
import { RestClient } from '../../shared/rest-client/client.ts';
import { populateWorld, type TenantResources, type WorldPopulation } from '../../tools/world/population.ts';
import { mongodbUri, withDatabases } from '../test-servers.ts';
import { waitUntilDelivered } from './database-contents.ts';

/** Where the services of a world keep their records and files. */
interface WorldStores {
  databasePrefix: string;
  dataDir: string;
  /** Default: the MongoDB of all tests. */
  uri?: string;
}

interface StoredPopulation {
  population: WorldPopulation;
  /** The records of each collection, by the end of its database's name after the prefix. */
  records: readonly { database: string; collection: string; documents: Document[] }[];
  /** Files by their paths below the data folder. */
  files: ReadonlyMap<string, Buffer>;
}

let stored: StoredPopulation | null = null;

/**
 * Copies the population into empty stores, before services start on them, where this worker has made one.
 * @returns a function that gives the population of the services, whose gateway is at `base`
 */
export async function preparePopulation(
  stores: WorldStores,
): Promise<(base: string) => Promise<WorldPopulation>> {
  if (stored === null) return (base) => makePopulation(base, stores);
  const copied = stored;
  await writeCopy(copied, stores);
  return async (base) => populationAt(base, copied.population);
}

async function writeCopy(
  { records, files }: StoredPopulation,
  { databasePrefix, dataDir, uri = mongodbUri() }: WorldStores,
): Promise<void> {
  const client = await MongoClient.connect(uri);
  try {
    const insertions = records.map(({ database, collection, documents }) => {
      const target = client.db(`${databasePrefix}${database}`).collection(collection);
      // Databases that were used before have kept it.
      if (collection === VERSION_COLLECTION)
        return Promise.all(
          documents.map((record) => target.replaceOne({ _id: record._id }, record, { upsert: true })),
        );
      return target.insertMany(documents);
    });
    await Promise.all(insertions);
  } finally {
    await client.close();
  }
  for (const [path, content] of files) {
    await mkdir(dirname(join(dataDir, path)), { recursive: true });
    await writeFile(join(dataDir, path), content);
  }
}

/** The same population, with clients of another gateway. Tests change what they have of it. */
function populationAt(
  base: string,
  { anyone, administrator, ada, mallory, wiki }: WorldPopulation,
): WorldPopulation {
  const at = ({ credential }: RestClient): RestClient => new RestClient(base, credential);
  const tenant = (of: TenantResources): TenantResources => ({
    ...of,
    session: at(of.session),
    key: at(of.key),
    revisionIds: [...of.revisionIds],
    datasheetRevisionIds: [...of.datasheetRevisionIds],
  });
  return {
    anyone: at(anyone),
    administrator: at(administrator),
    ada: tenant(ada),
    mallory: tenant(mallory),
    wiki: { ...wiki },
  };
}

/** Makes the population over HTTP, and keeps it for the next worlds of this worker. */
async function makePopulation(
  base: string,
  { databasePrefix, dataDir, uri }: WorldStores,
): Promise<WorldPopulation> {
  const population = await populateWorld(base);
  const readAll = async (databases: Db[]) => {
    await waitUntilDelivered(databases);
    return Promise.all(databases.map((database) => readRecords(database, databasePrefix)));
  };
  const records = (await withDatabases(databasePrefix, readAll, uri)).flat();
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(dataDir, path), await readFile(path));
  }
  stored = { population, records, files };
  return populationAt(base, population);
}

async function readRecords(database: Db, databasePrefix: string): Promise<StoredPopulation['records']> {
  const collections = await database.listCollections({}, { nameOnly: true }).toArray();
  const read = collections.map(async ({ name }) => ({
    database: database.databaseName.slice(databasePrefix.length),
    collection: name,
    // Numbers keep their types.
    documents: await database.collection(name).find({}, { promoteValues: false }).toArray(),
  }));
  return (await Promise.all(read)).filter(({ documents }) => documents.length > 0);
}
