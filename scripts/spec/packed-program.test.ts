/** Tests of `spec` as one bundled file in an empty folder, without this repository. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { afterTest } from '../../test/after-test.ts';
import { type LocalServer, startLocalServer } from '../../test/local-server.ts';
import { skipIf } from '../../test/skip-if.ts';
import { bundleProgram } from '../deploy/bundle-program.ts';

const bundler = 'node_modules/.bin/esbuild';

describe('the bundled spec', () => {
  skipIf(existsSync(bundler) ? false : 'esbuild is not installed; npm ci installs it').it(
    'runs in an empty folder without any package, has the licences of what is in it, and reads its arguments',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'packed-'));
      afterTest(() => rmSync(folder, { recursive: true }));
      const program = join(folder, 'bin/spec.js');
      bundleProgram('scripts/spec/spec.ts', program);
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      assert.deepEqual(readdirSync(join(folder, 'bin')), ['spec.js', 'spec.js.licences.txt']);
      assert.match(readFileSync(`${program}.licences.txt`, 'utf8'), /^markdown-it 15[\s\S]*MIT/m);
      const empty = join(folder, 'empty');
      mkdirSync(empty);
      const server: LocalServer = await startLocalServer((request, response) => {
        response.writeHead(request.url === '/api/standards/7' ? 404 : 500, {
          'content-type': 'application/json',
        });
        response.end('{"code":"NOT_FOUND","detail":"Not found."}');
      });
      afterTest(() => server.close());
      const env = { PATH: process.env.PATH, HOME: empty, SPEC_URL: server.url, SPEC_KEY: 'css_test_x' };
      const run = (words: string[], input: string | Uint8Array = '') =>
        new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
          const node = process.env.SPEC_TEST_NODE ?? process.execPath;
          const child = execFile(node, [program, ...words], { cwd: empty, env }, (error, out, err) =>
            resolve({ code: error?.code ?? 0, out, err }),
          );
          child.stdin?.end(input);
        });
      const [help, good, bad, latin, missing] = await Promise.all([
        run(['--help']),
        run(['check', '-'], '# 1 A\n\n1.1 b\n'),
        run(['check', '-'], '# A\n'),
        run(['check', '-'], Buffer.from('# 1 Größe\n', 'latin1')),
        run(['clone', '7']),
      ]);
      assert.match(help.out, /^spec COMMAND/);
      assert.deepEqual(good, { code: 0, out: '', err: '' });
      assert.deepEqual(
        [bad.code, bad.out.startsWith('<stdin>:1: error: heading-without-address')],
        [1, true],
      );
      assert.deepEqual([latin.code, latin.out], [66, '']);
      assert.match(latin.err, /Standard input is not UTF-8/);
      assert.deepEqual([missing.code, /404 NOT_FOUND/.test(missing.err)], [1, true], missing.err);
      assert.deepEqual(readdirSync(empty), []);
    },
  );
});
