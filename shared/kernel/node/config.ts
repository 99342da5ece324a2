/**
 * Configuration of a node: every environment variable, declared once. `docs/configuration.md` is generated from it.
 */

import { ConfigError } from '../errors/config-error.ts';
import { parseOrigin, parsePrograms, parseSearchNode, parseServices } from './comma-separated-settings.ts';
import { EnvironmentReader, type EnvironmentVariable } from './environment-reader.ts';
import { parseTrustedProxies } from './trusted-proxies.ts';

export type Config = ReturnType<typeof readVariables>;
/** Of an S3 server; without `publicEndpoint` callers reach it at `endpoint` too. */
export interface S3Settings {
  endpoint: string;
  publicEndpoint?: string | null;
  bucket: string;
  accessKey: string;
  secretKey: string;
}

/**
 * Reads and checks the configuration.
 * @throws ConfigError naming the variable and what it accepts
 */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config =>
  readVariables(new EnvironmentReader(env));

/** Every variable, in the order of their declaration. */
export function environmentVariables(): readonly EnvironmentVariable[] {
  const reader = new EnvironmentReader({});
  readVariables(reader);
  return reader.variables;
}

const COUNT = [1, 1e6] as const;
const RATE = [1, 1e9] as const;
const PORT = [0, 65_535] as const;
const BYTES = [0, 1e15] as const;

