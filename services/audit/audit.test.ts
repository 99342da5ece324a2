import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { nobody, person, refusal, startTestNode, type TestNode } from '../../test/service-node.ts';

describe('audit', () => {
  let node: TestNode;
  const administrator = person({ id: 1, siteRoles: ['SiteAdmin'] });
  before(async () => {
    node = await startTestNode(['audit']);
  });
  after(() => node.stop());

  const entry = (at: string, action: string, resourceId: number) => ({
    event_id: randomUUID(),
    at,
    user_id: 7,
    action,
    channel: 'http',
    key_id: null,
    request_id: 'r-1',
    resource: { type: 'standard', id: resourceId },
    details: { note: 'kept as sent' },
  });

  it('R12: records an entry once, however often its outbox sends it', async () => {
    const sent = entry('2026-01-01T00:00:00.000Z', 'standards.publish', 1);
    assert.equal((await node.call(nobody, 'audit.record', { entries: [sent] })).recorded, 1);
    assert.equal((await node.call(nobody, 'audit.record', { entries: [sent, sent] })).recorded, 0);
    const { total } = await node.call(administrator, 'admin.audit.list', { action: 'standards.publish' });
    assert.equal(total, 1);
  });

  it('A22, P14: lists newest first, filtered and paged', async () => {
    await node.call(nobody, 'audit.record', {
      entries: [entry('2026-02-01T00:00:00.000Z', 'projects.export', 5), entry('2026-02-02T00:00:00.000Z', 'projects.export', 6)],
    });
    const page = await node.call(administrator, 'admin.audit.list', { action: 'projects.export', limit: 1 });
    assert.equal(page.total, 2);
    assert.deepEqual(page.entries[0]?.resource, { type: 'standard', id: 6 });
    const one = await node.call(administrator, 'admin.audit.list', { resource_type: 'standard', resource_id: '5' });
    assert.deepEqual(one.entries[0]?.details, { note: 'kept as sent' });
  });

  it('A13: only a site administrator reads it', async () => {
    assert.equal((await refusal(node.call(person({ id: 2 }), 'admin.audit.list', {}))).status, 403);
    assert.equal((await refusal(node.call(nobody, 'admin.audit.list', {}))).status, 401);
  });

  it('G5: a time that is none is 400 with its path', async () => {
    for (const from of ['yesterday', '', '2026-01-01', '2026-01-01T00:00:00', '2026-02-30T00:00:00Z']) {
      const { code, extras } = await refusal(node.call(administrator, 'admin.audit.list', { from }));
      assert.deepEqual([code, extras.errors?.[0]?.path], ['VALIDATION_ERROR', 'from'], from);
    }
    await node.call(administrator, 'admin.audit.list', { from: '2026-01-01T00:00:00.000+02:00' });
  });
});
