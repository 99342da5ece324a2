import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { refusal, startTestNode, type TestNode } from '../../../test/service-node.ts';
import { ada, Desk, SMALL, viewer } from '../desk.fixture.ts';

describe('publishing a working copy', () => {
  let node: TestNode;
  let desk: Desk;
  before(async () => {
    node = await startTestNode(['standards']);
    desk = new Desk(node);
  });
  after(() => node.stop());

  it('R-111, S3: seals it as 1.0.0 and makes it current', async () => {
    const { id, version } = await desk.draft();
    const { revision, content_hash } = await node.call(ada, 'standards.publish', { id, baseVersion: version, summary: 'First' });
    assert.equal(revision.code, '1.0.0');
    assert.equal(revision.summary, 'First');
    assert.equal(revision.element_count, SMALL.length);
    const read = await node.call(viewer, 'standards.get', { id });
    assert.ok('elements' in read);
    assert.deepEqual(
      read.elements.map(({ address, content, depth, attributes }) => [address, content, depth, attributes]),
      [
        ['1', '', 1, { inToc: true }],
        ['1.1', 'Cement shall be grey.', 2, {}],
        ['1.2', 'Water shall be clean.', 2, {}],
        ['1.2.1', 'Rain will do.', 3, { isNote: true }],
      ],
    );
    assert.equal(read.content_hash, content_hash);
    assert.deepEqual(read.current_revision, { id: revision.id, code: '1.0.0' });
    assert.equal((await refusal(desk.read(id))).status, 404);
  });
});
