/**
 * Keys of services in the configuration folder of the user, readable by nobody else. SPEC_URL with SPEC_KEY, or SPEC_KEY
 * with the service that is named, win over them.
 *
 * The folder of a clone may come from anybody, so the service that it names gets only a key that was given for it.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { EXIT, SpecError } from './errors.ts';
import { replaceFile } from './replace-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface StoredKeys {
  /** The service of the last `spec login`. */
  current: string | null;
  /** Keys by the URL of their service. */
  keys: Record<string, string>;
}

/** A service and the key for it. */
export interface Access {
  server: string;
  key: string;
}

/** The URL of a service in the form in which it is stored. @throws SpecError */
export function normaliseServer(url: string): string {
  const trimmed = url
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/api$/, '');
  if (!URL.canParse(trimmed) || !/^https?:$/.test(new URL(trimmed).protocol))
    throw new SpecError(`${url} is no URL of a service such as https://specs.example.org.`, EXIT.usage);
  const { username, password } = new URL(trimmed);
  if (username !== '' || password !== '')
    throw new SpecError('Give the URL of the service without a name or password.', EXIT.usage);
  return trimmed;
}

/** The path of the stored keys. */
export function credentialsFile(env: Environment): string {
  const folder = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
  return join(folder, 'spec', 'credentials.json');
}

/**
 * The key for a service.
 * @param server the one of a clone; null: that of SPEC_URL, else the one of the last login
 * @throws SpecError saying how to get one
 */
export function findAccess(env: Environment, server: string | null): Access {
  const stored = readKeys(env);
  const named = env.SPEC_URL ? normaliseServer(env.SPEC_URL) : null;
  if (env.SPEC_KEY) {
    if (named === null)
      throw new SpecError(
        'SPEC_KEY is set without SPEC_URL. Set both: a key is sent only to the service that it is for.',
        EXIT.usage,
      );
    if (server !== null && server !== named)
      throw new SpecError(
        `This was cloned from ${server}, and SPEC_URL is ${named}. Unset SPEC_URL and SPEC_KEY, or name that service.`,
        EXIT.usage,
      );
    return { server: named, key: env.SPEC_KEY };
  }
  const wanted = server ?? named ?? stored.current;
  if (wanted === null)
    throw new SpecError(
      'No service is known. Run spec login, or set SPEC_URL and SPEC_KEY.',
      EXIT.noPermission,
    );
  const key = stored.keys[wanted];
  if (key === undefined)
    throw new SpecError(`There is no key for ${wanted}. Run spec login --url ${wanted}`, EXIT.noPermission);
  return { server: wanted, key };
}

/** Stores a key, which becomes the one of the current service. @returns the path of the file */
export function storeKey(env: Environment, { server, key }: Access): string {
  const file = credentialsFile(env);
  const stored = readKeys(env);
  const folder = join(file, '..');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const next: StoredKeys = { current: server, keys: { ...stored.keys, [server]: key } };
  replaceFile(file, `${JSON.stringify(next, null, 2)}\n`, 0o600);
  chmodSync(file, 0o600);
  return file;
}

function readKeys(env: Environment): StoredKeys {
  const file = credentialsFile(env);
  if (!existsSync(file)) return { current: null, keys: {} };
  try {
    const { current, keys }: Partial<StoredKeys> = JSON.parse(readFileSync(file, 'utf8'));
    const entries = Object.entries(keys ?? {}).filter(([, key]) => typeof key === 'string');
    return { current: typeof current === 'string' ? current : null, keys: Object.fromEntries(entries) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SpecError(`${file} is no JSON. Remove it and run spec login.`);
  }
}
