/**
 * Tests of `dryRun` on every write of standards, categories, projects, comments and datasheets: the same status and
 * shape of response as the write that follows, with the numbers of what it would affect, and no collection changes.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { Affected } from '../shared/contracts/dry-run.ts';
import { supportsDryRun } from '../shared/contracts/endpoint.ts';
import type { EndpointId } from '../shared/contracts/index.ts';
import type { AuditedWrite, WritingAccount } from './audit/write-case.ts';
import { OPEN_ENDPOINTS } from './world/contract-requests.ts';
import { changedCollections, readDatabaseContents } from './world/database-contents.ts';
import { useWorld } from './world/test-world.ts';
import { writesIn } from './world/writes.ts';

/** Ids that a dry run took are not given again. */
const isChange = (collection: string): boolean => !collection.endsWith('.counters');

/** What two responses to the same write have in common: ids, versions, hashes and times differ. */
const shapeOf = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (_key, value: unknown) => {
    if (typeof value === 'number') return 0;
    return typeof value === 'string' && /^[\w:.-]{20,}$/.test(value) ? '…' : value;
  });

/** What these writes affect, as `test/audit/*-writes.ts` makes them; the others affect nothing else. */
const AFFECTED: Readonly<Record<string, Partial<Affected>>> = {
  'datasheets.create': { datasheets: 1 },
  'datasheets.revise': { datasheets: 1 },
  'datasheets.delete': { datasheets: 1 },
  'datasheets.upgrade': { datasheets: 1 },
  'standards.batchUpgrade': { datasheets: 1 },
  'datasheets.import': { datasheets: 1 },
  'projects.revert': { datasheets: 1 },
  'projects.standardRevisions.apply': { datasheets: 1 },
  'projects.standards.archive': { datasheets: 1 },
  'projects.standards.restore': { datasheets: 1 },
  'projects.standards.removeArchived': { datasheets: 1 },
  'projects.datasheets.archive': { datasheets: 1 },
  'projects.datasheets.restore': { datasheets: 1 },
  'projects.datasheets.removeArchived': { datasheets: 1 },
  'comments.create': { comments: 1 },
  'comments.update': { comments: 1 },
  'comments.delete': { comments: 1 },
  'comments.forward': { comments: 1, members: 2 },
  'comments.resolve': { comments: 1 },
  'projects.invite': { members: 1 },
  'projects.members.remove': { members: 1 },
  'projects.lead.appoint': { members: 2 },
};

type Settle = (ada: WritingAccount, write: AuditedWrite) => Promise<object>;

/** Bodies that change nothing and resolve a conflict: only the choices are recorded. */
const SETTLED: Partial<Record<EndpointId, Settle>> = {
  'datasheets.revise': async (ada, { ids, body }) => {
    const { elements = [] } = await ada.key.call('datasheets.get', { id: Number(ids?.id) });
    const [field] = elements;
    return {
      ...body,
      changes: [{ element_id: field?.id, new_value: field?.user_value }],
      resolvedConflicts: [{ elementId: field?.id, choice: 'theirs' }],
    };
  },
  'projects.edit': async (_ada, { body }) => ({
    ...body,
    summary: '',
    resolvedConflicts: [{ field: 'summary', choice: 'theirs' }],
  }),
  'standards.workingCopy.save': async (ada, { ids }) => {
    const { elements } = await ada.key.call('standards.edit', { id: Number(ids?.id) });
    return { elements, resolvedConflicts: [{ elementId: elements[0]?.element_id, choice: 'theirs' }] };
  },
};

const CASES = OPEN_ENDPOINTS.filter(({ spec }) => supportsDryRun(spec)).flatMap(({ id, spec }) => {
  const settled = SETTLED[id];
  return [{ id, spec, settled: undefined }, ...(settled ? [{ id, spec, settled }] : [])];
});

describe('dryRun', () => {
  const world = useWorld();
  const writes = writesIn(world);

  for (const { id, settled } of CASES) {
    const suffix = settled ? ', also where it only records how conflicts were resolved' : '';
    it(`${id} answers as the write would, and stores nothing${suffix}`, async () => {
      const { ada, node } = world;
      const made = await writes.make(id);
      const write = settled ? { ...made, body: await settled(made.who ?? ada, made) } : made;
      const before = await readDatabaseContents(node);
      const tried = await writes.send(id, write, { dryRun: true });
      assert.ok(tried.status < 400, JSON.stringify(tried));
      assert.deepEqual((await changedCollections(before, node)).filter(isChange), []);
      const done = await writes.send(id, write);
      assert.equal(tried.status, done.status, JSON.stringify(done));
      const { affected, ...answer } = tried.body;
      assert.deepEqual(shapeOf(answer), shapeOf(done.body));
      assert.deepEqual(affected, {
        datasheets: 0,
        comments: 0,
        members: 0,
        ...(settled ? {} : AFFECTED[id]),
      });
    });
  }

  it('is refused where a write has none, in every spelling and place, and nothing is written', async () => {
    const { ada, node } = world;
    const before = await readDatabaseContents(node);
    for (const path of ['?dryRun=true', '?dry_run=1', '?dryRun=false']) {
      const { status, body } = await ada.key.request('POST', `/api/wiki/standards${path}`, {});
      assert.equal(status, 400);
      assert.match(JSON.stringify(body.errors), /has no dry run/);
    }
    const { status } = await ada.session.request('POST', '/api/companies', { name: 'Twice', dryRun: true });
    assert.equal(status, 400);
    assert.deepEqual(await changedCollections(before, node), []);
  });

  it('is refused in a spelling that nothing else has, and nothing is written (G5)', async () => {
    const { ada, node } = world;
    const category = { name: 'Meant as a trial', subject_type: 'user' };
    const before = await readDatabaseContents(node);
    for (const name of ['dryrun', 'DryRun', 'dry-run', 'DRY_RUN'])
      for (const [query, body] of [
        [`?${name}=true`, category],
        ['', { ...category, [name]: true }],
      ] as const) {
        const refused = await ada.session.request('POST', `/api/categories${query}`, body);
        assert.equal(refused.status, 400, name);
        assert.match(JSON.stringify(refused.body.errors), /written dryRun/);
      }
    assert.deepEqual(await changedCollections(before, node), []);
  });
});
