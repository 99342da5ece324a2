/**
 * Tests of registration: its company, the spelling of emails, invalid and concurrent requests, and accounts that a mail
 * or an administrator must confirm. Also of the names of accounts that other services ask for (`identity.people`).
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { InputOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import { anonymous } from '../../../test/people.ts';
import { expectOneSuccess, expectRejection, startTestNode, useNode } from '../../../test/service-node.ts';

type Registration = InputOf<EndpointMap['identity.register']>;
type Registered = ResultOf<EndpointMap['identity.register']>;

const ann: Registration = { email: 'ann@example.org', password: 'twelve chars', name: 'Ann' };
const idOf = ({ account }: Registered): number => ('id' in account ? account.id : 0);

describe('registering', () => {
  const node = useNode(['identity']);
  const register = (who: Partial<Registration>): Promise<Registered> =>
    node.call(anonymous, 'identity.register', { ...ann, ...who });

  it('201 with the account, signed in (A10)', async () => {
    const created = await register({});
    assert.equal(created.status, 201);
    assert.deepEqual(created.account, {
      id: idOf(created),
      email: 'ann@example.org',
      name: 'Ann',
      company_id: null,
    });
    const { principal } = await node.call(anonymous, 'identity.principal', {
      type: 'session',
      secret: created.session_token ?? '',
    });
    assert.equal(principal?.user.id, idOf(created));
    assert.deepEqual(principal?.siteRoles, []);
  });

  it('company_name makes a company whose administrator the account is; names may repeat (A10, A14)', async () => {
    const founders = [
      await register({ email: 'one@firm.example', company_name: ' Müller & Söhne ' }),
      await register({ email: 'two@firm.example', company_name: 'Müller & Söhne' }),
    ];
    const companies = new Set<number>();
    for (const created of founders) {
      const { principal } = await node.call(anonymous, 'identity.principal', {
        type: 'session',
        secret: created.session_token ?? '',
      });
      assert.equal(principal?.companyRole, 'CompanyAdmin');
      assert.equal(principal?.company?.name, 'Müller & Söhne');
      companies.add(principal?.company?.id ?? 0);
    }
    assert.equal(companies.size, 2);
    const named = await node.call(anonymous, 'identity.companies', { company_ids: [...companies, 999_999] });
    assert.deepEqual(
      named.companies,
      [...companies].map((id) => ({ id, name: 'Müller & Söhne' })),
    );
  });

  it('addresses are trimmed and lower-cased, a known one is 409 EMAIL_TAKEN (A17)', async () => {
    const created = await register({ email: '  Bob@Example.ORG ' });
    assert.equal(created.account.email, 'bob@example.org');
    const { code, status, extras } = await expectRejection(register({ email: 'BOB@example.org' }));
    assert.deepEqual([code, status, extras.errors?.[0]?.path], ['EMAIL_TAKEN', 409, 'email']);
  });

  it('an email has one spelling: NFC, lower case, nothing invisible, no dot at the end; signing in, resets and invitations accept any (X4)', async () => {
    const created = await register({ email: 'Zo\u0065\u0308@Example.ORG.' });
    assert.equal(created.account.email, 'zo\u00eb@example.org');
    const spellings = [
      'zo\u00eb@example.org',
      'zoe\u0308@example.org',
      'z\u200bo\u00eb@exa\u00admple.org',
      ' ZO\u00cb@EXAMPLE.ORG.\ufeff',
    ];
    for (const email of spellings) {
      assert.equal((await expectRejection(register({ email }))).code, 'EMAIL_TAKEN', JSON.stringify(email));
      const who = { email, password: ann.password, address: '192.0.2.1' };
      assert.equal(
        (await node.call(anonymous, 'identity.signIn', who)).account.email,
        'zo\u00eb@example.org',
      );
    }
    for (const email of [
      'a b@example.org',
      'a,b@example.org',
      'a@b.org, c@d.org',
      'a\u2003b@example.org',
      '\u200b@example.org',
      'a@.',
    ]) {
      const { status, extras } = await expectRejection(register({ email }));
      assert.deepEqual([status, extras.errors?.[0]?.path], [400, 'email'], JSON.stringify(email));
    }
  });

  it('of 20 concurrent registrations of one email exactly one wins, and the others leave nothing behind (R10)', async () => {
    await expectOneSuccess(
      Array.from({ length: 20 }, (_, at) =>
        register({ email: 'race@example.org', name: `Racer ${at}`, company_name: `Racers ${at}` }),
      ),
      'EMAIL_TAKEN',
    );
    const database = await node.node.openDatabase('identity');
    assert.equal(await database.collection('companies').countDocuments({ name: /^Racers/ }), 1);
    assert.equal(await database.collection('users').countDocuments({ email: 'race@example.org' }), 1);
  });

  it('a password has 12 to 256 characters, counted as code points (A10, G18)', async () => {
    for (const password of ['eleven char', '😀'.repeat(11), 'x'.repeat(257)]) {
      const { code, extras } = await expectRejection(register({ email: 'short@example.org', password }));
      assert.deepEqual([code, extras.errors?.[0]?.path], ['VALIDATION_ERROR', 'password']);
    }
    const pictures = Array.from({ length: 255 }, (_, at) => String.fromCodePoint(0x1f300 + at)).join('');
    assert.equal((await register({ email: 'long@example.org', password: pictures })).status, 201);
  });

  it('a malformed email or name is 400 with its path (G5, H4)', async () => {
    const bad: [keyof Registration, unknown][] = [
      ['email', 'ann'],
      ['email', 'a b@example.org'],
      ['email', 'a@b@c'],
      ['email', 'nul\u0000@example.org'],
      ['email', `${'x'.repeat(250)}@example.org`],
      ['email', { $gt: '' }],
      ['email', null],
      ['name', '   '],
      ['name', 7],
      ['name', 'Ann\r\nBcc: all@example.org'],
      ['company_name', ''],
      ['password', ['twelve chars']],
    ];
    for (const [path, value] of bad) {
      const { code, extras } = await expectRejection(
        register({ email: 'new@example.org', ...wrong(path, value) }),
      );
      assert.deepEqual([code, extras.errors?.[0]?.path], ['VALIDATION_ERROR', path], JSON.stringify(value));
    }
  });

  it('members that are not parameters are ignored (H3)', async () => {
    const sneaky = {
      email: 'sneaky@example.org',
      ...wrong('site_roles', ['SiteAdmin']),
      ...wrong('approved', true),
      ...wrong('id', 1),
    };
    const created = await register(sneaky);
    const { principal } = await node.call(anonymous, 'identity.principal', {
      type: 'session',
      secret: created.session_token ?? '',
    });
    assert.deepEqual(principal?.siteRoles, []);
    assert.notEqual(idOf(created), 1);
  });

  it('identity.people names people and leaves unknown ids out', async () => {
    const id = idOf(await register({ email: 'named@example.org', name: 'Ñandú 李' }));
    const { people } = await node.call(anonymous, 'identity.people', { user_ids: [id, id, 999_999] });
    assert.deepEqual(people, [
      { userId: id, displayName: 'Ñandú 李', email: 'named@example.org', company_id: null },
    ]);
    assert.deepEqual((await node.call(anonymous, 'identity.people', { user_ids: [] })).people, []);
  });
});

/** A value the types would not let through: what a careless or hostile caller sends. */
const wrong = (name: string, value: unknown): object => ({ [name]: value });

