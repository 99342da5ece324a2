/**
 * Payload, a CMS with drafts and versions, on PostgreSQL. Its packages are fetched from the registry of packages into the
 * cache when it is first compared; PostgreSQL is the installed one.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  launchServer,
  retryWhileRunning,
  type ServerProcess,
} from '../../../scripts/start/embedded-servers/server-process.ts';
import { isJsonObject, numberMember } from '../../../shared/rest-client/json.ts';
import { type DocumentD, withRewordedClause } from '../document-d.ts';
import { BenchClient } from '../http-measurement.ts';
import { findProgram, listFolder, type Peer, PeerMissingError } from './peer.ts';

const run = promisify(execFile);

const VERSION = '3.90.2';
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/peers/', import.meta.url));
const SERVER = fileURLToPath(new URL('./payload-server.mjs', import.meta.url));
const POSTGRES = '/usr/lib/postgresql';

/** @throws PeerMissingError without PostgreSQL, or where its packages cannot be fetched */
export async function startPayload(document: DocumentD): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'css-bench-payload-'));
  const servers: ServerProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const server of servers.toReversed()) await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const postgres = await startPostgres(join(folder, 'database'));
    servers.push(postgres.server);
    const { server, base } = await startServer(await fetchPackages(), postgres.url);
    servers.push(server);
    return {
      name: `Payload ${VERSION} (PostgreSQL ${postgres.version})`,
      ...(await workOn(base, document)),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function workOn(base: string, document: DocumentD): Promise<Pick<Peer, 'rounds' | 'loads'>> {
  const headers = { authorization: 'users API-Key benchmark-key' };
  const sender = new BenchClient(base, headers);
  const draft = async (name: string): Promise<number> => {
    const made = await sender.sendJson('POST', '/api/documents?draft=true&depth=0', { name, ...document });
    return isJsonObject(made.doc) ? numberMember(made.doc, 'id') : 0;
  };
  const publish = (id: number): Promise<object> =>
    sender.sendJson('PATCH', `/api/documents/${id}?depth=0`, { _status: 'published' });

  const read = await draft('Read');
  await publish(read);
  const saved = await draft('Saved');
  const created: number[] = [];
  const readPath = `/api/documents/${read}?depth=0`;
  const listPath = '/api/documents?limit=50&depth=0&draft=true&select[name]=true&select[updatedAt]=true';
  return {
    rounds: {
      async create(round) {
        created[round] = await draft(`Created ${round}`);
      },
      save: (round) =>
        sender.sendJson(
          'PATCH',
          `/api/documents/${saved}?draft=true&depth=0`,
          withRewordedClause(document, 1 + (round % 29), 'again'),
        ),
      publish: (round) => publish(created[round] ?? 0),
      read: () => sender.read(readPath),
      list: () => sender.read(listPath),
    },
    loads: { read: { url: base + readPath, headers }, list: { url: base + listPath, headers } },
  };
}

/** A server of its own; as another user where this one is root, as which it refuses to run. */
async function startPostgres(data: string): Promise<{ server: ServerProcess; url: string; version: string }> {
  const folders = listFolder(POSTGRES)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES, version, 'bin'));
  const program = findProgram(/^postgres$/, folders, 'apt install postgresql');
  const initdb = findProgram(/^initdb$/, folders, 'apt install postgresql');
  const asUser =
    process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
  await mkdir(data, { recursive: true });
  if (asUser.length > 0) {
    await run('chown', ['postgres', data]);
    await run('chmod', ['711', join(data, '..')]);
  }
  const inFull = (command: string, args: readonly string[]): [string, string[]] => {
    const [first = command, ...rest] = [...asUser, command, ...args];
    return [first, rest];
  };
  await run(...inFull(initdb, ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync']), { cwd: data });
  const [first, args] = inFull(program, ['-D', data, '-k', data, '-c', 'listen_addresses=']);
  const server = await launchServer({ program: first, args, cwd: data });
  const psql = findProgram(/^pg_isready$/, folders, 'apt install postgresql-client');
  await retryWhileRunning(server, () => run(psql, ['-h', data]));
  const { stdout } = await run(program, ['--version']);
  return {
    server,
    url: `postgresql://postgres@localhost/postgres?host=${data}`,
    version: /\d+(\.\d+)?/.exec(stdout)?.[0] ?? '',
  };
}

/** The folder with the packages, which are fetched once. */
async function fetchPackages(): Promise<string> {
  const target = join(CACHE, `payload@${VERSION}`);
  if (listFolder(target).length > 0) return target;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'fetching-'));
  try {
    await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}\n');
    const packages = [`payload@${VERSION}`, `@payloadcms/db-postgres@${VERSION}`];
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
      cwd: folder,
    });
    await rename(folder, target);
    return target;
  } catch (error) {
    throw new PeerMissingError(`its packages cannot be fetched (${String(error).split('\n')[0]})`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function startServer(
  packages: string,
  databaseUrl: string,
): Promise<{ server: ServerProcess; base: string }> {
  const script = join(packages, 'server.mjs');
  await copyFile(SERVER, script);
  let printed = '';
  const server = await launchServer({
    program: process.execPath,
    args: [script, databaseUrl],
    cwd: packages,
    env: { ...process.env, NODE_ENV: 'development' },
    output: (text) => {
      printed += text;
    },
  });
  const port = await retryWhileRunning(
    server,
    async () => {
      const found = /^port (\d+)$/m.exec(printed)?.[1];
      if (found === undefined) throw new Error(`Payload did not start: ${printed.slice(-500)}`);
      return found;
    },
    120_000,
  );
  return { server, base: `http://127.0.0.1:${port}` };
}
