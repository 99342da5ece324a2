/**
 * What is lost is refused within a second on every node (decisions A2, A16, A17; rules; hardening H29). Each loss is seen
 * twice: as the API makes it, and written straight into the database, so that no node is told of it and only the age of what a gateway
 * remembers ends it.
 */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Client } from '../../scripts/rest-client/client.ts';
import { type Json, numberOf } from '../../scripts/rest-client/json.ts';
import { hashKey } from '../../shared/kernel/callers/key-text.ts';
import { missing } from '../back-ends.ts';
import { eventually } from '../eventually.ts';
import { unless } from '../unless.ts';
import { TwoGateways } from './two-gateways.fixture.ts';

/** A second, and the time between a look into the database and the note of when it was taken. */
const AT_MOST_MS = 1_500;
/** Where every node is told: less than anything is remembered, or the telling would not be seen. */
const TOLD_MS = 700;

/** A right somebody has, and how it is lost. */
interface Right {
  /** Who has it, at the gateway the loss is not asked of. */
  holder: Client;
  /** What it lets one ask, and how that is answered with it and without. */
  ask: readonly [method: string, path: string, body?: Json];
  granted: number;
  refused: number;
  /** Takes it by the API, at the other gateway. */
  lose(): Promise<unknown>;
  /** Takes it in the database alone: the hint to the nodes is lost. */
  loseUnheard(): Promise<unknown>;
}

const ANYTHING = { ask: ['GET', '/api/account/permissions'], granted: 200, refused: 401 } as const;

