/** Tests of what `npm run import` prints of hostile documents and services: no terminal escape, no stack. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, it } from '@jest/globals';
import { startLocalServer } from '../../test/local-server.ts';
import { visibleText } from '../console/terminal-text.ts';

/** An escape sequence of 7 bits and of 8 bits, a bidirectional mark, and a line of its own. */
const HOSTILE = '\u001b[2J\u009b2J\u202e\nDone.';
const SHOWN = /\\u001b\[2J\\u009b2J\\u202e(?:\\n|\\u000a)Done\./;

describe('output of the import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'css-import-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function run(
    content: string,
    options: string[],
  ): Promise<{ code: unknown; out: string; err: string }> {
    const file = join(folder, 'document');
    writeFileSync(file, content);
    const child = spawn(process.execPath, ['scripts/import/import.ts', file, ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code, out, err };
  }

  function assertHarmless(printed: string): void {
    assert.match(printed, SHOWN);
    assert.doesNotMatch(printed, /[^\P{Cc}\n]|\u202e|^Done\./mu);
    assert.doesNotMatch(printed, /\n +at /, 'no stack trace');
  }

  it('shows control, C1 and bidirectional characters, and leaves other letters as they are', () => {
    assert.equal(visibleText('Türe „1“ 🚪\t\r\u007f\u2066'), 'Türe „1“ 🚪\\u0009\\u000d\\u007f\\u2066');
  });

  it('shows the names of left-out members and of parameters', async () => {
    const params = [{ id: HOSTILE, label: 'a\u0000b' }];
    const catalog = { [`${HOSTILE}x`]: 1, controls: [{ id: 'c', title: 'C', params }] };
    const { code, out } = await run(JSON.stringify({ catalog }), ['--dry-run']);
    assert.equal(code, 0);
    assertHarmless(out);
  });

  it('keeps the report in JSON equal', async () => {
    const document = { title: 'A', elements: [{ address: '1', content: 'x' }], [HOSTILE]: HOSTILE };
    const { out } = await run(JSON.stringify(document), ['--dry-run', '--json']);
    assertHarmless(out);
    const { changes }: { changes: { source: string; from: string }[] } = JSON.parse(out);
    assert.deepEqual(
      changes.map(({ source, from }) => [source, from]),
      [[HOSTILE, HOSTILE]],
    );
  });

  it('shows the members of other JSON, and the place of broken JSON', async () => {
    for (const content of [JSON.stringify({ [HOSTILE]: 1 }), `{"a": ${HOSTILE}`]) {
      const { code, err } = await run(content, ['--dry-run']);
      assert.equal(code, 65);
      assertHarmless(err);
    }
  });

  async function runAgainst(listener: RequestListener): Promise<{ code: unknown; out: string; err: string }> {
    const server = await startLocalServer((request, response) => {
      request.resume().on('end', () => listener(request, response));
    });
    return run('# 1 Scope\n', ['--to', server.url, '--key', 'k']).finally(() => server.close());
  }

  it('shows code, detail, paths and messages of a problem document', async () => {
    const problem = { code: HOSTILE, detail: HOSTILE, errors: [{ path: HOSTILE, message: HOSTILE }] };
    const { code, err } = await runAgainst((_, response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(problem));
    });
    assert.equal(code, 1);
    assertHarmless(err);
    assert.equal(err.trimEnd().split('\n').length, 2);
  });

  it('is a sentence about a service whose response is no JSON', async () => {
    for (const [status, body] of [
      [404, 'null'],
      [200, '{"user": {'],
      [200, '{}'],
    ] as const) {
      const { code, err } = await runAgainst((_, response) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      });
      assert.equal(code, 1);
      assert.match(err, /^The service cannot be used: the response .*\. Check --to\.\n$/);
    }
  });
});
