/** Tests of the audit service: storing entries once, and their list for site administrators. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { administrator, anonymous, personPrincipal } from '../../test/people.ts';
import { collectionScans } from '../../test/query-plans/query-profile.ts';
import { expectRejection, useNode } from '../../test/service-node.ts';
import { auditEntry, systemPrincipal } from './trail.fixture.ts';

describe('audit', () => {
  const node = useNode(['audit']);

  const record = (...entries: ReturnType<typeof auditEntry>[]) =>
    node.call(systemPrincipal, 'audit.record', { entries });

  it('records an entry once, however often its outbox sends it (R12)', async () => {
    const sent = auditEntry({ at: '2026-01-01T00:00:00.000Z', action: 'standards.publish' });
    assert.equal((await record(sent)).recorded, 1);
    assert.equal((await record(sent, sent)).recorded, 0);
    const { total } = await node.call(administrator, 'admin.audit.list', { action: 'standards.publish' });
    assert.equal(total, 1);
  });

  it('a recorded entry stays: the same event with other details changes nothing (H40)', async () => {
    const sent = auditEntry({ action: 'keeps' });
    await record(sent);
    const [before] = (await node.call(administrator, 'admin.audit.list', { action: 'keeps' })).entries;
    assert.equal(
      (await record({ ...sent, user_id: 8, at: '2020-01-01T00:00:00.000Z', details: { note: 'forged' } }))
        .recorded,
      0,
    );
    assert.deepEqual((await node.call(administrator, 'admin.audit.list', { action: 'keeps' })).entries, [
      before,
    ]);
  });

  it('user accounts cannot record audit entries, whatever their permissions (H31)', async () => {
    for (const caller of [
      anonymous,
      administrator,
      personPrincipal({ id: 1, siteRoles: ['SiteAdmin'], channel: 'bus' }),
    ]) {
      await expectRejection(
        node.call(caller, 'audit.record', { entries: [auditEntry({ action: 'forged' })] }),
        403,
      );
    }
    assert.equal((await node.call(administrator, 'admin.audit.list', { action: 'forged' })).total, 0);
  });

  it('only a site administrator reads it (A13)', async () => {
    await expectRejection(node.call(personPrincipal({ id: 2 }), 'admin.audit.list', {}), 403);
    await expectRejection(node.call(anonymous, 'admin.audit.list', {}), 401);
  });

  it('a malformed time is 400 with its path (G5)', async () => {
    for (const from of ['yesterday', '', '2026-01-01', '2026-01-01T00:00:00', '2026-02-30T00:00:00Z']) {
      const { code, extras } = await expectRejection(node.call(administrator, 'admin.audit.list', { from }));
      assert.deepEqual([code, extras.errors?.[0]?.path], ['VALIDATION_ERROR', 'from'], from);
    }
    await node.call(administrator, 'admin.audit.list', { from: '2026-01-01T00:00:00.000+02:00' });
  });

  describe('the list (P14, A22)', () => {
    const page = 'b3a1c2d4-0000-4000-8000-000000000001';
    const day = (n: number): string => `2025-03-0${n}T12:00:00.000Z`;
    const rows = [
      { at: day(1), user_id: 70, action: 'projects.create', resource: { type: 'project', id: 70 } },
      {
        at: day(2),
        user_id: 71,
        action: 'projects.export',
        resource: { type: 'project', id: 70 },
        key_id: 9,
        channel: 'mcp',
      },
      { at: day(3), user_id: 70, action: 'standards.publish', resource: { type: 'standard', id: 70 } },
      { at: day(4), user_id: 71, action: 'wiki.pages.create', resource: { type: 'wiki_standard', id: page } },
      { at: day(4), user_id: 71, action: 'projects.export', resource: { type: 'project', id: 71 } },
      {
        at: day(5),
        user_id: null,
        action: 'account.passwordReset.request',
        resource: { type: 'user', id: null },
      },
    ];
    beforeAll(() => record(...rows.map((row) => auditEntry({ ...row, request_id: 'p14' }))));

    /** The rows a filter finds, by their place above; only ours, for the other tests write here too. */
    async function found(
      filter: Parameters<typeof node.call<'admin.audit.list'>>[2],
    ): Promise<{ rows: number[]; total: number }> {
      const { entries, total } = await node.call(administrator, 'admin.audit.list', {
        from: day(1),
        to: day(5),
        ...filter,
      });
      const places = entries.map(({ at, action, resource }) =>
        rows.findIndex((row) => row.at === at && row.action === action && row.resource.id === resource.id),
      );
      return { rows: places, total };
    }

    it('newest first; entries of one moment by their number', async () => {
      assert.deepEqual(await found({}), { rows: [5, 4, 3, 2, 1, 0], total: 6 });
    });

    it('by every filter alone and with others', async () => {
      const cases: [Parameters<typeof found>[0], number[]][] = [
        [{ user_id: 70 }, [2, 0]],
        [{ user_id: 71, action: 'projects.export' }, [4, 1]],
        [{ action: 'projects.export' }, [4, 1]],
        [{ action: 'projects' }, []],
        [{ resource_type: 'project' }, [4, 1, 0]],
        [{ resource_id: '70' }, [2, 1, 0]],
        [{ resource_type: 'project', resource_id: '70' }, [1, 0]],
        [{ resource_id: page }, [3]],
        [{ resource_id: '070' }, []],
        [{ from: day(3) }, [5, 4, 3, 2]],
        [{ to: day(3) }, [2, 1, 0]],
        [{ from: day(2), to: day(4), user_id: 71 }, [4, 3, 1]],
        [{ from: '2025-03-04T13:00:00.000+01:00', to: '2025-03-04T12:00:00Z' }, [4, 3]],
        [{ from: day(5), to: day(1) }, []],
        [{ user_id: 999 }, []],
      ];
      for (const [filter, expected] of cases) {
        assert.deepEqual(
          await found(filter),
          { rows: expected, total: expected.length },
          JSON.stringify(filter),
        );
      }
    });

    it('in pages without gaps or repetitions; a page past the end is empty', async () => {
      const seen = [];
      for (const offset of [0, 2, 4, 6]) {
        const { rows: some, total } = await found({ limit: 2, offset });
        assert.equal(total, 6);
        seen.push(some);
      }
      assert.deepEqual(seen, [[5, 4], [3, 2], [1, 0], []]);
      const { limit, offset } = await node.call(administrator, 'admin.audit.list', {});
      assert.deepEqual({ limit, offset }, { limit: 50, offset: 0 });
    });

    it('numbers out of range and filters of another type are 400 (G5)', async () => {
      const wrong: Record<string, unknown>[] = [
        { limit: 0 },
        { limit: 201 },
        { offset: -1 },
        { limit: 1.5 },
        { user_id: 0 },
        { user_id: 'x' },
        { user_id: { $ne: 1 } },
        { action: { $gt: '' } },
        { resource_type: ['project'] },
        { resource_id: { $ne: null } },
        { from: { $gt: 1 } },
      ];
      for (const filter of wrong) {
        const name = Object.keys(filter)[0];
        const { code, extras } = await expectRejection(
          node.call(administrator, 'admin.audit.list', { ...filter }),
        );
        assert.deepEqual(
          [code, extras.errors?.[0]?.path],
          ['VALIDATION_ERROR', name],
          JSON.stringify(filter),
        );
      }
    });

    it('returns entries whole: account, action, time, resource, channel and key', async () => {
      const { entries } = await node.call(administrator, 'admin.audit.list', {
        user_id: 71,
        from: day(2),
        to: day(2),
      });
      const [shown] = entries;
      assert.match(shown?.hash ?? '', /^[0-9a-f]{64}$/);
      assert.deepEqual(shown, {
        ...{
          id: shown?.id,
          at: day(2),
          user_id: 71,
          action: 'projects.export',
          channel: 'mcp',
          key_id: 9,
          request_id: 'p14',
        },
        ...{ resource: { type: 'project', id: 70 }, details: { note: 'kept as sent' }, hash: shown?.hash },
      });
    });

    it('architecture §5: no filter reads the trail from end to end, and none sorts in memory', async () => {
      const connection = await node.node.openDatabase('audit');
      const filters = [
        {},
        { user_id: 70 },
        { action: 'projects.export' },
        { resource_type: 'project' },
        { resource_type: 'project', resource_id: '70' },
        { resource_id: '70' },
        { resource_id: page },
        { from: day(2), to: day(4) },
        { user_id: 70, action: 'projects.create', resource_type: 'project', resource_id: '70', from: day(1) },
      ];
      const scans = await collectionScans(connection, async () => {
        for (const filter of filters) await node.call(administrator, 'admin.audit.list', filter);
        await record(auditEntry({ action: 'planned' }));
      });
      assert.deepEqual(scans, []);
      const sorted = await connection.collection('system.profile').find({ hasSortStage: true }).toArray();
      assert.deepEqual(
        sorted.map(({ command }) => command.filter),
        [],
      );
    });
  });
});
