/** Tests of the search within a project: exactly the pinned revisions are searched. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { administrator, editor, lead, stranger, viewer, withKey } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { rewordedSave, StandardsWorld } from '../../../test/world/standards-world.ts';
import { findHeldClauses } from '../holds/held-clauses.ts';
import { openStandards } from '../open-standards.ts';
import type { StandardRecord } from '../standard/model.ts';
import { IndexSource } from './index-source.ts';
import { RebuildRequests } from './rebuild-requests.ts';
import { StandardIndex } from './standard-index.ts';

describe('search in a project', () => {
  const node = useNode(['identity', 'standards', 'projects', 'audit']);
  const world = new StandardsWorld(node);
  let projectId: number;
  let pinned: { id: number; revisionId: number };
  let issued: number;
  const search = (query: string, as = lead, more = {}) =>
    node.call(as, 'standards.searchContent', { query, projectId, ...more });
  const found = async (query: string, as = lead, more = {}) =>
    (await search(query, as, more)).hits.map(({ standard_id, revision_id, address }) => [
      standard_id,
      revision_id,
      address,
    ]);
  const pin = (standardId: number) =>
    node.call(lead, 'projects.standards.add', { id: projectId, action: 'import', standardId });

  beforeAll(async () => {
    projectId = (await node.call(lead, 'projects.create', { name: 'Harbour' })).id;
    pinned = await world.publishStandard([{ address: '1', content: 'Quay walls resist berthing.' }]);
    await pin(pinned.id);
    issued = (await node.call(lead, 'projects.publish', { id: projectId })).revision.id;
    // The standard moves on; the project stays where it was.
    const copy = await node.call(lead, 'standards.edit', { id: pinned.id });
    const reworded = rewordedSave(copy, { '1': 'Quay walls resist earthquakes.' });
    await node.call(lead, 'standards.workingCopy.save', { id: pinned.id, ...reworded });
    await node.call(lead, 'standards.publish', { id: pinned.id });
  });

  it('exactly the pinned revisions are searched, older ones too (S27)', async () => {
    await world.publishStandard([{ address: '1', content: 'Quay cranes are not pinned.' }]);
    assert.deepEqual(await found('quay berthing'), [[pinned.id, pinned.revisionId, '1']]);
    assert.deepEqual(await found('earthquakes cranes'), []);
    const [hit] = (await search('quay')).hits;
    assert.equal(hit?.snippet, 'Quay walls resist berthing.');
  });

  it('the draft for an author, the issued revision for a reader; projectRevisionId names one (S27)', async () => {
    await node.call(lead, 'projects.draft.create', { id: projectId });
    const { draft_revision_id: draft } = await node
      .call(lead, 'projects.manifest', { project_id: projectId })
      .then(({ access }) => access);
    assert.ok(draft !== null);
    const added = await world.publishStandard([{ address: '1', content: 'Bollards are bolted.' }]);
    await pin(added.id);
    assert.deepEqual(await found('bollards', editor), [[added.id, added.revisionId, '1']]);
    assert.deepEqual(await found('bollards', viewer), []);
    assert.deepEqual(await found('quay', viewer), [[pinned.id, pinned.revisionId, '1']]);
    assert.deepEqual(await found('bollards', editor, { projectRevisionId: issued }), []);
    assert.deepEqual(await found('bollards', editor, { projectRevisionId: draft }), [
      [added.id, added.revisionId, '1'],
    ]);
    const status = async (as: typeof lead, projectRevisionId: number) =>
      (await expectRejection(search('quay', as, { projectRevisionId }))).status;
    assert.equal(await status(viewer, draft), 404, 'a draft for a reader');
    assert.equal(await status(lead, 999_999), 404);
    await node.call(lead, 'projects.publish', { id: projectId });
    // Revision 1 is historical now.
    assert.deepEqual(await found('bollards', lead, { projectRevisionId: issued }), []);
    const withoutHistory = withKey(lead, ['standard:read', 'project:read', 'project:draft:view']);
    assert.equal(await status(withoutHistory, issued), 404, 'a historical revision without the permission');
    assert.deepEqual(await found('bollards', viewer), [[added.id, added.revisionId, '1']]);
  });

  it('a deprecated standard is found through the project that pins it, and nowhere else (S27)', async () => {
    const heads = (await node.node.openDatabase('standards')).collection<StandardRecord>('standards');
    await heads.updateOne({ _id: pinned.id }, { $set: { deprecated: true } });
    assert.deepEqual(await found('quay'), [[pinned.id, pinned.revisionId, '1']]);
    const { hits } = await node.call(lead, 'standards.searchContent', { query: 'earthquakes' });
    assert.ok(hits.every(({ standard_id }) => standard_id !== pinned.id));
  });

  it('a project is searched however many rows of other than current revisions it pins (S27)', async () => {
    const connection = await node.node.openDatabase('standards');
    const published = async (content: string) => {
      const { id, revisionId } = await world.publishStandard([{ address: '1', content: `${content} walls` }]);
      const copy = await node.call(lead, 'standards.edit', { id });
      const elements = rewordedSave(copy, { '1': 'Withdrawn.' });
      await node.call(lead, 'standards.workingCopy.save', { id, ...elements });
      await node.call(lead, 'standards.publish', { id });
      return { standardId: id, revisionId, name: content };
    };
    const revisions = [await published('Brick'), await published('Stone'), await published('Glass')];
    const service = await openStandards(node.node);
    const index = new StandardIndex({
      standards: new IndexSource(connection),
      revisions: service.revisions,
      contents: service.contents,
      rebuilds: new RebuildRequests(connection),
      findHeldClauses: (revision) => findHeldClauses(revision, new Date()),
      now: () => new Date(),
      nodeName: 'few spare bytes',
      modelFolder: '',
      maxSpareBytes: 3_000,
      startsWithIndex: true,
      log: node.node.log,
    });
    await index.start();
    try {
      const searches = Array.from({ length: 4 }, () =>
        index.search({ query: 'walls', scopes: [], revisions, limit: 20 }),
      );
      for (const hits of await Promise.all(searches))
        assert.deepEqual(
          hits.map(({ revisionId }) => revisionId),
          revisions.map(({ revisionId }) => revisionId),
        );
    } finally {
      await index.stop();
    }
  });

  it('projectRevisionId without projectId is 400; a project that is not the caller’s is 404, as is its revision (S27)', async () => {
    const alone = node.call(lead, 'standards.searchContent', { query: 'quay', projectRevisionId: issued });
    await expectRejection(alone, 400);
    await expectRejection(search('quay', stranger), 404);
    await expectRejection(search('quay', administrator), 404);
    const other = (await node.call(stranger, 'projects.create', { name: 'Elsewhere' })).id;
    const foreign = search('quay', stranger, { projectId: other, projectRevisionId: issued });
    await expectRejection(foreign, 404);
    assert.deepEqual((await search('quay', stranger, { projectId: other })).hits, []);
  });
});
