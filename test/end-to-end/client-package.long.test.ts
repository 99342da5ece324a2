/**
 * Tests of the npm package of the client over HTTP as another project has it: installed in an empty folder, compiled
 * by both ways of finding packages, and used under the machine's own Node and in a browser.
 */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { createKey, registerAccount } from '../../tools/world/accounts.ts';
import { afterTest } from '../after-test.ts';
import { missingBrowserReason, openBrowser } from '../browser/chromium.ts';
import { type LocalServer, startLocalServer } from '../local-server.ts';
import { startTestNode, type TestNode } from '../service-node.ts';
import { skipIf } from '../skip-if.ts';
import { useStarted } from '../use-started.ts';

const NAME = 'construction-specification-client';

interface ProgramResult {
  status: number;
  stdout: string;
  stderr: string;
}

const run = (
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<ProgramResult> =>
  new Promise((done) => {
    execFile(program, args, { cwd: folder, env }, (error, stdout, stderr) =>
      done({ status: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

/** The Node that other programs of this machine run on; that of the tests where there is no other. */
const otherNode =
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules'))
    .map((path) => join(path, 'node'))
    .find((program) =>
      /^v2\d\./.test(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? ''),
    ) ?? process.execPath;

const folder = mkdtempSync(join(tmpdir(), 'client-package-'));
const installed = join(folder, 'node_modules', NAME);

/** The service, and another site whose pages have the package. */
async function startWorld(): Promise<{ node: TestNode; pages: LocalServer; stop(): Promise<void> }> {
  const pages = await startLocalServer((request, response) => {
    const isPage = request.url === '/';
    response.setHeader('content-type', isPage ? 'text/html' : 'text/javascript');
    response.end(
      isPage
        ? '<!doctype html><link rel=icon href=data:,>'
        : readFileSync(join(installed, request.url ?? '')),
    );
  });
  const node = await startTestNode([], { CORS_ORIGINS: pages.url });
  return {
    node,
    pages,
    async stop() {
      pages.close();
      await node.stop();
    },
  };
}

describe('npm run client:package', () => {
  const world = useStarted(startWorld);
  let key: string;

  beforeAll(async () => {
    const session = await registerAccount(world().node.url, 'Ada', 'Acme');
    key = (await createKey(session)).secret;
    const packed = spawnSync(process.execPath, ['scripts/deploy/pack-rest-client.ts', '--to', folder], {
      encoding: 'utf8',
    });
    assert.equal(packed.status, 0, packed.stderr);
    writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}');
    const words = ['install', '--offline', '--no-audit', '--no-fund', packed.stdout.trim()];
    const { status, stderr } = spawnSync('npm', words, { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('needs nothing else, and its code is at most 15 KB when it is compressed', () => {
    assert.deepEqual(readNames(join(folder, 'node_modules/[a-z@]*')), [NAME]);
    const code = readNames(join(installed, 'dist/shared/**/*.js'), installed).map((name) =>
      readFileSync(join(installed, name), 'utf8'),
    );
    const bytes = gzipSync(code.join('\n')).length;
    assert.ok(bytes < 15_000, `${bytes} bytes`);
    assert.ok(bytes > 5_000, `${bytes} bytes: where is the rest?`);
    for (const text of code) assert.doesNotMatch(text, /from '(?!\.)|\bBuffer\b|\brequire\(/);
  });

  const environment = (): NodeJS.ProcessEnv => ({
    ...process.env,
    SPEC_URL: world().node.url,
    SPEC_KEY: key,
  });
  const readNames = (pattern: string, from = join(folder, 'node_modules')): string[] =>
    globSync(pattern).map((path) => path.slice(from.length + 1));

  it('the example of its README does what the README says', async () => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8');
    const [, example = '', answer = ''] = /```js\n(.*?)```\n```\n(.*?)```/s.exec(readme) ?? [];
    writeFileSync(join(folder, 'readme.js'), example);
    const { stdout, stderr } = await run(otherNode, ['readme.js'], environment());
    assert.deepEqual([stdout, stderr], [answer, '']);
  });

  it('has the command line of authors', async () => {
    writeFileSync(join(folder, 'text.md'), '# A\n');
    const spec = join(folder, 'node_modules/.bin/spec');
    const { status, stdout } = await run(otherNode, [spec, 'check', 'text.md']);
    assert.equal(status, 1);
    assert.match(stdout, /^text\.md:1: error: heading-without-address/);
  });

  describe('compiled in strict mode, with the declarations of the package', () => {
    const OPTIONS = [
      '--strict',
      '--target',
      'es2022',
      '--noUncheckedIndexedAccess',
      '--exactOptionalPropertyTypes',
    ];
    const ways = {
      nodenext: ['--module', 'nodenext'],
      bundler: ['--module', 'esnext', '--moduleResolution', 'bundler'],
    };
    const compile = async (file: string, ...options: string[]): Promise<string> =>
      (await run(resolve('node_modules/.bin/tsc'), [...OPTIONS, ...options, file])).stdout;

    beforeAll(() => {
      symlinkSync(resolve('node_modules/@types'), join(folder, 'node_modules', '@types'));
      const program = readFileSync('examples/main-job.ts', 'utf8');
      writeFileSync(join(folder, 'main-job.ts'), program.replace('../shared/rest-client/index.ts', NAME));
    });

    it('a program for Node by nodenext, which then plays the main job; the export verifies', async () => {
      const forNode = ['--types', 'node', '--lib', 'es2023'];
      assert.equal(await compile('main-job.ts', ...ways.nodenext, ...forNode), '');
      const { status, stdout, stderr } = await run(otherNode, ['main-job.js'], environment());
      assert.equal(status, 0, stderr);
      const again = await run(otherNode, ['main-job.js'], environment());
      assert.equal(again.status, 0, again.stderr);
      assert.match(stderr, /^Standard \d+ is published as 1\.0\.0\.$/m);
      assert.match(stderr, /^Changed in the meantime \(fields\)\.\nCompressive strength: 40, not 45$/m);
      assert.match(stderr, /^(\d+) of \1 bytes\nsoil\.txt: 26 bytes$/m);
      writeFileSync(join(folder, 'export.json'), stdout);
      const keys = await fetch(`${world().node.url}/api/certificates/keys`);
      writeFileSync(join(folder, 'keys.json'), await keys.text());
      const verifier = resolve('scripts/verify/verify-export/main.mjs');
      const verified = await run(otherNode, [verifier, join(folder, 'export.json')]);
      assert.equal(verified.status, 0, verified.stdout + verified.stderr);
    });

    it('a page of a browser by bundler', async () => {
      const page = [
        `import { ApiError, type Standard, SpecificationClient } from '${NAME}';`,
        "const client = new SpecificationClient('', {}, { timeoutMs: 5_000 });",
        'const input = document.createElement("input");',
        'try {',
        "  const standard: Standard | object = await client.call('standards.get', { id: 1 });",
        '  document.title = JSON.stringify(standard);',
        '  const files = Array.from(input.files ?? []);',
        "  await client.call('files.upload', { projectId: 1, files }, { onProgress: ({ sent }) => console.log(sent) });",
        '} catch (error) {',
        "  if (error instanceof ApiError && error.is('QUOTA_EXCEEDED')) document.title = error.metadata.limit.toFixed();",
        '}',
      ];
      writeFileSync(join(folder, 'page.ts'), page.join('\n'));
      const inBrowser = ['--noEmit', '--types', '', '--lib', 'es2023,dom'];
      assert.equal(await compile('page.ts', ...ways.bundler, ...inBrowser), '');
    });

    it('mistakes are named where they are', async () => {
      const calls = [
        "'standards.get', { id: 'one' }",
        "'standards.get'",
        "'standards.gett', { id: 1 }",
        "'projects.create', { nam: 'x' }",
      ];
      const lines = calls.map((call) => `await new SpecificationClient('').call(${call});`);
      const text = [`import { SpecificationClient } from '${NAME}';`, ...lines].join('\n');
      writeFileSync(join(folder, 'wrong.ts'), text);
      const found = await compile('wrong.ts', '--noEmit', '--skipLibCheck', ...ways.nodenext);
      assert.match(found, /wrong\.ts\(2,\d+\): .*'string' is not assignable to type 'number'/);
      assert.match(found, /wrong\.ts\(3,\d+\): .*Expected 2-3 arguments/);
      assert.match(found, /wrong\.ts\(4,\d+\): .*"standards\.gett"/);
      assert.match(found, /wrong\.ts\(5,\d+\): .*'nam' does not exist in type 'ProjectsCreateParams'/);
    });
  });

  skipIf(missingBrowserReason()).describe('in a real browser, on a page of another site', () => {
    it('reads with ETags, writes once, tells the progress of an upload, and gets errors by their code', async () => {
      const browser = await openBrowser();
      afterTest(() => browser.close());
      const page = await browser.newPage();
      const { pages, node } = world();
      const sent: { method: string; status: number; headers: Record<string, string> }[] = [];
      page.on('response', (response) => {
        const request = response.request();
        if (request.url().startsWith(node.url) && request.method() !== 'OPTIONS')
          sent.push({ method: request.method(), status: response.status(), headers: request.headers() });
      });
      await page.goto(pages.url);
      const seen = await page.evaluate(playInBrowser, { url: node.url, key });
      assert.deepEqual([seen.name, seen.again, seen.names], ['Bridge', 'Bridge', ['a.txt', 'b.txt']]);
      assert.deepEqual(seen.error, { code: 'NO_OPEN_DRAFT', status: 409, isOther: false });
      assert.ok(seen.progress.length > 0 && seen.progress.at(-1)?.sent === seen.progress.at(-1)?.total);
      assert.equal(seen.text, 'one');
      assert.match(String(seen.disposition), /filename="a\.txt"/);
      assert.ok(
        sent.some(({ method, status }) => method === 'GET' && status === 304),
        'the second read',
      );
      const keys = sent.flatMap(({ method, headers }) =>
        method === 'POST' ? [headers['idempotency-key']] : [],
      );
      assert.ok(keys.length > 2 && new Set(keys).size === keys.length, keys.join());
    });
  });
});

/** Runs in the page. */
async function playInBrowser({ url, key }: { url: string; key: string }) {
  const path = '/dist/shared/rest-client/index.js';
  const { ApiError, SpecificationClient }: typeof import('../../shared/rest-client/index.ts') = await import(
    path
  );
  const client = new SpecificationClient(url, { key });
  const { id } = await client.call('projects.create', { name: 'Bridge' });
  const readName = async () => {
    const project = await client.call('projects.details', { id });
    return 'name' in project && project.name;
  };
  const [name, again] = [await readName(), await readName()];
  const files = [
    new File(['one'], 'a.txt', { type: 'text/plain' }),
    new File(['x'.repeat(500_000)], 'b.txt', { type: 'text/plain' }),
  ];
  const progress: { sent: number; total: number }[] = [];
  const uploaded = await client.call(
    'files.upload',
    { projectId: id, files },
    { onProgress: (now) => progress.push(now) },
  );
  const names: string[] = [];
  for await (const file of client.items('files.list', { projectId: id, per_page: 1 })) names.push(file.name);
  const fileId = uploaded.files[0]?.id ?? 0;
  const download = await client.download('files.download', { projectId: id, fileId });
  const [text, disposition] = [await download.text(), download.headers.get('content-disposition')];
  await client.call('projects.publish', { id });
  const error = await client.call('files.upload', { projectId: id, files }).then(
    () => null,
    (refused: unknown) =>
      refused instanceof ApiError && {
        code: refused.code,
        status: refused.status,
        isOther: refused.is('EDIT_CONFLICT'),
      },
  );
  return { name, again, names: names.sort(), progress, text, disposition, error };
}
