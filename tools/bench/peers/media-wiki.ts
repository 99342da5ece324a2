/**
 * MediaWiki, a wiki that keeps every revision, on MariaDB behind nginx and PHP-FPM, from the packages of Debian. Its text is
 * document D as headings and paragraphs. A save is public at once, so it has no operation to publish.
 */
import { execFile } from 'node:child_process';
import { access, appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  findFreePort,
  isListening,
  launchServer,
  retryWhileRunning,
  type ServerProcess,
} from '../../../scripts/start/embedded-servers/server-process.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberMember,
  stringMember,
} from '../../../shared/rest-client/json.ts';
import { type DocumentD, withRewordedClause } from '../document-d.ts';
import { BenchClient } from '../http-measurement.ts';
import { findProgram, listFolder, type Peer, PeerMissingError } from './peer.ts';

const run = promisify(execFile);

const PROGRAM = '/usr/share/mediawiki';
const TO_INSTALL = 'apt install mediawiki mariadb-server nginx-light php-fpm php-mysql php-apcu php-intl';
const USER = { name: 'Bench', password: 'benchmark password' };
/** As many as the connections of a load. */
const PHP_PROCESSES = 8;

/** @throws PeerMissingError where a package is not installed */
export async function startMediaWiki(document: DocumentD): Promise<Peer> {
  if (listFolder(PROGRAM).length === 0) throw new PeerMissingError(`it is not installed (${TO_INSTALL})`);
  const folder = await mkdtemp(join(tmpdir(), 'css-bench-mediawiki-'));
  const servers: ServerProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const server of servers.toReversed()) await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const port = await findFreePort();
    servers.push(await startMariaDb(folder));
    await install(folder, port);
    servers.push(await startPhp(folder));
    servers.push(await startNginx(folder, port));
    const work = await workOn(`http://127.0.0.1:${port}`, document);
    return { name: `MediaWiki ${await readVersion()} (MariaDB)`, ...work, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readVersion(): Promise<string> {
  const text = await readFile(join(PROGRAM, 'includes/Defines.php'), 'utf8');
  return /'MW_VERSION', '([^']+)'/.exec(text)?.[1] ?? '';
}

/** A heading for each section, a paragraph for each clause, a line for each field. */
function asWikitext({ elements, datasheetElements }: DocumentD): string {
  const lines = elements.map(({ address, toc_content, content }) =>
    toc_content ? `== ${address} ${toc_content} ==` : `'''${address}''' ${content}`,
  );
  const fields = datasheetElements.map(
    ({ element_address, label, default_value, unit }) =>
      `; ${element_address} ${label}: ${default_value} ${unit}`,
  );
  return [...lines, ...fields].join('\n\n');
}

async function workOn(base: string, document: DocumentD): Promise<Pick<Peer, 'rounds' | 'loads'>> {
  const { headers, token } = await signIn(base);
  const sender = new BenchClient(base, headers);
  const edit = async (title: string, text: string, more: Record<string, string> = {}): Promise<number> => {
    const parameters = { action: 'edit', format: 'json', title, text, token, ...more };
    const answer = await sendForm(sender, parameters);
    if (!isJsonObject(answer.edit) || answer.edit.result !== 'Success')
      throw new Error(`MediaWiki: ${JSON.stringify(answer).slice(0, 300)}`);
    return numberMember(answer.edit, 'newrevid');
  };

  const revision = await edit('Read', asWikitext(document));
  await edit('Saved', asWikitext(document));
  const readPath = `/index.php?title=Read&oldid=${revision}&action=raw`;
  const listPath = '/api.php?action=query&list=allpages&aplimit=50&format=json';
  return {
    rounds: {
      create: (round) => edit(`Created ${round}`, asWikitext(document), { createonly: '1' }),
      save: (round) =>
        edit('Saved', asWikitext(withRewordedClause(document, 1 + (round % 29), `again ${round}`))),
      read: () => sender.read(readPath),
      list: () => sender.read(listPath),
    },
    loads: { read: { url: base + readPath, headers }, list: { url: base + listPath, headers } },
  };
}

