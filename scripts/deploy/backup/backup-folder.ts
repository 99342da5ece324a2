/**
 * Folder of a backup: its manifest, which is written last and makes it a whole backup, the parts with the
 * records of the databases, and the files.
 *
 *   manifest.json                      what follows, with sizes and SHA-256
 *   databases/SERVICE/COLLECTION.bson.zst   its records, one after the other, compressed with zstd
 *   files/ab/cd/KEY                    the files that the records of the files service name
 */
import { existsSync, globSync, readdirSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { BSON, type CreateCollectionOptions, type IndexDescriptionInfo } from 'mongodb';
import { DiskStore } from '../../../shared/storage/disk-store.ts';
import { BackupError } from './backup-error.ts';

/** The build for CommonJS: the other has no default export that the types describe. */
const Validator: typeof import('fastest-validator').default = createRequire(import.meta.url)(
  'fastest-validator',
);

/** A collection and the part with its records. */
export interface CollectionPart {
  name: string;
  options: CreateCollectionOptions;
  /** All indexes but that of `_id`. */
  indexes: IndexDescriptionInfo[];
  records: number;
  /** The size of the records, uncompressed. */
  bytes: number;
  /** The digest of the part as it is stored, in hexadecimal digits. */
  sha256: string;
}

export interface DatabasePart {
  /** The name of the database without its prefix. */
  service: string;
  collections: CollectionPart[];
}

export interface Manifest {
  format: typeof FORMAT;
  /** What the names of the databases that were read begin with. */
  prefix: string;
  /** The time of all records, by the clock of the database. */
  at: string;
  /** The same exactly, as `seconds:ordinal`: what MongoDB's tools take to replay the oplog from there. */
  cluster_time: string;
  databases: DatabasePart[];
  files: {
    count: number;
    bytes: number;
    /** Keys that a record names and the store did not have, or not with the bytes of the record. */
    missing: string[];
  };
}

/** Version of the layout; a backup of another one is not read. */
export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
const DATABASES = 'databases';
const FILES = 'files';
/** The names at the top of the folder of a backup. */
export const TOP_LEVEL_NAMES: ReadonlySet<string> = new Set([MANIFEST, DATABASES, FILES]);

const NAME = { type: 'string', pattern: /^[\w-]{1,64}$/ } as const;
const COUNT = { type: 'number', integer: true, min: 0 } as const;
const isManifest = new Validator().compile({
  $$root: true,
  type: 'object',
  props: {
    format: { type: 'equal', value: FORMAT, strict: true },
    prefix: 'string',
    at: 'string',
    cluster_time: 'string',
    databases: {
      type: 'array',
      items: {
        type: 'object',
        props: {
          service: NAME,
          collections: {
            type: 'array',
            items: {
              type: 'object',
              props: {
                name: NAME,
                options: 'object',
                indexes: { type: 'array', items: 'object' },
                records: COUNT,
                bytes: COUNT,
                sha256: { type: 'string', pattern: /^[0-9a-f]{64}$/ },
              },
            },
          },
        },
      },
    },
    files: {
      type: 'object',
      props: { count: COUNT, bytes: COUNT, missing: { type: 'array', items: 'string' } },
    },
  },
});

export class BackupFolder {
  readonly path: string;
  /** The files of the backup, in the layout of a store on disk. */
  readonly files: DiskStore;

  constructor(path: string) {
    this.path = path;
    this.files = new DiskStore(join(path, FILES));
  }

  partFile(service: string, collection: string): string {
    return join(this.path, DATABASES, service, `${collection}.bson.zst`);
  }

  /** Creates the folder for its owner only: a backup has keys and password hashes. @throws BackupError */
  async create(): Promise<void> {
    if (existsSync(this.path) && readdirSync(this.path).length > 0) {
      const what = existsSync(join(this.path, MANIFEST)) ? 'has a backup already' : 'is not empty';
      throw new BackupError(`${this.path} ${what}: name a new folder, or remove it.`);
    }
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    await this.files.prepare();
  }

  /** Makes it a whole backup: written under another name, synced, and renamed. */
  async writeManifest(manifest: Manifest): Promise<void> {
    const target = join(this.path, MANIFEST);
    const file = await open(`${target}.new`, 'w', 0o600);
    try {
      await file.writeFile(`${BSON.EJSON.stringify(manifest, undefined, 1, { relaxed: true })}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${target}.new`, target);
  }

  /** What else is in its parent folder: a volume of a cluster cannot be listed otherwise. */
  #otherBackups(): string {
    const names = globSync(`*/${MANIFEST}`, { cwd: dirname(this.path) }).map((file) => dirname(file));
    return names.length === 0 ? '' : ` Beside it are ${names.sort().join(', ')}.`;
  }

  /** @throws BackupError where there is no whole backup */
  async readManifest(): Promise<Manifest> {
    if (!existsSync(this.path)) throw new BackupError(`${this.path} does not exist.${this.#otherBackups()}`);
    if (!existsSync(join(this.path, MANIFEST)))
      throw new BackupError(`${this.path} has no ${MANIFEST}: it is no backup, or one that was broken off.`);
    const manifest: unknown = parseManifest(await readFile(join(this.path, MANIFEST), 'utf8'));
    if (!hasShape(manifest))
      throw new BackupError(
        `${join(this.path, MANIFEST)} is damaged, or of a release that this one cannot read.`,
      );
    return manifest;
  }
}

function parseManifest(text: string): unknown {
  try {
    return BSON.EJSON.parse(text, { relaxed: true });
  } catch {
    return null;
  }
}

const hasShape = (value: unknown): value is Manifest => isManifest(value) === true;
