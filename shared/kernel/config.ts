/** The configuration: every variable, read once, validated, documented (decisions E1, G24). */
import { SERVICE_NAMES, type ServiceName } from '../contracts/services.ts';
import { emailAddress } from '../contracts/shapes.ts';
import { normaliseEmail } from '../names.ts';

/** A variable that is wrong; the process says so in one line and exits 78. */
export class ConfigError extends Error {}

export interface S3Settings {
  endpoint: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
}

export interface Config {
  /** Services this node runs; null means all of them in one process. */
  services: ServiceName[] | null;
  port: number;
  host: string;
  /** Port of the probes on a node without a gateway; 0: none. */
  healthPort: number;
  /** Public address, without a trailing slash; null means the request's Host. */
  baseUrl: string | null;
  dataDir: string;
  /** null: a mongod of our own in `dataDir`. */
  mongodbUri: string | null;
  /** Prefix of the database names, so that several deployments may share one server. */
  databasePrefix: string;
  /** null: no transporter, one process. */
  natsUrl: string | null;
  redisUrl: string | null;
  /** null: files on local disk in `dataDir`. */
  s3: S3Settings | null;
  smtpUrl: string | null;
  /** Sender of the mails; null: derived from SMTP_URL or BASE_URL. */
  mailFrom: string | null;
  adminEmail: string | null;
  adminPassword: string | null;
  /** Secret all nodes share, signs principals; null only where one process is the whole deployment. */
  clusterSecret: string | null;
  emailVerification: 'required' | 'off';
  userApproval: 'manual' | 'off';
  rateLimits: { anonymous: number; free: number; company: number };
  /** Registrations from one network address. */
  registrationsAnHour: number;
  trustProxy: boolean;
  corsOrigins: string[];
  seatLimit: number;
  slotLimit: number;
  /** Quiet unless asked: what a person needs to know stands in the ready line. */
  logLevel: 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** Validate every answer against its declared shape; on in the tests. */
  /** How many uploads a request may hold, and how large one may be in bytes (F1). */
  uploads: { files: number; bytes: number };
}

/** The variables, in the order of the README; a refused value is explained with these words. */
export const VARIABLES: Readonly<Record<string, string>> = {
  SERVICES: 'services of this node, by comma (default: all)',
  PORT: 'port of the gateway (default 3000)',
  HOST: 'address the gateway listens on (default 127.0.0.1)',
  HEALTH_PORT: 'port of /healthz on a node without a gateway (default none)',
  BASE_URL: 'public address, e.g. https://specs.example.org',
  DATA_DIR: 'folder of everything embedded (default ./data)',
  MONGODB_URI: 'a MongoDB replica set instead of the embedded one',
  DATABASE_PREFIX: 'prefix of the database names (default css)',
  NATS_URL: 'NATS server between nodes, with its user and password, such as nats://css:secret@host:4222',
  REDIS_URL: 'Redis for limits and caches',
  S3_ENDPOINT: 'S3 endpoint for files, with S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY',
  S3_BUCKET: 'bucket of the files',
  S3_ACCESS_KEY: 'access key of the bucket',
  S3_SECRET_KEY: 'secret key of the bucket',
  SMTP_URL: 'mail server (default: each message is a file in DATA_DIR/mail)',
  MAIL_FROM: 'sender address of the mails (default: the user of SMTP_URL when it is one, else no-reply@ the host of BASE_URL)',
  ADMIN_EMAIL: 'address of the first site administrator, such as name@example.org',
  ADMIN_PASSWORD: 'password of the first site administrator, 12 characters at least',
  CLUSTER_SECRET: 'secret of 32 characters or more that all nodes share (with NATS_URL)',
  EMAIL_VERIFICATION: 'required or off (default: off in one process and where start:split brings its own servers, else required)',
  USER_APPROVAL: 'manual or off (default off)',
  RATE_LIMIT_ANONYMOUS: 'requests a minute without a credential (default 120)',
  RATE_LIMIT_FREE: 'requests a minute of a free account (default 300)',
  RATE_LIMIT_COMPANY: 'requests a minute of an account with a company (default 3000)',
  RATE_LIMIT_REGISTER: 'registrations an hour from one network address (default 30)',
  TRUST_PROXY: 'true: believe X-Forwarded-For (default false)',
  CORS_ORIGINS: 'origins allowed by CORS, by comma (default none)',
  SEAT_LIMIT: 'authoring seats a company has (default 50)',
  SLOT_LIMIT: 'projects a user may lead (default 25)',
  LOG_LEVEL: 'error, warn, info (a line for every request), debug or silent (default warn)',
  UPLOAD_MAX_FILES: 'files in one upload (default 20)',
  UPLOAD_MAX_BYTES: 'bytes of one file (default 104857600)',
};

const EMAIL = new RegExp(emailAddress.pattern);

/** An address may hold a password: it is not repeated. */
const maySay = (name: string): boolean => !/_UR[IL]$/.test(name);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks the configuration.
 * @throws ConfigError naming the variable and what it accepts
 */
