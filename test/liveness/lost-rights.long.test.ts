/**
 * Tests that lost rights (revoked keys, ended sessions, removed roles) are refused within a second on every node.
 * Each loss is made once by the API, where nodes are told, and once straight in the database, where only the age of
 * cached principals ends it.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { hashApiKey } from '../../shared/kernel/auth/api-key-format.ts';
import { PRINCIPAL_CACHE_TTL_MS } from '../../shared/kernel/node/node.ts';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { type JsonObject, numberMember } from '../../shared/rest-client/json.ts';
import { eventually } from '../eventually.ts';
import { skipIf } from '../skip-if.ts';
import { missingServer } from '../test-servers.ts';
import { TwoGateways } from './two-gateways.fixture.ts';

/** Longer than the tests take: with it a gateway forgets nothing by its age. */
const HOUR_MS = 60 * 60_000;

/** A right somebody has. */
interface Grant {
  /** Who has it, at the gateway the loss is not asked of. */
  holder: RestClient;
  /** What it lets one ask, and how that is answered with it and without. */
  ask: readonly [method: string, path: string, body?: JsonObject];
  granted: number;
  refused: number;
}

/** One with how it is lost. */
interface Right extends Grant {
  /** Takes it by the API, at the other gateway. */
  lose(): Promise<unknown>;
  /** Takes it only in the database: the hint to the nodes is lost. */
  loseUnheard(): Promise<unknown>;
}

const ANYTHING = { ask: ['GET', '/api/account/permissions'], granted: 200, refused: 401 } as const;