function readVariables(env: EnvironmentReader) {
  const natsMeaning =
    'NATS server between nodes, with its user and password, such as nats://css:secret@host:4222';
  const natsUrl = env.url('NATS_URL', natsMeaning, ['nats', 'tls']);
  // The documented name; the probes are on the same port.
  const metricsPort = env.integer('METRICS_PORT', 'another name of HEALTH_PORT', 0, PORT, '`HEALTH_PORT`');
  const config = {
    /** null: all services in one process. */
    services: parseServices(env.list('SERVICES', 'services of this node, comma-separated', 'all')),
    port: env.integer('PORT', 'port of the gateway', 3000, PORT),
    host: env.text('HOST', 'address the gateway listens on', '127.0.0.1'),
    /** 0: neither probes nor metrics. */
    healthPort: env.integer(
      'HEALTH_PORT',
      'port of /healthz and /metrics of the node, for the platform only, not for the public',
      metricsPort,
      PORT,
      'none; a gateway answers /healthz on its own port too, and nothing is measured',
    ),
    /** Without a trailing slash; null: the request's Host. */
    baseUrl: env.url('BASE_URL', 'public URL, e.g. https://specs.example.org or https://example.org/specs', [
      'http',
      'https',
    ]),
    dataDir: env.text('DATA_DIR', 'folder for the embedded servers’ data and files', './data'),
    /** null: where `npm start` puts them. */
    searchModel: env.text(
      'SEARCH_MODEL',
      'folder with the word vectors of search (fetched by npm start)',
      null,
    ),
    /** Empty: each node has its own index in memory. */
    searchNodes: env
      .list(
        'SEARCH_URL',
        'nodes of an OpenSearch cluster with the search index, comma-separated, each with its user and password, such as https://css:secret@host:9200',
        'none; each node has the index in its memory',
      )
      .map(parseSearchNode),
    /** null: an embedded mongod in `dataDir`. */
    mongodbUri: env.url('MONGODB_URI', 'a MongoDB replica set instead of the embedded one', [
      'mongodb',
      'mongodb+srv',
    ]),
    databasePrefix: env.text('DATABASE_PREFIX', 'prefix of the database names', 'css'),
    /** null: no transporter, one process. */
    natsUrl,
    /** NATS users of the programs on the bus, in addition to `tools`. */
    busPrograms: parsePrograms(
      env.list(
        'BUS_PROGRAMS',
        'programs on the bus that get a NATS user each, comma-separated, such as reports,billing',
        'none; only the user tools',
      ),
    ),
    redisUrl: env.url('REDIS_URL', 'Redis for the rate limits, which several gateways count together', [
      'redis',
      'rediss',
    ]),
    redisTimeoutMs: env.integer(
      'REDIS_TIMEOUT_MS',
      'how long a request waits for Redis before its gateway counts without it',
      250,
      [1, 60_000],
    ),
    /** null: files on local disk in `dataDir`. */
    s3: readS3(env),
    smtpUrl: env.url('SMTP_URL', 'mail server', ['smtp', 'smtps'], 'each message is a file in DATA_DIR/mail'),
    /** null: derived from SMTP_URL or BASE_URL. */
    mailFrom: env.email(
      'MAIL_FROM',
      'sender address of outgoing mail',
      'the user in SMTP_URL if it is an email address, else no-reply@<host of BASE_URL>',
    ),
    /** null: derived from BASE_URL. */
    securityContact: env.contact(
      'SECURITY_CONTACT',
      'email address or https URL to which weaknesses are reported, for /.well-known/security.txt',
      'security@<host of BASE_URL>',
    ),
    adminEmail: env.email(
      'ADMIN_EMAIL',
      'email address of the first site administrator, such as name@example.org',
    ),
    adminPassword: env.secret(
      'ADMIN_PASSWORD',
      'password of the first site administrator, at least 12 characters',
      12,
    ),
    /** Signs principals; null only where one process is the whole deployment. */
    clusterSecret: env.secret(
      'CLUSTER_SECRET',
      'secret of at least 32 characters shared by all nodes (required with NATS_URL)',
      32,
    ),
    emailVerification: env.oneOf(
      'EMAIL_VERIFICATION',
      'whether new accounts must verify their email address: required or off',
      ['required', 'off'],
      natsUrl === null ? 'off' : 'required',
      'off in a single process and when start:split starts its own servers, otherwise required',
    ),
    userApproval: env.oneOf(
      'USER_APPROVAL',
      'whether an administrator approves new accounts: manual or off',
      ['manual', 'off'],
      'off',
    ),
    rateLimits: {
      anonymous: env.integer('RATE_LIMIT_ANONYMOUS', 'requests per minute without a credential', 120, RATE),
      free: env.integer('RATE_LIMIT_FREE', 'requests per minute for a free account', 300, RATE),
      company: env.integer(
        'RATE_LIMIT_COMPANY',
        'requests per minute for an account in a company',
        3000,
        RATE,
      ),
    },
    registrationsPerHour: env.integer(
      'RATE_LIMIT_REGISTER',
      'registrations per hour from one IP address',
      30,
      RATE,
    ),
    invitationsPerDay: env.integer(
      'RATE_LIMIT_INVITATIONS',
      'invitations per day from one account',
      50,
      RATE,
    ),
    trustProxy: parseTrustedProxies(
      env.list(
        'TRUST_PROXY',
        'proxies whose X-Forwarded-For and X-Forwarded-Proto are believed: their number (true: 1), or their addresses and networks, comma-separated',
        'false; the address of the connection counts',
      ),
    ),
    corsOrigins: env
      .list('CORS_ORIGINS', 'origins allowed by CORS, comma-separated', 'none')
      .map(parseOrigin),
    seatLimit: env.integer('SEAT_LIMIT', 'authoring seats a company has', 50, COUNT),
    slotLimit: env.integer('SLOT_LIMIT', 'projects one user may lead', 25, COUNT),
    cacheBytes: env.integer(
      'CACHE_BYTES',
      'memory that the caches of a node may take together: contents of revisions, versions of working copies, responses',
      96e6,
      BYTES,
    ),
    /** Bytes that a company, and an account without one, may store; 0: any number. */
    quotas: {
      company: env.integer(
        'QUOTA_COMPANY_BYTES',
        'bytes that a company may store in files, revisions and versions of working copies; 0: any number',
        50e9,
        BYTES,
      ),
      user: env.integer(
        'QUOTA_ACCOUNT_BYTES',
        'the same for an account, in what belongs to no company',
        1e9,
        BYTES,
      ),
    },
    retentionYears: env.integer(
      'RETENTION_YEARS',
      'years for which an archived project is kept',
      7,
      [1, 100],
    ),
    logLevel: env.oneOf(
      'LOG_LEVEL',
      'error, warn, info (a line for every request), debug or silent',
      ['error', 'warn', 'info', 'debug', 'silent'],
      'warn',
    ),
    logFormat: env.oneOf(
      'LOG_FORMAT',
      'form of a log line: text, or a JSON object for log collectors',
      ['text', 'json'],
      'text',
    ),
    traces: {
      /** null: no traces. */
      endpoint: env.url(
        'OTEL_EXPORTER_OTLP_ENDPOINT',
        'OpenTelemetry collector (OTLP over HTTP with JSON) to which traces are sent, such as http://collector:4318',
        ['http', 'https'],
        'none; nothing is traced',
      ),
      headers: env.text(
        'OTEL_EXPORTER_OTLP_HEADERS',
        'headers for the collector, such as authorization=Bearer%20…, comma-separated',
        null,
      ),
      fraction: env.fraction('OTEL_TRACES_SAMPLER_ARG', 'fraction of the requests that is traced', 1),
    },
    uploads: {
      files: env.integer('UPLOAD_MAX_FILES', 'files in one upload', 20, [1, 1000]),
      bytes: env.integer('UPLOAD_MAX_BYTES', 'bytes of one file', 104_857_600, [1, 1e12]),
    },
  };
  const { clusterSecret, adminEmail, adminPassword } = config;
  if (natsUrl !== null && clusterSecret === null) {
    throw new ConfigError(
      'CLUSTER_SECRET is required with NATS_URL: all nodes must share one secret of at least 32 characters.',
    );
  }
  // Passwords and API keys cross NATS, so it must not be open to everybody.
  if (natsUrl !== null && new URL(natsUrl).username === '') {
    throw new ConfigError(
      'NATS_URL contains no user: configure a user and password on the NATS server and pass them as nats://user:password@host:4222.',
    );
  }
  if ((adminEmail === null) !== (adminPassword === null)) {
    throw new ConfigError(
      'ADMIN_EMAIL and ADMIN_PASSWORD must be set together; set neither to have a password generated at first start.',
    );
  }
  return config;
}

function readS3(env: EnvironmentReader): S3Settings | null {
  const name = 'S3_ENDPOINT';
  const endpoint = env.url(name, 'S3 endpoint for files, with S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY', [
    'http',
    'https',
  ]);
  const publicEndpoint = env.url(
    'S3_PUBLIC_ENDPOINT',
    'S3 endpoint as callers reach it, for download links',
    ['http', 'https'],
    'S3_ENDPOINT',
  );
  const s3 = { name, isSet: endpoint !== null };
  const bucket = env.requiredWith(s3, 'S3_BUCKET', 'bucket of the files');
  const accessKey = env.requiredWith(s3, 'S3_ACCESS_KEY', 'access key of the bucket');
  const secretKey = env.requiredWith(s3, 'S3_SECRET_KEY', 'secret key of the bucket');
  return endpoint === null ? null : { endpoint, publicEndpoint, bucket, accessKey, secretKey };
}