export function readConfig(env: Environment): Config {
  const value = (name: string): string | null => env[name]?.trim() || null;
  const wrong = (name: string, accepted = ''): ConfigError =>
    new ConfigError(
      `${name}${maySay(name) ? `=${env[name] ?? ''}` : ''} is not usable${accepted ? `, ${accepted}` : ''}. ${name}: ${VARIABLES[name] ?? ''}.`,
    );
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const given = value(name);
    if (given === null) return fallback;
    if (!/^\d{1,12}$/.test(given) || Number(given) < min || Number(given) > max) {
      throw wrong(name, `it must be a whole number from ${min} to ${max}`);
    }
    return Number(given);
  };
  const oneOf = <const T extends string>(name: string, fallback: T, ...words: readonly T[]): T => {
    const given = value(name);
    if (given === null) return fallback;
    const word = words.find((candidate) => candidate === given);
    if (word === undefined) throw wrong(name, `it must be ${words.join(' or ')}`);
    return word;
  };
  const url = (name: string, ...schemes: string[]): string | null => {
    const given = value(name);
    if (given === null) return null;
    if (!schemes.some((scheme) => given.startsWith(`${scheme}://`)) || !URL.canParse(given)) {
      throw wrong(name, `it must begin with ${schemes.join(':// or ')}://`);
    }
    return given.replace(/\/+$/, '');
  };
  const address = (name: string): string | null => {
    const given = value(name);
    if (given !== null && !EMAIL.test(normaliseEmail(given))) throw wrong(name);
    return given;
  };
  const list = (name: string): string[] => (value(name) ?? '').split(',').flatMap((word) => word.trim() || []);

  const natsUrl = url('NATS_URL', 'nats', 'tls');
  const s3Endpoint = url('S3_ENDPOINT', 'http', 'https');
  const need = (name: string): string => {
    const given = value(name);
    if (given === null) throw new ConfigError(`${name} is needed beside S3_ENDPOINT: ${VARIABLES[name] ?? ''}.`);
    return given;
  };
  const clusterSecret = value('CLUSTER_SECRET');
  if (clusterSecret !== null && clusterSecret.length < 32) throw new ConfigError('CLUSTER_SECRET needs at least 32 characters.');
  if (natsUrl !== null && clusterSecret === null) {
    throw new ConfigError('CLUSTER_SECRET is needed with NATS_URL: all nodes must share one secret of 32 characters or more.');
  }
  // Passwords and keys on their way to identity cross it: whoever reads them there needs nothing else.
  if (natsUrl !== null && new URL(natsUrl).username === '') {
    throw new ConfigError(
      'NATS_URL names no user: give the NATS server a user and a password, and write them as nats://user:password@host:4222.',
    );
  }
  const adminPassword = value('ADMIN_PASSWORD');
  if (adminPassword !== null && adminPassword.length < 12) throw new ConfigError('ADMIN_PASSWORD needs at least 12 characters.');

  if ((value('ADMIN_EMAIL') === null) !== (adminPassword === null)) {
    throw new ConfigError(
      'ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both, or neither for a password made at the first start.',
    );
  }

  return {
    services: readServices(list('SERVICES')),
    port: integer('PORT', 3000, 0, 65_535),
    host: value('HOST') ?? '127.0.0.1',
    healthPort: integer('HEALTH_PORT', 0, 0, 65_535),
    baseUrl: url('BASE_URL', 'http', 'https'),
    dataDir: value('DATA_DIR') ?? './data',
    mongodbUri: url('MONGODB_URI', 'mongodb', 'mongodb+srv'),
    databasePrefix: value('DATABASE_PREFIX') ?? 'css',
    natsUrl,
    redisUrl: url('REDIS_URL', 'redis', 'rediss'),
    s3:
      s3Endpoint === null
        ? null
        : { endpoint: s3Endpoint, bucket: need('S3_BUCKET'), accessKey: need('S3_ACCESS_KEY'), secretKey: need('S3_SECRET_KEY') },
    smtpUrl: url('SMTP_URL', 'smtp', 'smtps'),
    mailFrom: address('MAIL_FROM'),
    adminEmail: address('ADMIN_EMAIL'),
    adminPassword,
    clusterSecret,
    emailVerification: oneOf('EMAIL_VERIFICATION', natsUrl === null ? 'off' : 'required', 'required', 'off'),
    userApproval: oneOf('USER_APPROVAL', 'off', 'manual', 'off'),
    rateLimits: {
      anonymous: integer('RATE_LIMIT_ANONYMOUS', 120, 1, 1e9),
      free: integer('RATE_LIMIT_FREE', 300, 1, 1e9),
      company: integer('RATE_LIMIT_COMPANY', 3000, 1, 1e9),
    },
    registrationsAnHour: integer('RATE_LIMIT_REGISTER', 30, 1, 1e9),
    trustProxy: oneOf('TRUST_PROXY', 'false', 'true', 'false') === 'true',
    corsOrigins: list('CORS_ORIGINS').map(readOrigin),
    seatLimit: integer('SEAT_LIMIT', 50, 1, 1e6),
    slotLimit: integer('SLOT_LIMIT', 25, 1, 1e6),
    logLevel: oneOf('LOG_LEVEL', 'warn', 'error', 'warn', 'info', 'debug', 'silent'),
    uploads: { files: integer('UPLOAD_MAX_FILES', 20, 1, 1000), bytes: integer('UPLOAD_MAX_BYTES', 104_857_600, 1, 1e12) },
  };
}

function readOrigin(word: string): string {
  const origin = URL.canParse(word) && /^https?:/.test(word) ? new URL(word).origin : null;
  if (origin !== word)
    throw new ConfigError(
      `CORS_ORIGINS names ${word}, which is no origin. Write each as a browser sends it, e.g. https://specs.example.org.`,
    );
  return word;
}

function readServices(names: string[]): ServiceName[] | null {
  if (names.length === 0) return null;
  return names.map((name) => {
    const known = SERVICE_NAMES.find((candidate) => candidate === name);
    if (!known) throw new ConfigError(`SERVICES names ${name}, which is none of ${SERVICE_NAMES.join(', ')}.`);
    return known;
  });
}
