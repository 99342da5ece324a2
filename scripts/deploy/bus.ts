/**
 * `npm run bus`: calls one endpoint on the bus from a shell. The response is JSON on standard output, a problem
 * document on standard error.
 */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { BusClient, BusError } from '../../shared/bus-client/index.ts';
import { EX_CONFIG, EX_USAGE } from '../start/launcher/fatal-error.ts';
import { readToolsUrl } from '../start/launcher/program-urls.ts';

const HELP = `npm run -s bus -- ENDPOINT [PARAMETERS] [OPTIONS]: calls an endpoint on the bus.

ENDPOINT is an id of the contract, such as standards.get; GET /api/help?format=index lists them.
PARAMETERS are one flat JSON object, path, query and body together; - reads it from standard input.
  --idempotency-key KEY   lets a POST be repeated: the same call gets the first response
  --help                  this text

Variables: CSS_KEY, the API key; NATS_URL, the server with the user tools, or NATS_URL_FILE, a file with it (default: that of npm run start:split on
this machine);
DATABASE_PREFIX of the deployment (default: css).
Exit codes: 0 done, 1 refused, 64 wrong command line, 69 not available, 77 key not accepted or without a permission, 78 wrong variable.`;

const EX_UNAVAILABLE = 69;
const EX_NOPERM = 77;

/** A wrong command line or variable; the message is one line. */
class InvocationError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

try {
  await run();
} catch (error) {
  process.exitCode = report(error);
}

async function run(): Promise<void> {
  const { values, positionals } = readArguments();
  const [id, parameters = '{}', ...others] = positionals;
  if (values.help) return console.log(HELP);
  if (id === undefined || others.length > 0)
    throw new InvocationError('Name one endpoint and its parameters; see --help.', EX_USAGE);
  const params = parseParameters(parameters === '-' ? await text(process.stdin) : parameters);
  const client = await BusClient.connect(readAddress());
  try {
    const idempotencyKey = values['idempotency-key'];
    const result = await client.callUntyped(
      id,
      params,
      idempotencyKey === undefined ? {} : { idempotencyKey },
    );
    console.log(JSON.stringify(result));
  } finally {
    await client.close();
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { 'idempotency-key': { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw new InvocationError(error instanceof Error ? error.message : String(error), EX_USAGE);
  }
}

function parseParameters(json: string): object {
  try {
    const params: unknown = JSON.parse(json);
    if (typeof params === 'object' && params !== null && !Array.isArray(params)) return params;
  } catch {
    // As any other text that is no object.
  }
  throw new InvocationError('The parameters are one JSON object, such as \'{"id":1}\'.', EX_USAGE);
}

function readAddress(): { url: string; key: string; namespace: string; program: string } {
  const { CSS_KEY: key, NATS_URL, NATS_URL_FILE, DATABASE_PREFIX: namespace = 'css' } = process.env;
  const url =
    NATS_URL ?? (NATS_URL_FILE ? readUrlFile(NATS_URL_FILE) : readToolsUrl(process.env.DATA_DIR ?? './data'));
  if (!key) throw new InvocationError('Set CSS_KEY to an API key of your account.', EX_CONFIG);
  if (url === null || !URL.canParse(url))
    throw new InvocationError(
      'Set NATS_URL, such as nats://tools:secret@host:4222, or DATA_DIR to the folder of npm run start:split on this machine; npm start has no bus.',
      EX_CONFIG,
    );
  return { url, key, namespace, program: 'shell' };
}

function readUrlFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new InvocationError(`NATS_URL_FILE names ${path}, which cannot be read.`, EX_CONFIG);
  }
}

/** Prints an error. @returns the exit code */
function report(error: unknown): number {
  if (error instanceof InvocationError) {
    console.error(error.message);
    return error.exitCode;
  }
  if (!(error instanceof BusError)) throw error;
  console.error(JSON.stringify(error.problem));
  if (error.status >= 500) return EX_UNAVAILABLE;
  return error.status === 401 || error.status === 403 ? EX_NOPERM : 1;
}
