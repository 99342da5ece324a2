/** The configuration: every variable, read once, validated, documented (decisions E1, G24). */

import { email } from '../../contracts/common-shapes.ts';
import { SERVICE_NAMES, type ServiceName } from '../../contracts/services.ts';
import { normaliseEmail } from '../../text/names-and-emails.ts';

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
  registrationsPerHour: number;
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
export const ENVIRONMENT_VARIABLES: Readonly<Record<string, string>> = {
  SERVICES: 'services of this node, comma-separated (default: all)',
  PORT: 'port of the gateway (default 3000)',
  HOST: 'address the gateway listens on (default 127.0.0.1)',
  HEALTH_PORT: 'port of /healthz on a node without a gateway (default none)',
  BASE_URL: 'public URL, e.g. https://specs.example.org',
  DATA_DIR: 'folder for the embedded servers’ data and files (default ./data)',
  MONGODB_URI: 'a MongoDB replica set instead of the embedded one',
  DATABASE_PREFIX: 'prefix of the database names (default css)',
  NATS_URL: 'NATS server between nodes, with its user and password, such as nats://css:secret@host:4222',
  REDIS_URL: 'Redis for limits and caches',
  S3_ENDPOINT: 'S3 endpoint for files, with S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY',
  S3_BUCKET: 'bucket of the files',
  S3_ACCESS_KEY: 'access key of the bucket',
  S3_SECRET_KEY: 'secret key of the bucket',
  SMTP_URL: 'mail server (default: each message is a file in DATA_DIR/mail)',
  MAIL_FROM:
    'sender address of outgoing mail (default: the user in SMTP_URL if it is an e-mail address, else no-reply@<host of BASE_URL>)',
  ADMIN_EMAIL: 'e-mail address of the first site administrator, such as name@example.org',
  ADMIN_PASSWORD: 'password of the first site administrator, at least 12 characters',
  CLUSTER_SECRET: 'secret of at least 32 characters shared by all nodes (required with NATS_URL)',
  EMAIL_VERIFICATION:
    'required or off (default: off in a single process and when start:split starts its own servers, otherwise required)',
  USER_APPROVAL: 'manual or off (default off)',
  RATE_LIMIT_ANONYMOUS: 'requests per minute without a credential (default 120)',
  RATE_LIMIT_FREE: 'requests per minute for a free account (default 300)',
  RATE_LIMIT_COMPANY: 'requests per minute for an account in a company (default 3000)',
  RATE_LIMIT_REGISTER: 'registrations per hour from one IP address (default 30)',
  TRUST_PROXY: 'true: trust X-Forwarded-For (default false)',
  CORS_ORIGINS: 'origins allowed by CORS, comma-separated (default none)',
  SEAT_LIMIT: 'authoring seats a company has (default 50)',
  SLOT_LIMIT: 'projects one user may lead (default 25)',
  LOG_LEVEL: 'error, warn, info (a line for every request), debug or silent (default warn)',
  UPLOAD_MAX_FILES: 'files in one upload (default 20)',
  UPLOAD_MAX_BYTES: 'bytes of one file (default 104857600)',
};

const EMAIL_PATTERN = new RegExp(email.pattern);

/** An address may hold a password: it is not repeated. */
const isSafeToPrint = (name: string): boolean => !/_UR[IL]$/.test(name);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks the configuration.
 * @throws ConfigError naming the variable and what it accepts
 */
export function readConfig(env: Environment): Config {
  const value = (name: string): string | null => env[name]?.trim() || null;
  const wrong = (name: string, accepted = ''): ConfigError =>
    new ConfigError(
      `${name}${isSafeToPrint(name) ? `=${env[name] ?? ''}` : ''} is not valid${accepted ? `, ${accepted}` : ''}. ${name}: ${ENVIRONMENT_VARIABLES[name] ?? ''}.`,
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
      throw wrong(name, `it must start with ${schemes.join(':// or ')}://`);
    }
    return given.replace(/\/+$/, '');
  };
  const address = (name: string): string | null => {
    const given = value(name);
    if (given !== null && !EMAIL_PATTERN.test(normaliseEmail(given))) throw wrong(name);
    return given;
  };
  const list = (name: string): string[] => (value(name) ?? '').split(',').flatMap((word) => word.trim() || []);

  const natsUrl = url('NATS_URL', 'nats', 'tls');
  const s3Endpoint = url('S3_ENDPOINT', 'http', 'https');
  const need = (name: string): string => {
    const given = value(name);
    if (given === null)
      throw new ConfigError(`${name} is required when S3_ENDPOINT is set: ${ENVIRONMENT_VARIABLES[name] ?? ''}.`);
    return given;
  };
  const clusterSecret = value('CLUSTER_SECRET');
  if (clusterSecret !== null && clusterSecret.length < 32) throw new ConfigError('CLUSTER_SECRET needs at least 32 characters.');
  if (natsUrl !== null && clusterSecret === null) {
    throw new ConfigError('CLUSTER_SECRET is required with NATS_URL: all nodes must share one secret of at least 32 characters.');
  }
  // Passwords and keys on their way to identity cross it: whoever reads them there needs nothing else.
  if (natsUrl !== null && new URL(natsUrl).username === '') {
    throw new ConfigError(
      'NATS_URL contains no user: configure a user and password on the NATS server and pass them as nats://user:password@host:4222.',
    );
  }
  const adminPassword = value('ADMIN_PASSWORD');
  if (adminPassword !== null && adminPassword.length < 12) throw new ConfigError('ADMIN_PASSWORD needs at least 12 characters.');

  if ((value('ADMIN_EMAIL') === null) !== (adminPassword === null)) {
    throw new ConfigError(
      'ADMIN_EMAIL and ADMIN_PASSWORD must be set together; set neither to have a password generated at first start.',
    );
  }

  return {
    services: parseServices(list('SERVICES')),
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
    registrationsPerHour: integer('RATE_LIMIT_REGISTER', 30, 1, 1e9),
    trustProxy: oneOf('TRUST_PROXY', 'false', 'true', 'false') === 'true',
    corsOrigins: list('CORS_ORIGINS').map(parseOrigin),
    seatLimit: integer('SEAT_LIMIT', 50, 1, 1e6),
    slotLimit: integer('SLOT_LIMIT', 25, 1, 1e6),
    logLevel: oneOf('LOG_LEVEL', 'warn', 'error', 'warn', 'info', 'debug', 'silent'),
    uploads: { files: integer('UPLOAD_MAX_FILES', 20, 1, 1000), bytes: integer('UPLOAD_MAX_BYTES', 104_857_600, 1, 1e12) },
  };
}

function parseOrigin(word: string): string {
  const origin = URL.canParse(word) && /^https?:/.test(word) ? new URL(word).origin : null;
  if (origin !== word)
    throw new ConfigError(
      `CORS_ORIGINS contains ${word}, which is not an origin. Write each one as a browser sends it, e.g. https://specs.example.org.`,
    );
  return word;
}

function parseServices(names: string[]): ServiceName[] | null {
  if (names.length === 0) return null;
  return names.map((name) => {
    const known = SERVICE_NAMES.find((candidate) => candidate === name);
    if (!known) throw new ConfigError(`SERVICES contains ${name}, which is not one of ${SERVICE_NAMES.join(', ')}.`);
    return known;
  });
}
