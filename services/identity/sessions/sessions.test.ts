/**
 * Tests of signing in and out: the token, its hash, lifetimes, the limits of failed attempts, suspended accounts, and
 * audit entries.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { anonymous } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { signInAdministrator } from '../../../test/test-accounts.ts';
import { hashToken } from '../random-token.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { sessionExpiry } from './model.ts';

const DAY = 86_400_000;
const PASSWORD = 'correct horse';

describe('browser sessions', () => {
  const node = useNode(['identity', 'audit']);
  let people = 0;
  /** A new account; resolves to its email. */
  const register = async (): Promise<string> => {
    const email = `person${++people}@example.org`;
    await node.call(anonymous, 'identity.register', { email, password: PASSWORD, name: 'Person' });
    return email;
  };
  let hosts = 0;
  /** An IP address without failed sign-ins. */
  const host = (): string => `192.0.${2 + Math.floor(++hosts / 200)}.${hosts % 200}`;
  const signIn = (email: string, password = PASSWORD, address = host()) =>
    node.call(anonymous, 'identity.signIn', { email, password, address });
  const principal = async (secret: string) =>
    (await node.call(anonymous, 'identity.principal', { type: 'session', secret })).principal;
  const collection = async (name: string) =>
    (await node.node.openDatabase('identity')).collection<{ _id: string | number }>(name);

  it('signing in answers the account and a token of 256 random bits, another one each time (A10)', async () => {
    const email = await register();
    const [one, two] = [await signIn(` ${email.toUpperCase()} `), await signIn(email)];
    assert.equal(one.account.email, email);
    assert.match(one.session_token, /^[A-Za-z0-9_-]{43}$/);
    assert.notEqual(one.session_token, two.session_token);
    assert.equal((await principal(one.session_token))?.user.email, email);
  });

  it('the database keeps a hash, never the token (A17)', async () => {
    const { session_token } = await signIn(await register());
    const sessions = await collection('sessions');
    const stored = await sessions.findOne({ _id: hashToken(session_token) });
    assert.ok(stored);
    assert.ok(!JSON.stringify(stored).includes(session_token));
  });

  it('an unknown email and a wrong password get the same response (H30)', async () => {
    const [unknown, wrong] = [
      await expectRejection(signIn('who@example.org')),
      await expectRejection(signIn(await register(), 'wrong horse')),
    ];
    assert.equal(unknown.code, 'INVALID_CREDENTIALS');
    assert.equal(unknown.status, 401);
    assert.deepEqual(unknown, wrong);
  });

  it('ten failures of an account from one network, then 429 there, also for the right password, and nowhere else (Y5)', async () => {
    const email = await register();
    const address = host();
    for (let at = 0; at < 10; at += 1) await expectRejection(signIn(email, 'wrong horse', address), 401);
    const { extras } = await expectRejection(signIn(email, PASSWORD, address), 429, 'RATE_LIMITED');
    const wait = extras.metadata?.retryAfter;
    assert.ok(typeof wait === 'number' && wait > 800 && wait <= 900, String(wait));
    // Neither another account there, nor this one elsewhere.
    assert.ok(await signIn(await register(), PASSWORD, address));
    assert.ok(await signIn(email));
  });

  it('an unknown email is limited like a known one (H30, Y5)', async () => {
    const address = host();
    for (let at = 0; at < 10; at += 1)
      await expectRejection(signIn('ghost@example.org', PASSWORD, address), 401);
    await expectRejection(signIn('ghost@example.org', PASSWORD, address), 429);
  });

  /** A hundred failures from ten networks. */
  const failFromEverywhere = async (email: string): Promise<void> => {
    for (let network = 0; network < 10; network += 1) {
      const address = host();
      await Promise.all(
        Array.from({ length: 10 }, () => expectRejection(signIn(email, 'wrong horse', address))),
      );
    }
  };

  it('a hundred failures of an account, then 429 from everywhere but from browsers that it has used (Y5)', async () => {
    const [email, other] = [await register(), await register()];
    const { known_browser } = await signIn(email);
    const { known_browser: ofOther } = await signIn(other);
    assert.ok(known_browser && ofOther);
    await failFromEverywhere(email);
    await expectRejection(signIn(email), 429);
    const from = (cookie: string, password = PASSWORD, address = host()) =>
      node.call(anonymous, 'identity.signIn', { email, password, address, known_browser: cookie });
    const [mark = ''] = known_browser.split('~');
    const [, expires = '', secret = '', mac = ''] = mark.split('.');
    const { account } = await signIn(other);
    for (const forged of [
      ofOther,
      'x',
      '',
      known_browser.slice(0, -1),
      `${account.id}.${expires}.${secret}.${mac}`,
      mark.replace(expires, String(Number(expires) + 1)),
      mark.replace(secret, '0'.repeat(12)),
    ])
      assert.equal((await expectRejection(from(forged))).status, 429, forged);
    const again = await from(known_browser);
    assert.ok(again.known_browser);
    // Its own failures count for its network.
    const address = host();
    for (let at = 0; at < 10; at += 1)
      await expectRejection(from(known_browser, 'wrong horse', address), 401);
    await expectRejection(from(known_browser, PASSWORD, address), 429);
    assert.ok(await from(known_browser));
  });

  it('a browser is known for all the accounts that have signed in with it (Y5)', async () => {
    const [one, other] = [await register(), await register()];
    const first = await signIn(one);
    const both = await node.call(anonymous, 'identity.signIn', {
      email: other,
      password: PASSWORD,
      address: host(),
      known_browser: first.known_browser ?? '',
    });
    const known = new KnownBrowsers(await node.node.openDatabase('identity'));
    const now = new Date();
    for (const { account } of [first, both])
      assert.ok(await known.isKnown(both.known_browser, account.id, now));
    assert.ok(!(await known.isKnown(first.known_browser, both.account.id, now)));
    // Another node, and after another start; not once it has ended.
    const end = new Date(both.known_browser_ends_at ?? '');
    assert.ok(await known.isKnown(both.known_browser, both.account.id, new Date(end.getTime() - 60_000)));
    assert.ok(!(await known.isKnown(both.known_browser, both.account.id, end)));
    // The secret that signs is replaced; what the one before has signed is still known.
    const later = new Date(now.getTime() + 100 * DAY);
    const renewed = await known.remember(both.known_browser, first.account.id, later);
    const secretsOf = (cookie: string): string[] => cookie.split('~').map((mark) => mark.split('.')[2] ?? '');
    assert.equal(new Set(secretsOf(renewed.value)).size, 2);
    assert.ok(await known.isKnown(renewed.value, both.account.id, later));
  });

  it('fifty failures from one network address, then 429 for every account (A17)', async () => {
    const address = host();
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        expectRejection(signIn(`nobody${at}@example.org`, PASSWORD, address)),
      ),
    );
    assert.equal(guesses.filter(({ status }) => status === 401).length, 50);
    assert.equal(guesses.filter(({ status }) => status === 429).length, 10);
    const email = await register();
    await expectRejection(signIn(email, PASSWORD, address), 429);
    assert.ok(await signIn(email));
  });

  it('concurrent guesses get no more than ten answers (A17)', async () => {
    const email = await register();
    const address = host();
    const guesses = await Promise.all(
      Array.from({ length: 30 }, () => expectRejection(signIn(email, 'wrong horse', address))),
    );
    assert.equal(guesses.filter(({ status }) => status === 401).length, 10);
    assert.equal(guesses.filter(({ status }) => status === 429).length, 20);
  });

  it('concurrent right passwords do not count as failures (A17)', async () => {
    const email = await register();
    const tokens = await Promise.all(
      Array.from({ length: 20 }, async () => (await signIn(email)).session_token),
    );
    assert.equal(new Set(tokens).size, 20);
  });

  it('a suspended account gets that error only with the right password, and its sessions end (A17)', async () => {
    const email = await register();
    const { session_token } = await signIn(email);
    await (await collection('users')).updateOne({ email }, { $set: { suspended: true } });
    assert.equal(await principal(session_token), null);
    await expectRejection(signIn(email, 'wrong horse'), 'INVALID_CREDENTIALS');
    await expectRejection(signIn(email), 403, 'ACCOUNT_SUSPENDED');
  });

  it('a session ends after 14 idle days and 30 days after it began at the latest (A17)', () => {
    const began = new Date('2026-01-01T00:00:00Z');
    const at = (days: number): Date => new Date(began.getTime() + days * DAY);
    assert.deepEqual(sessionExpiry(began, began), at(14));
    assert.deepEqual(sessionExpiry(began, at(10)), at(24));
    assert.deepEqual(sessionExpiry(began, at(29)), at(30));
  });

  it('an ended session does not work, even before MongoDB has removed it (A17)', async () => {
    const { session_token } = await signIn(await register());
    const end = new Date(Date.now() - 1);
    await (await collection('sessions')).updateOne(
      { _id: hashToken(session_token) },
      { $set: { expires_at: end } },
    );
    assert.equal(await principal(session_token), null);
  });

  it('use extends the session, saved at most once a minute (A17)', async () => {
    const { session_token } = await signIn(await register());
    const sessions = await collection('sessions');
    const _id = hashToken(session_token);
    const before = await sessions.findOne({ _id });
    await principal(session_token);
    assert.deepEqual(await sessions.findOne({ _id }), before);
    const created_at = new Date(Date.now() - 20 * DAY);
    const long = {
      created_at,
      last_used_at: new Date(Date.now() - 2 * DAY),
      expires_at: new Date(Date.now() + DAY),
    };
    await sessions.updateOne({ _id }, { $set: long });
    assert.ok(await principal(session_token));
    const touched = await sessions.findOne<{ expires_at: Date; last_used_at: Date }>({ _id });
    assert.deepEqual(touched?.expires_at, new Date(created_at.getTime() + 30 * DAY));
    assert.ok((touched?.last_used_at.getTime() ?? 0) > Date.now() - 60_000);
  });

  it('after signing out the token does not work; signing out again is not an error; other sessions stay (H29)', async () => {
    const email = await register();
    const [{ session_token }, other] = [await signIn(email), await signIn(email)];
    const signOut = () => node.call(anonymous, 'identity.signOut', { session_token });
    assert.deepEqual(await signOut(), { signed_out: true });
    assert.equal(await principal(session_token), null);
    assert.deepEqual(await signOut(), { signed_out: false });
    assert.deepEqual(await node.call(anonymous, 'identity.signOut', { session_token: '' }), {
      signed_out: false,
    });
    assert.ok(await principal(other.session_token));
  });

  it('a malformed token does not authenticate (H2, H4)', async () => {
    for (const secret of ['', ' ', 'x'.repeat(43), 'x'.repeat(100_000), '{"$ne":""}', '\u0000']) {
      assert.equal(await principal(secret), null);
    }
  });

  it('registering, signing in and out leave audit entries of the account, without its secrets (P14)', async () => {
    const email = await register();
    const { account, session_token } = await signIn(email);
    await node.call(anonymous, 'identity.signOut', { session_token });
    const administrator = await signInAdministrator(node);
    const entries = await eventually(async () => {
      const { entries } = await node.call(administrator, 'admin.audit.list', { user_id: account.id });
      return entries.length >= 3 && entries;
    });
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['account.logout', 'account.login', 'account.register'],
    );
    const text = JSON.stringify(entries);
    for (const secret of [PASSWORD, session_token, hashToken(session_token)])
      assert.ok(!text.includes(secret));
  });
});
