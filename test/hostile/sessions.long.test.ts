/**
 * Tests of attacks on browser sessions (cross-site requests, fixation, use after logout), and of whether sign-in
 * reveals who has an account.
 */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, it } from '@jest/globals';
import { ACCOUNT_PASSWORD } from '../../tools/world/accounts.ts';
import { sendRawRequest } from '../../tools/world/raw-http.ts';
import { OPEN_ENDPOINTS, requestPath } from '../world/contract-requests.ts';
import { changedCollections, readDatabaseContents } from '../world/database-contents.ts';
import { collectProblems } from '../world/response-checks.ts';
import { shareOf } from '../world/share-of.ts';
import { startWorld, useWorld } from '../world/test-world.ts';

const JSON_TYPE = ['content-type', 'application/json'];

describe('sessions', () => {
  const site = useWorld();

  const signIn = (
    headers: readonly string[] = [],
    body: object = { email: 'mallory@example.org', password: ACCOUNT_PASSWORD },
  ) =>
    sendRawRequest(site.base, {
      method: 'POST',
      path: '/api/account/login',
      headers: [...JSON_TYPE, ...headers],
      body: JSON.stringify(body),
    });
  const cookieOf = ({ headers }: { headers: { 'set-cookie'?: string[] } }): string =>
    headers['set-cookie']?.[0] ?? '';
  const whoIs = async (cookie: string) =>
    (await sendRawRequest(site.base, { path: '/api/whoami', headers: ['cookie', cookie] })).status;

  it('every write with a session is refused without our own Origin, whatever else comes with it; nothing is written (H29)', async () => {
    const writes = OPEN_ENDPOINTS.filter(({ spec }) => spec.auth !== 'none' && spec.mutates);
    assert.ok(writes.length > 30, `${writes.length} writes`);
    const { host } = new URL(site.base);
    const foreign: (readonly string[])[] = [
      [],
      ['origin', 'https://evil.example'],
      ['origin', 'null'],
      ['origin', `http://evil.${host}`],
      ['origin', `http://${host}.evil.example`],
      ['origin', `http://evil.example/${host}`],
      ['origin', `http://${host}@evil.example`],
      ['origin', `ftp://${host}`],
      ['origin', ''],
      ['sec-fetch-site', 'cross-site'],
      ['sec-fetch-site', 'same-site'],
      ['sec-fetch-site', 'none'],
      ['origin', 'https://evil.example', 'sec-fetch-site', 'same-origin'],
      ['referer', `${site.base}/`],
    ];
    const forms = ['application/json', 'text/plain'].flatMap((type) =>
      foreign.map((more) => ['content-type', type, ...more]),
    );
    const before = await readDatabaseContents(site.node);
    const wrong = await collectProblems([...writes.entries()], async ([at, route]) => {
      for (const form of shareOf(forms, at)) {
        const response = await sendRawRequest(site.base, {
          method: route.method,
          path: requestPath(site, route),
          headers: ['cookie', site.ada.cookie, ...form],
          body: '{}',
        });
        if (response.status !== 403 || response.body.code !== 'CROSS_SITE_REQUEST')
          return `${route.id} ${form} ${response.status} ${response.text}`;
      }
      return null;
    });
    assert.deepEqual(wrong.slice(0, 10), []);
    assert.deepEqual(await changedCollections(before, site.node), []);
  });

  it('JSON sent as text/plain, as a form of another page can, is 415, also with our own Origin (H29)', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain; application/json',
    ]) {
      const { status } = await sendRawRequest(site.base, {
        method: 'POST',
        path: '/api/account/keys',
        headers: ['cookie', site.ada.cookie, 'origin', site.base, 'content-type', type],
        body: '{"name":"k","permissions":["standard:read"]}',
      });
      assert.equal(status, 415, type);
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const response = await sendRawRequest(site.base, {
        method: 'POST',
        path: '/api/account/login',
        headers: ['content-type', type],
        body: JSON.stringify({ email: 'mallory@example.org', password: ACCOUNT_PASSWORD }),
      });
      assert.deepEqual([response.status, response.headers['set-cookie']], [415, undefined]);
    }
  });

  it('signing in creates a new id, whatever cookie was sent; a fixated one does not work (H29)', async () => {
    const fixed = 'A'.repeat(43);
    const signedIn = await signIn(['cookie', `css_session=${fixed}`]);
    assert.equal(signedIn.status, 200);
    const given = /css_session=([\w-]+)/.exec(cookieOf(signedIn))?.[1] ?? '';
    assert.notEqual(given, fixed);
    assert.deepEqual([await whoIs(`css_session=${fixed}`), await whoIs(`css_session=${given}`)], [401, 200]);
    const again = /css_session=([\w-]+)/.exec(
      cookieOf(await signIn(['cookie', `css_session=${given}`])),
    )?.[1];
    assert.notEqual(again, given);
  });

  it('a second cookie of the same name, as a neighbouring domain can set, is never used in place of the first (H29)', async () => {
    const mallory = site.mallory.cookie;
    for (const cookie of [`${mallory}; ${site.ada.cookie}`, `${site.ada.cookie}; ${mallory}`]) {
      const { status, text } = await sendRawRequest(site.base, {
        path: '/api/whoami',
        headers: ['cookie', cookie],
      });
      assert.equal(status, 401, text);
    }
    assert.equal(await whoIs(`${mallory}; ${mallory}`), 200);
    assert.equal(await whoIs(`css_session_x=1; ${mallory}; other=2`), 200);
  });

  it('a session is dead a second after logout, for every request that was under way (H29)', async () => {
    const cookie = cookieOf(await signIn()).split(';')[0] ?? '';
    let running = true;
    let ended = 0;
    const late: number[] = [];
    const hammer = async (): Promise<void> => {
      while (running) {
        const began = performance.now();
        const status = await whoIs(cookie);
        if (status === 200 && ended > 0 && began > ended + 1_000) late.push(began - ended);
      }
    };
    const hammers = Array.from({ length: 8 }, hammer);
    await delay(200);
    const outs = await Promise.all(
      Array.from({ length: 5 }, () =>
        sendRawRequest(site.base, {
          method: 'POST',
          path: '/api/account/logout',
          headers: ['cookie', cookie, 'origin', site.base],
        }),
      ),
    );
    ended = performance.now();
    await delay(1_500);
    running = false;
    await Promise.all(hammers);
    assert.ok(outs.some(({ status }) => status === 200));
    assert.deepEqual(
      outs.filter(({ status }) => ![200, 401].includes(status)),
      [],
    );
    assert.match(
      cookieOf(outs.find(({ status }) => status === 200) ?? { headers: {} }),
      /^css_session=; .*Expires=Thu, 01 Jan 1970/,
    );
    assert.deepEqual(late, []);
    assert.equal(await whoIs(cookie), 401);
  });

  it('a wrong password and an unknown address get the same response, byte for byte (H30)', async () => {
    const send = async (email: string) => {
      const response = await signIn(['x-request-id', 'the-same'], { email, password: 'not the password' });
      const { date: _, ...headers } = response.headers;
      return { status: response.status, headers, text: response.text };
    };
    assert.deepEqual(await send('mallory@example.org'), await send('nobody1@example.org'));
    // Up to the limit and beyond it, too.
    for (let at = 0; at < 12; at += 1) {
      const [known, unknown] = [await send('mallory@example.org'), await send('nobody1@example.org')];
      const seconds = (text: string): string => text.replace(/\d+ seconds|"retryAfter":\d+/g, '#');
      assert.deepEqual(
        [known.status, seconds(known.text), Object.keys(known.headers)],
        [unknown.status, seconds(unknown.text), Object.keys(unknown.headers)],
      );
    }
    assert.equal((await send('mallory@example.org')).status, 429);
  });
});

describe('sessions over https', () => {
  const site = useWorld(() => startWorld({ TRUST_PROXY: 'true' }));
  const SECURE = ['x-forwarded-proto', 'https'];

  it('the cookie is bound to this host, this transport, and our own pages; the plain one is nobody’s there (H29, A11)', async () => {
    const response = await sendRawRequest(site.base, {
      method: 'POST',
      path: '/api/account/login',
      headers: [...JSON_TYPE, ...SECURE],
      body: JSON.stringify({ email: 'mallory@example.org', password: ACCOUNT_PASSWORD }),
    });
    const [cookie = ''] = response.headers['set-cookie'] ?? [];
    assert.match(
      cookie,
      /^__Host-css_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=[^;]+; Secure$/,
    );
    const token = cookie.split(';')[0]?.split('=')[1] ?? '';
    const whoIs = async (name: string) =>
      (
        await sendRawRequest(site.base, {
          path: '/api/whoami',
          headers: ['cookie', `${name}=${token}`, ...SECURE],
        })
      ).status;
    assert.equal(await whoIs('__Host-css_session'), 200);
    // A neighbouring domain can set this name, never that one.
    assert.equal(await whoIs('css_session'), 401);
  });
});
