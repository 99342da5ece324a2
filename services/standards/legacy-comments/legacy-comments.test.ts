/**
 * Tests of the legacy comments on standards: which of them a caller sees, their counts, and the table of types of
 * resolution.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import {
  authorOf,
  FIRM,
  individual,
  lead,
  OTHER_FIRM,
  personPrincipal,
  stranger,
  viewer,
} from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { adoptEdition } from '../../../test/world/editions.ts';
import { newLegacyComment } from './legacy-comment.fixture.ts';
import { LegacyComments } from './repository.ts';

describe('legacy comments', () => {
  const node = useNode(['identity', 'standards', 'projects']);
  let id: number;
  let projectId: number;
  beforeAll(async () => {
    // A global standard, which every company reads.
    ({ standardId: id } = await adoptEdition(node, { title: 'Commented' }));
    projectId = (await node.call(lead, 'projects.create', { name: 'Commented on' })).id;
    const ours = { standard_id: id, company_id: FIRM.id, author: authorOf(lead) };
    const theirs = { standard_id: id, company_id: OTHER_FIRM.id, author: authorOf(stranger) };
    const comments = new LegacyComments(await node.node.openDatabase('standards'));
    await comments.insert(
      null,
      newLegacyComment({ _id: 1, ...ours }),
      newLegacyComment({ _id: 2, ...ours, element_id: 7 }),
      newLegacyComment({ _id: 3, ...ours, element_id: 7, project_id: projectId, external: true }),
      newLegacyComment({ _id: 4, ...theirs, element_id: 7 }),
      newLegacyComment({ _id: 5, ...theirs, element_id: 8, external: true }),
      newLegacyComment({ _id: 6, standard_id: id, element_id: 9, author: authorOf(individual) }),
      newLegacyComment({ _id: 7, standard_id: id + 1, element_id: 7, external: true }),
    );
  });

  const list = async (who: typeof lead, more: { element_id?: number; project_id?: number } = {}) => {
    const { comments, total } = await node.call(who, 'standards.comments.list', { id, ...more });
    assert.equal(total, comments.length);
    return comments.map((comment) => comment.id);
  };

  it('lists the comments of the own company and of the own account, oldest first, and external ones of others (S11)', async () => {
    assert.deepEqual(await list(viewer), [1, 2, 3, 5]);
    assert.deepEqual(await list(individual), [5, 6]);
    assert.deepEqual(await list(personPrincipal({ id: 99 })), [5]);
  });

  it('comments made in a project are for those with access to it; a project without access is 404 (S11)', async () => {
    assert.deepEqual(await list(stranger), [4, 5]);
    assert.deepEqual(await list(lead, { project_id: projectId }), [3]);
    const asked = node.call(stranger, 'standards.comments.list', { id, project_id: projectId });
    await expectRejection(asked, 404);
    const counted = node.call(stranger, 'standards.comments.counts', { id, project_id: 987_654 });
    await expectRejection(counted, 404);
  });

  it('element_id narrows the list (S11)', async () => {
    assert.deepEqual(await list(lead, { element_id: 7 }), [2, 3]);
    assert.deepEqual(await list(stranger, { element_id: 7, project_id: undefined }), [4]);
  });

  it('counts per element what the same caller is shown; those on the whole standard are under null (S25)', async () => {
    const count = (who: typeof lead, more: { project_id?: number } = {}) =>
      node.call(who, 'standards.comments.counts', { id, ...more });
    assert.deepEqual(await count(lead), {
      counts: [
        { element_id: null, count: 1 },
        { element_id: 7, count: 2 },
        { element_id: 8, count: 1 },
      ],
      total: 4,
    });
    assert.deepEqual(await count(stranger), {
      counts: [
        { element_id: 7, count: 1 },
        { element_id: 8, count: 1 },
      ],
      total: 2,
    });
    assert.deepEqual(await count(lead, { project_id: projectId }), {
      counts: [{ element_id: 7, count: 1 }],
      total: 1,
    });
  });

  it('the types of resolution are one table, whatever the id (S11)', async () => {
    const [some, none] = await Promise.all(
      [id, 987_654].map((of) => node.call(individual, 'standards.commentResolutions.list', { id: of })),
    );
    assert.deepEqual(some, none);
    assert.equal(some?.total, some?.resolutions.length);
    assert.deepEqual(some?.resolutions[0], { id: 1, name: 'accepted' });
  });
});
