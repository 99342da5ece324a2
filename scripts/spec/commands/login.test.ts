/** Tests of `spec login` with an email and password. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from '@jest/globals';
import { type Answer, AnsweringServer } from '../../../shared/rest-client/answering-server.fixture.ts';
import { runSpec } from '../run-spec.ts';

describe('spec login with an email', () => {
  const server = new AnsweringServer();
  const folder = mkdtempSync(join(tmpdir(), 'spec-login-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Signs in at a service that answers so to requests of the session. @returns code, printed lines, requests */
  async function logIn(answers: Record<'keys' | 'logout', Answer>) {
    server.behaviour = ({ url = '' }) => {
      if (url.endsWith('/login'))
        return { status: 200, body: {}, headers: { 'set-cookie': 'css_session=s; Path=/specs' } };
      if (url.endsWith('/whoami')) return { status: 200, body: { user: { name: 'Ada' } } };
      return url.endsWith('/keys') ? answers.keys : answers.logout;
    };
    server.requests = [];
    const lines: string[] = [];
    const keep = (line: string) => void lines.push(line);
    const words = ['login', '--url', `${server.url}/specs`, '--email', 'ada@example.org'];
    const code = await runSpec(words, {
      folder,
      env: { XDG_CONFIG_HOME: folder },
      print: keep,
      write: keep,
      note: keep,
      ask: async () => 'a long enough password',
      readInput: async () => '',
    });
    return { code, text: lines.join('\n'), requests: server.requests.map(({ line }) => line) };
  }

  const refused: Answer = { status: 403, body: { status: 403, code: 'FORBIDDEN', detail: 'Not allowed.' } };
  const made: Answer = { status: 201, body: { secret: 'css_test_key' } };

  it('ends its session also when no key can be made', async () => {
    const { code, text, requests } = await logIn({ keys: refused, logout: { status: 200, body: {} } });
    assert.deepEqual([code, requests.at(-1)], [77, 'POST /specs/api/account/logout']);
    assert.match(text, /Not allowed\./);
  });

  it('stores the key also when the session cannot be ended, and says that it is open', async () => {
    const { code, text } = await logIn({ keys: made, logout: refused });
    assert.equal(code, 0, text);
    assert.match(text, /session of this sign-in is still open/);
    assert.match(text, /as Ada/);
  });
});