unless(missing('NATS')).describe('rights that are lost, over two gateways', () => {
  let site: TwoGateways;
  let root: Client;
  beforeAll(async () => {
    site = await TwoGateways.start();
    root = await site.administrator();
  });
  afterAll(() => site.stop());

  const setKey = async (id: number, change: Json | { revoked_at: Date }) =>
    (await site.collection('keys')).updateOne({ _id: id }, { $set: change });
  const setUser = async (id: number, change: Json) => (await site.collection('users')).updateOne({ _id: id }, { $set: change });
  const administer = (id: number, change: Json) => root.send('PATCH', `/api/admin/users/${id}`, change);

  const rights: Record<string, () => Promise<Right>> = {
    'a key, when it is revoked': async () => {
      const owner = await site.person();
      const { id, there } = await site.key(owner, ['standard:read']);
      return {
        ...ANYTHING,
        holder: there,
        lose: () => owner.here.send('DELETE', `/api/account/keys/${id}`),
        loseUnheard: () => setKey(id, { revoked_at: new Date() }),
      };
    },
    'the old secret of a key, when it is rotated without overlap': async () => {
      const owner = await site.person();
      const { id, there } = await site.key(owner, ['standard:read']);
      return {
        ...ANYTHING,
        holder: there,
        lose: () => owner.here.post(`/api/account/keys/${id}/rotate`),
        loseUnheard: () => setKey(id, { hash: hashKey(`another ${id}`) }),
      };
    },
    'a permission, when it is taken from the key': async () => {
      const owner = await site.person();
      const { id, there } = await site.key(owner, ['standard:read', 'category:read']);
      return {
        holder: there,
        ask: ['GET', '/api/categories'],
        granted: 200,
        refused: 403,
        lose: () => owner.here.send('PATCH', `/api/account/keys/${id}`, { permissions: ['standard:read'] }),
        loseUnheard: () => setKey(id, { permissions: ['standard:read'] }),
      };
    },
    'a key, when its owner is suspended': async () => {
      const owner = await site.person();
      return {
        ...ANYTHING,
        holder: (await site.key(owner, ['standard:read'])).there,
        lose: () => administer(owner.id, { suspended: true }),
        loseUnheard: () => setUser(owner.id, { suspended: true }),
      };
    },
    'a session, when its account is suspended': async () => {
      const { id, there } = await site.person();
      return {
        ...ANYTHING,
        holder: there,
        lose: () => administer(id, { suspended: true }),
        loseUnheard: () => setUser(id, { suspended: true }),
      };
    },
    'a session, when its account is not approved any more': async () => {
      const { id, there } = await site.person();
      return {
        ...ANYTHING,
        holder: there,
        lose: () => administer(id, { approved: false }),
        loseUnheard: () => setUser(id, { approved: false }),
      };
    },
    'a session, after logout': async () => {
      const { id, here, there } = await site.person();
      return {
        ...ANYTHING,
        holder: there,
        lose: () => here.post('/api/account/logout'),
        loseUnheard: async () => (await site.collection('sessions')).deleteMany({ user_id: id }),
      };
    },
    'a session, after a password reset': async () => {
      const { id, email, there } = await site.person();
      await site.here.post('/api/account/password-reset', { email });
      const { token } = await site.mailbox.newest(email);
      return {
        ...ANYTHING,
        holder: there,
        lose: () => site.here.post('/api/account/password-reset/confirm', { token, password: 'another long password' }),
        loseUnheard: async () => (await site.collection('users')).updateOne({ _id: id }, { $inc: { session_epoch: 1 } }),
      };
    },
    'the company, when the member is removed': async () => {
      const { id, boss, member } = await site.company('CompanyEditor');
      return {
        holder: member.there,
        ask: ['GET', `/api/companies/${id}/members`],
        granted: 200,
        refused: 404,
        lose: () => boss.here.send('DELETE', `/api/companies/${id}/members/${member.id}`),
        loseUnheard: () => setUser(member.id, { company_id: null, company_role: null }),
      };
    },
    'the drafts of a company, when its editor becomes a viewer': async () => {
      const { id, boss, member } = await site.company('CompanyEditor');
      const filed = await boss.here.post('/api/categories', { name: 'Concrete', subject_type: 'company' });
      const category_id = numberOf(filed, 'id');
      const standard = await boss.here.post('/api/standards', { name: 'Concrete', category_id, subject_type: 'company' });
      return {
        holder: (await site.key(member, ['standard:read', 'standard:view_drafts'])).there,
        ask: ['GET', `/api/standards/${numberOf(standard, 'id')}/working-copy`],
        granted: 200,
        refused: 403,
        lose: () => boss.here.send('PATCH', `/api/companies/${id}/members/${member.id}`, { role: 'CompanyViewer' }),
        loseUnheard: () => setUser(member.id, { company_role: 'CompanyViewer' }),
      };
    },
    'writing in the wiki, when contribution is barred': async () => {
      const owner = await site.person();
      await owner.here.post('/api/account/cla/accept', { document_id: 1 });
      return {
        holder: (await site.key(owner, ['wiki:standard:create'])).there,
        // The permission comes before the body (G16): this writes nothing.
        ask: ['POST', '/api/wiki/standards', {}],
        granted: 400,
        refused: 403,
        lose: () => administer(owner.id, { contribution_barred: true }),
        loseUnheard: () => setUser(owner.id, { contribution_barred: true }),
      };
    },
    'administration, when the site role is taken': async () => {
      const owner = await site.person();
      await administer(owner.id, { site_roles: ['SiteAdmin'] });
      return {
        holder: (await site.key(owner, ['site:admin'])).there,
        ask: ['GET', '/api/admin/users?limit=1'],
        granted: 200,
        refused: 403,
        lose: () => administer(owner.id, { site_roles: [] }),
        loseUnheard: () => setUser(owner.id, { site_roles: [] }),
      };
    },
  };

  const statusOf = async ({ holder, ask }: Right): Promise<number> => (await holder.exchange(...ask)).status;

  /** When the last request that was granted was sent, and the first refusal came: how long an answer takes is the machine's. */
  async function end(right: Right): Promise<{ granted: number; refused: number }> {
    let granted = 0;
    await eventually(
      async () => {
        const sent = Date.now();
        const status = await statusOf(right);
        if (status === right.refused) return true;
        assert.equal(status, right.granted);
        granted = sent;
        return false;
      },
      { every: 10 },
    );
    return { granted, refused: Date.now() };
  }

  /** For how many milliseconds after the loss requests were sent that were granted. */
  async function grantedFor(right: Right): Promise<number> {
    const lost = Date.now();
    return Math.max(0, (await end(right)).granted - lost);
  }

  for (const [name, make] of Object.entries(rights)) {
    it(`A2: ${name}, taken by the API`, async () => {
      const right = await make();
      assert.equal(await statusOf(right), right.granted, 'the right is held, and the gateway remembers it');
      await right.lose();
      const took = await grantedFor(right);
      console.info(`${took.toFixed(0)} ms`);
      assert.ok(took < TOLD_MS, `granted for ${took} ms`);
    });
  }

  it('A2: all of them, taken without a word: what a gateway remembers ends by itself within the second', async () => {
    const all: [string, Right][] = [];
    for (const [name, make] of Object.entries(rights)) all.push([name, await make()]);
    // The last of what made them has been heard, and what was remembered is forgotten: each is looked up right before its loss.
    await delay(1_100);
    const measured = await Promise.all(
      all.map(async ([name, right]) => {
        assert.equal(await statusOf(right), right.granted, name);
        await right.loseUnheard();
        return [name, await grantedFor(right)] as const;
      }),
    );
    for (const [name, took] of measured) console.info(`${took.toFixed(0)} ms: ${name}`);
    for (const [name, took] of measured) assert.ok(took < AT_MOST_MS, `${name}: granted for ${took} ms`);
  });

  it('A16: a key that expires and an old secret whose overlap is over end by the clock, not before', async () => {
    const owner = await site.person();
    const [expiring, rotated] = [await site.key(owner, ['standard:read']), await site.key(owner, ['standard:read'])];
    const expires = Date.now() + 3_000;
    await owner.here.send('PATCH', `/api/account/keys/${expiring.id}`, { expires_at: new Date(expires).toISOString() });
    const asked = Date.now();
    await owner.here.post(`/api/account/keys/${rotated.id}/rotate`, { overlap_seconds: 1 });
    const over = { early: asked + 1_000, late: Date.now() + 1_000 };
    const ends = await Promise.all(
      [expiring, rotated].map(async ({ there }) => {
        return end({ ...ANYTHING, holder: there, lose: () => delay(0), loseUnheard: () => delay(0) });
      }),
    );
    const [expired, overlapped] = ends;
    assert.ok(expired && overlapped);
    console.info(`expiry + ${expired.granted - expires} ms, overlap + ${overlapped.granted - over.late} ms`);
    assert.ok(expired.refused >= expires && expired.granted - expires < AT_MOST_MS);
    assert.ok(overlapped.refused >= over.early && overlapped.granted - over.late < AT_MOST_MS);
  });
});
