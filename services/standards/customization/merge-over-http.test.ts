/** Tests of customising and merging over HTTP: statuses, ETags, repeated requests. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { RestClient } from '../../../shared/rest-client/client.ts';
import { listMember, numberMember, stringMember } from '../../../shared/rest-client/json.ts';
import { useNode } from '../../../test/service-node.ts';
import { AUTHOR_PERMISSIONS, createKey, registerAccount } from '../../../tools/world/accounts.ts';
import { createStandard, publishStandard } from '../../../tools/world/standards.ts';

const MARKUP = (word: string) => `# 1 Materials\n\n1.1 Cement is ${word}.\n\n1.2 Water is clear.\n`;

describe('customised copies over HTTP', () => {
  const node = useNode(['gateway', 'identity', 'standards', 'projects', 'audit']);
  let key: RestClient;
  let companyId: number;
  let sourceId: number;

  const publish = (id: number, word: string) => publishStandard(key, id, {}, { markdown: MARKUP(word) });

  beforeAll(async () => {
    const session = await registerAccount(node.url, 'Ada', 'Arch & Co');
    ({ client: key } = await createKey(session, [...AUTHOR_PERMISSIONS, 'standard:customize']));
    const inCompany = { subject_type: 'company' } as const;
    const category = await key.call('categories.create', { name: 'Concrete', ...inCompany });
    const { id: category_id } = category;
    companyId = category.subject_id ?? 0;
    ({ id: sourceId } = await createStandard(key, { name: 'Concrete works', category_id, ...inCompany }));
    await publish(sourceId, 'grey');
  });

  it('customize is 201 and with an Idempotency-Key once; the merge takes If-Match and its plan an ETag (G1, G12)', async () => {
    const copyOnce = () =>
      key.request(
        'POST',
        `/api/standards/${sourceId}/customize`,
        { company_id: companyId, name: 'Our concrete' },
        { 'idempotency-key': 'copy-1' },
      );
    const [first, again] = [await copyOnce(), await copyOnce()];
    assert.deepEqual([first.status, again.status], [201, 201], JSON.stringify(first.body));
    assert.deepEqual(again.body, first.body);
    const id = numberMember(first.body, 'id');
    await publish(id, 'white');
    await publish(sourceId, 'dark');

    const path = `/api/standards/${id}/merge-plan`;
    const plan = await key.request('GET', path);
    const etag = plan.headers.get('etag') ?? '';
    assert.equal((await key.request('GET', path, undefined, { 'if-none-match': etag })).status, 304);
    const [conflict] = listMember(plan.body, 'conflicts');
    assert.ok(conflict);
    assert.equal(stringMember(conflict, 'address'), '1.1');

    const body = {
      plan_hash: stringMember(plan.body, 'planHash'),
      resolutions: { [stringMember(conflict, 'conflictId')]: { choice: 'combine', combined_text: 'Both.' } },
    };
    const merge = (headers: Record<string, string>) =>
      key.request('POST', `/api/standards/${id}/merge`, body, headers);
    assert.equal((await merge({ 'if-match': '"0"' })).status, 412);
    const merged = await merge({ 'idempotency-key': 'merge-1' });
    assert.equal(merged.status, 200, JSON.stringify(merged.body));
    const contents = listMember(merged.body, 'elements').map((element) => stringMember(element, 'content'));
    assert.ok(contents.includes('Both.'));
    assert.deepEqual((await merge({ 'idempotency-key': 'merge-1' })).body, merged.body);
    const second = await merge({});
    assert.deepEqual([second.status, second.body.code], [409, 'DRAFT_ALREADY_OPEN']);

    // Published meanwhile, the merge answers with what it became.
    const sealed = await key.request('POST', `/api/standards/${id}/publish`, {});
    assert.equal(sealed.status, 200, JSON.stringify(sealed.body));
    const late = await merge({ 'idempotency-key': 'merge-1' });
    assert.equal(late.status, 200, JSON.stringify(late.body));
    assert.deepEqual(
      [Object(late.body.published).code, late.body.version, late.body.opened_at],
      [Object(sealed.body.revision).code, merged.body.version, merged.body.opened_at],
    );
    assert.deepEqual(
      listMember(late.body, 'elements').map((element) => stringMember(element, 'content')),
      contents,
    );
  });

  it('a repeated merge whose working copy is in no revision was discarded (Y13)', async () => {
    const copy = await key.post(`/api/standards/${sourceId}/customize`, {
      company_id: companyId,
      name: 'Older concrete',
    });
    const path = `/api/standards/${numberMember(copy, 'id')}`;
    await publish(sourceId, 'darker');
    const plan = await key.get(`${path}/merge-plan`);
    const body = { plan_hash: stringMember(plan, 'planHash'), resolutions: {} };
    const merge = () => key.request('POST', `${path}/merge`, body, { 'idempotency-key': 'merge-2' });
    assert.equal((await merge()).status, 200);
    const { revision } = await key.post(`${path}/publish`, {});
    const revisions = (await node.node.openDatabase('standards')).collection<{ _id: number }>('revisions');
    const filter = { _id: numberMember(Object(revision), 'id') };
    // Of another working copy.
    await revisions.updateOne(filter, { $set: { draft_opened_at: new Date(0) } });
    const repeated = await merge();
    assert.deepEqual([repeated.status, repeated.body.code], [409, 'EDIT_CONFLICT']);
    assert.match(stringMember(repeated.body, 'detail'), /has been discarded since/);
  });
});
