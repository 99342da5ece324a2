/**
 * Tests of comments over HTTP: from the question to the answer, refusals, and the closed endpoints that name this
 * one.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { RestClient } from '../../../shared/rest-client/client.ts';
import { listMember, numberMember, objectMember } from '../../../shared/rest-client/json.ts';
import { useNode } from '../../../test/service-node.ts';
import { addProjectMember } from '../../../test/world/project-members.ts';
import { createKey, identify, registerAccount } from '../../../tools/world/accounts.ts';

describe('comments over HTTP', () => {
  const node = useNode();
  let owner: RestClient;
  let engineer: RestClient;
  let guest: RestClient;
  let path: string;
  let projectId: number;
  beforeAll(async () => {
    owner = await registerAccount(node.url, 'Ada', 'Owner Inc');
    engineer = await registerAccount(node.url, 'Eve', 'Engineers');
    guest = await registerAccount(node.url, 'Gus');
    const engineers = await identify(engineer);
    ({ id: projectId } = await owner.call('projects.create', {
      name: 'Pier',
      engineer_id: engineers.companyId,
    }));
    await addProjectMember(node, projectId, engineers, 'ProjectEditor');
    await addProjectMember(node, projectId, await identify(guest), 'ProjectViewer');
    path = `/api/projects/${projectId}/comments`;
  });
  const question = () => ({ anchorType: 'project', anchorId: projectId, intent: 'question', body: 'Steel?' });

  it('upstream and back: asked with a key, forwarded, answered, read by the one who asked (P11)', async () => {
    const { client: key } = await createKey(guest, ['project:read', 'project:comment']);
    const asked = await key.request('POST', path, question());
    assert.equal(asked.status, 201, JSON.stringify(asked.body));
    const one = `${path}/${numberMember(asked.body, 'id')}`;
    const edited = await key.request('PATCH', one, { body: 'Steel or timber?' });
    assert.equal(edited.status, 200, JSON.stringify(edited.body));
    const forwarded = await engineer.request('POST', `${one}/forward`, {
      endorsement_stance: 'endorse_with_caveat',
      caveat_text: 'Below water.',
    });
    assert.equal(forwarded.status, 200, JSON.stringify(forwarded.body));
    assert.equal(objectMember(forwarded.body, 'heldBy').party, 'owner');
    const answered = await owner.request('POST', `${one}/resolve`, {
      state: 'answered',
      answer_body: 'Timber.',
    });
    assert.equal(answered.status, 200, JSON.stringify(answered.body));
    const read = await key.get(`${path}?state=answered&held_by=owner`);
    const [row] = listMember(read, 'comments');
    assert.deepEqual(
      [row?.body, row?.answerBody, row?.caveatText, read.total],
      ['Steel or timber?', 'Timber.', 'Below water.', 1],
    );
    const late = await key.request('DELETE', one);
    assert.deepEqual([late.status, late.body.code], [409, 'COMMENT_PROPAGATED']);
  });

  it('refusals are problem documents with their codes; a deletion is 200 (G1, G2)', async () => {
    const { body } = await guest.request('POST', path, question());
    const one = `${path}/${numberMember(body, 'id')}`;
    const codes = async (client: RestClient, method: string, at: string, sent?: Record<string, string>) => {
      const response = await client.request(method, at, sent);
      return [response.status, response.body.code];
    };
    assert.deepEqual(await codes(owner, 'PATCH', one, { body: 'Mine' }), [403, 'NOT_AUTHOR']);
    assert.deepEqual(await codes(owner, 'POST', `${one}/resolve`, { state: 'closed' }), [
      403,
      'COMMENT_NOT_HELD',
    ]);
    assert.deepEqual(await codes(engineer, 'POST', `${one}/resolve`, { state: 'adopted' }), [
      400,
      'VALIDATION_ERROR',
    ]);
    assert.deepEqual(await codes(engineer, 'POST', `${one}/resolve`, { state: 'done' }), [
      400,
      'VALIDATION_ERROR',
    ]);
    const deleted = await guest.request('DELETE', one);
    assert.deepEqual([deleted.status, deleted.body.deleted], [200, true]);
  });

  it('the closed endpoints of standards and datasheets name this one (R-250, R-220)', async () => {
    for (const at of ['/api/standards/1/comments', '/api/datasheet/1/comments']) {
      const { status, body } = await guest.request('POST', at, {});
      assert.deepEqual([status, body.code], [410, 'ENDPOINT_CLOSED']);
    }
    const help = await guest.get('/api/help?group=comments');
    assert.equal(listMember(help, 'endpoints').length, 6);
  });
});