describe('registering where an account has to wait', () => {
  it('with verification required a known email gets the same response as any other, and no session is opened (A17)', async () => {
    const node = await startTestNode(['identity'], { EMAIL_VERIFICATION: 'required' });
    try {
      const responses = [
        await node.call(anonymous, 'identity.register', ann),
        await node.call(anonymous, 'identity.register', ann),
      ];
      const waiting = { email: 'ann@example.org', waits_for: 'verification' };
      for (const response of responses) {
        assert.deepEqual(response, {
          status: 202,
          account: waiting,
          session_token: null,
          session_ends_at: null,
          known_browser: null,
          known_browser_ends_at: null,
        });
      }
      const login = { email: ann.email, password: ann.password, address: '192.0.2.1' };
      await expectRejection(node.call(anonymous, 'identity.signIn', login), 'EMAIL_NOT_VERIFIED');
      const guess = { ...login, password: 'some other one' };
      await expectRejection(node.call(anonymous, 'identity.signIn', guess), 'INVALID_CREDENTIALS');
    } finally {
      await node.stop();
    }
  });

  it('with manual approval there is no session before the approval (A13, A17)', async () => {
    const node = await startTestNode(['identity'], { USER_APPROVAL: 'manual' });
    try {
      const created = await node.call(anonymous, 'identity.register', ann);
      assert.deepEqual([created.status, created.session_token], [202, null]);
      assert.deepEqual(created.account, { email: 'ann@example.org', waits_for: 'approval' });
      const login = { email: ann.email, password: ann.password, address: '192.0.2.1' };
      await expectRejection(node.call(anonymous, 'identity.signIn', login), 'ACCOUNT_NOT_APPROVED');
      await expectRejection(node.call(anonymous, 'identity.register', ann), 'EMAIL_TAKEN');
    } finally {
      await node.stop();
    }
  });
});