async function sendForm(sender: BenchClient, parameters: Record<string, string>): Promise<JsonObject> {
  const { status, bytes } = await sender.send({
    method: 'POST',
    path: '/api.php',
    body: Buffer.from(new URLSearchParams(parameters).toString()),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const answer: JsonValue = JSON.parse(bytes.toString());
  if (status !== 200 || !isJsonObject(answer)) throw new Error(`MediaWiki answered ${status}`);
  return answer;
}

/** The cookies of a session, and its token for edits. */
async function signIn(base: string): Promise<{ headers: Record<string, string>; token: string }> {
  const cookies = new Map<string, string>();
  const call = async (parameters: Record<string, string>): Promise<JsonObject> => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(`${base}/api.php`, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams({ format: 'json', ...parameters }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    const answer: JsonValue = JSON.parse(await response.text());
    return isJsonObject(answer) ? answer : {};
  };
  const tokenOf = async (type: string): Promise<string> => {
    const { query } = await call({ action: 'query', meta: 'tokens', type });
    const tokens = isJsonObject(query) && isJsonObject(query.tokens) ? query.tokens : {};
    return stringMember(tokens, `${type}token`);
  };
  const lgtoken = await tokenOf('login');
  await call({ action: 'login', lgname: USER.name, lgpassword: USER.password, lgtoken });
  const token = await tokenOf('csrf');
  return { headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }, token };
}

async function startMariaDb(folder: string): Promise<ServerProcess> {
  const program = findProgram(/^(mariadbd|mysqld)$/, [], TO_INSTALL);
  const user = `--user=${userInfo().username}`;
  const data = `--datadir=${join(folder, 'database')}`;
  const prepare = findProgram(/^mariadb-install-db$/, [], TO_INSTALL);
  await run(prepare, [
    '--no-defaults',
    data,
    user,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ]);
  const socket = join(folder, 'database.sock');
  const args = ['--no-defaults', data, user, `--socket=${socket}`, '--skip-networking'];
  const server = await launchServer({ program, args });
  await retryWhileRunning(server, () => access(socket));
  return server;
}

/** Makes the database and the settings. */
async function install(folder: string, port: number): Promise<void> {
  const socket = join(folder, 'database.sock');
  const options = {
    confpath: folder,
    dbtype: 'mysql',
    dbserver: `localhost:${socket}`,
    dbname: 'wiki',
    dbuser: 'root',
    dbpass: '',
    installdbuser: 'root',
    server: `http://127.0.0.1:${port}`,
    scriptpath: '',
    pass: USER.password,
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const script = join(PROGRAM, 'maintenance/install.php');
  await run(findProgram(/^php$/, [], TO_INSTALL), [script, ...args, 'Benchmark', USER.name]);
  // Jobs run with requests unless another process runs them; no limit of edits, as for this service.
  await appendFile(join(folder, 'LocalSettings.php'), '\n$wgJobRunRate = 0;\n$wgRateLimits = [];\n');
}

async function startPhp(folder: string): Promise<ServerProcess> {
  const isRoot = process.getuid?.() === 0;
  const settings = [
    '[global]',
    `error_log = ${join(folder, 'php.log')}`,
    'daemonize = no',
    '[www]',
    ...(isRoot ? ['user = root', 'group = root'] : []),
    `listen = ${join(folder, 'php.sock')}`,
    'pm = static',
    `pm.max_children = ${PHP_PROCESSES}`,
    `env[MW_CONFIG_FILE] = ${join(folder, 'LocalSettings.php')}`,
  ];
  const file = join(folder, 'php.conf');
  await writeFile(file, `${settings.join('\n')}\n`);
  const program = findProgram(/^php-fpm[\d.]*$/, [], TO_INSTALL);
  const server = await launchServer({
    program,
    args: ['--fpm-config', file, ...(isRoot ? ['--allow-to-run-as-root'] : [])],
  });
  await retryWhileRunning(server, () => access(join(folder, 'php.sock')));
  return server;
}

async function startNginx(folder: string, port: number): Promise<ServerProcess> {
  const settings = `daemon off; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'nginx.log')};
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
  client_max_body_size 10m;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join(' ')}
  server {
    listen 127.0.0.1:${port};
    root ${PROGRAM};
    keepalive_requests 1000000;
    location ~ \\.php$ {
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
      fastcgi_buffers 16 64k;
      fastcgi_pass unix:${join(folder, 'php.sock')};
    }
  }
}
`;
  const file = join(folder, 'nginx.conf');
  await writeFile(file, settings);
  const server = await launchServer({
    program: findProgram(/^nginx$/, [], TO_INSTALL),
    args: ['-c', file, '-p', folder],
  });
  await retryWhileRunning(server, () => isListening(port));
  return server;
}