skipIf(missingServer('NATS')).describe('rights that are lost, over two gateways', () => {
  let site: TwoGateways;
  let root: RestClient;
  const startBefore = (principalLifetimeMs?: number) => {
    beforeAll(async () => {
      site = await TwoGateways.start({}, principalLifetimeMs);
      root = await site.administrator();
    });
    afterAll(() => site.stop());
  };

  const setKey = async (id: number, change: JsonObject | { revoked_at: Date }) =>
    (await site.collection('keys')).updateOne({ _id: id }, { $set: change });
  const setUser = async (id: number, change: JsonObject) =>
    (await site.collection('users')).updateOne({ _id: id }, { $set: change });
  const administer = (id: number, change: JsonObject) =>
    root.requestOk('PATCH', `/api/admin/users/${id}`, change);

  const rights: Record<string, () => Promise<Right>> = {
    'a key, when it is revoked': async () => {
      const owner = await site.person();
      const { id, secondGateway: there } = await site.key(owner, ['standard:read']);
      return {
        ...ANYTHING,
        holder: there,
        lose: () => owner.firstGateway.requestOk('DELETE', `/api/account/keys/${id}`),
        loseUnheard: () => setKey(id, { revoked_at: new Date() }),
      };
    },
    'the old secret of a key, when it is rotated without overlap': async () => {
      const owner = await site.person();
      const { id, secondGateway: there } = await site.key(owner, ['standard:read']);
      return {
        ...ANYTHING,
        holder: there,
        lose: () => owner.firstGateway.post(`/api/account/keys/${id}/rotate`),
        loseUnheard: () => setKey(id, { hash: hashApiKey(`another ${id}`) }),
      };
    },
    'a permission, when it is taken from the key': async () => {
      const owner = await site.person();
      const { id, secondGateway: there } = await site.key(owner, ['standard:read', 'category:read']);
      return {
        holder: there,
        ask: ['GET', '/api/categories'],
        granted: 200,
        refused: 403,
        lose: () =>
          owner.firstGateway.requestOk('PATCH', `/api/account/keys/${id}`, {
            permissions: ['standard:read'],
          }),
        loseUnheard: () => setKey(id, { permissions: ['standard:read'] }),
      };
    },
    'a key, when its owner is suspended': async () => {
      const owner = await site.person();
      return {
        ...ANYTHING,
        holder: (await site.key(owner, ['standard:read'])).secondGateway,
        lose: () => administer(owner.id, { suspended: true }),
        loseUnheard: () => setUser(owner.id, { suspended: true }),
      };
    },
    'a session, when its account is suspended': async () => {
      const { id, secondGateway } = await site.person();
      return {
        ...ANYTHING,
        holder: secondGateway,
        lose: () => administer(id, { suspended: true }),
        loseUnheard: () => setUser(id, { suspended: true }),
      };
    },
    'a session, when its account is not approved any more': async () => {
      const { id, secondGateway: there } = await site.person();
      return {
        ...ANYTHING,
        holder: there,
        lose: () => administer(id, { approved: false }),
        loseUnheard: () => setUser(id, { approved: false }),
      };
    },
    'a session, after logout': async () => {
      const { id, firstGateway, secondGateway: there } = await site.person();
      return {
        ...ANYTHING,
        holder: there,
        lose: () => firstGateway.post('/api/account/logout'),
        loseUnheard: async () => (await site.collection('sessions')).deleteMany({ user_id: id }),
      };
    },
    'a session, after a password reset': async () => {
      const { id, email, secondGateway: there } = await site.person();
      await site.firstGateway.post('/api/account/password-reset', { email });
      const { token } = await site.mailbox.newestTo(email);
      return {
        ...ANYTHING,
        holder: there,
        lose: () =>
          site.firstGateway.post('/api/account/password-reset/confirm', {
            token,
            password: 'another long password',
          }),
        loseUnheard: async () =>
          (await site.collection('users')).updateOne({ _id: id }, { $inc: { session_epoch: 1 } }),
      };
    },
    'the company, when the member is removed': async () => {
      const { id, boss, member } = await site.company('CompanyEditor');
      return {
        holder: member.secondGateway,
        ask: ['GET', `/api/companies/${id}/members`],
        granted: 200,
        refused: 404,
        lose: () => boss.firstGateway.requestOk('DELETE', `/api/companies/${id}/members/${member.id}`),
        loseUnheard: () => setUser(member.id, { company_id: null, company_role: null }),
      };
    },
    'the drafts of a company, when its editor becomes a viewer': async () => {
      const { id, boss, member } = await site.company('CompanyEditor');
      const filed = await boss.firstGateway.post('/api/categories', {
        name: 'Concrete',
        subject_type: 'company',
      });
      const category_id = numberMember(filed, 'id');
      const standard = await boss.firstGateway.post('/api/standards', {
        name: 'Concrete',
        category_id,
        subject_type: 'company',
      });
      return {
        holder: (await site.key(member, ['standard:read', 'standard:view_drafts'])).secondGateway,
        ask: ['GET', `/api/standards/${numberMember(standard, 'id')}/working-copy`],
        granted: 200,
        refused: 403,
        lose: () =>
          boss.firstGateway.requestOk('PATCH', `/api/companies/${id}/members/${member.id}`, {
            role: 'CompanyViewer',
          }),
        loseUnheard: () => setUser(member.id, { company_role: 'CompanyViewer' }),
      };
    },
    'writing in the wiki, when contribution is barred': async () => {
      const owner = await site.person();
      await owner.firstGateway.post('/api/account/cla/accept', { document_id: 1 });
      return {
        holder: (await site.key(owner, ['wiki:standard:create'])).secondGateway,
        // The permission comes before the body: this writes nothing.
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
        holder: (await site.key(owner, ['site:admin'])).secondGateway,
        ask: ['GET', '/api/admin/users?limit=1'],
        granted: 200,
        refused: 403,
        lose: () => administer(owner.id, { site_roles: [] }),
        loseUnheard: () => setUser(owner.id, { site_roles: [] }),
      };
    },
  };

  const statusOf = async ({ holder, ask }: Grant): Promise<number> => (await holder.request(...ask)).status;

  /** Resolves with the time of the first refusal; until then everything is granted. */
  const refusal = (right: Grant): Promise<number> =>
    eventually(
      async () => {
        const status = await statusOf(right);
        if (status === right.refused) return Date.now();
        assert.equal(status, right.granted);
        return false;
      },
      { every: 10 },
    );

  describe('with a cache that never expires', () => {
    startBefore(HOUR_MS);

    for (const [name, make] of Object.entries(rights)) {
      it(`${name}, taken by the API: the gateway is told of it and refuses (A2)`, async () => {
        const right = await make();
        assert.equal(await statusOf(right), right.granted, 'the right is held, and the gateway remembers it');
        await right.lose();
        await refusal(right);
      });
    }

    it('a key revoked without an event works until the gateway hears of any revocation (A2)', async () => {
      const owner = await site.person();
      const { id, secondGateway: there } = await site.key(owner, ['standard:read']);
      const right = { ...ANYTHING, holder: there };
      assert.equal(await statusOf(right), 200);
      await setKey(id, { revoked_at: new Date() });
      assert.equal(await statusOf(right), 200, 'it is remembered');
      await owner.firstGateway.post('/api/account/logout');
      await refusal(right);
    });
  });

  describe('with the cache lifetime of production', () => {
    startBefore();

    it('a right revoked without an event ends by cache expiry, in less than a second (A2)', async () => {
      assert.ok(PRINCIPAL_CACHE_TTL_MS < 1_000);
      const all: [string, Right][] = [];
      for (const [name, make] of Object.entries(rights)) all.push([name, await make()]);
      await Promise.all(
        all.map(async ([name, right]) => {
          assert.equal(await statusOf(right), right.granted, name);
          await right.loseUnheard();
          await refusal(right);
        }),
      );
    });

    it('a key that expires and an old secret whose overlap is over end by the clock, not before (A16)', async () => {
      const owner = await site.person();
      const [expiring, rotated] = [
        await site.key(owner, ['standard:read']),
        await site.key(owner, ['standard:read']),
      ];
      const expires = Date.now() + 3_000;
      await owner.firstGateway.requestOk('PATCH', `/api/account/keys/${expiring.id}`, {
        expires_at: new Date(expires).toISOString(),
      });
      const rotates = Date.now();
      await owner.firstGateway.post(`/api/account/keys/${rotated.id}/rotate`, { overlap_seconds: 1 });
      const [expired, overlapped] = await Promise.all(
        [expiring, rotated].map(({ secondGateway: there }) => refusal({ ...ANYTHING, holder: there })),
      );
      assert.ok(expired !== undefined && expired >= expires);
      assert.ok(overlapped !== undefined && overlapped >= rotates + 1_000);
    });
  });
});
