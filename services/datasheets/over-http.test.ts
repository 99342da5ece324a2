/**
 * Tests of datasheets over HTTP: statuses, ETags and conditional requests, errors of parameters, the resolutions of a
 * batch upgrade, download and upload of spreadsheets.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { listMember, numberMember, objectMember, stringMember } from '../../shared/rest-client/json.ts';
import { ProjectsWorld } from '../../test/world/projects-world.ts';
import { SLAB_FIELDS } from '../../test/world/small-standards.ts';
import { createKey, registerAccount } from '../../tools/world/accounts.ts';

describe('datasheets over HTTP', () => {
  const site = ProjectsWorld.use(['gateway']);
  let session: RestClient;
  let key: RestClient;
  let secret: string;
  let projectId: number;
  let standardId: number;
  beforeAll(async () => {
    session = await registerAccount(site.node.url, 'Ada');
    ({ client: key, secret } = await createKey(session, [
      'datasheet:read',
      'project:read',
      'project:draft:view',
      'project:draft:edit',
      'standard:read',
    ]));
    ({ standardId } = await site.createStandard({ title: 'Concrete over HTTP', fields: SLAB_FIELDS }));
    projectId = numberMember(await session.post('/api/projects/create', { name: 'HTTP' }), 'id');
    await session.post(`/api/projects/${projectId}/standards`, { action: 'import', standardId });
  });

  const create = (more: Record<string, unknown>) =>
    key.request('POST', '/api/datasheet', { project_id: projectId, standard_id: standardId, ...more });

  it('creates with 201, reads with an ETag, answers 304, and takes If-Match but * as baseVersion (G12, G23, X2)', async () => {
    const made = await create({ name: 'Slab', elementValues: { '1.2': '6' } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const path = `/api/datasheet/${numberMember(made.body, 'id')}`;
    const read = await key.request('GET', path);
    const etag = read.headers.get('etag') ?? '';
    assert.ok(etag.includes(stringMember(read.body, 'version')));
    assert.equal((await key.request('GET', path, undefined, { 'if-none-match': etag })).status, 304);
    const [supplier] = listMember(read.body, 'elements');
    assert.ok(supplier);
    const revision = {
      severity: 'minor',
      changes: [{ elementId: numberMember(supplier, 'id'), newValue: 'ACME' }],
    };
    const missing = await key.request('POST', `${path}/revise`, revision);
    assert.deepEqual([missing.status, missing.body.code], [400, 'BASE_VERSION_REQUIRED']);
    const any = await key.request('POST', `${path}/revise`, revision, { 'if-match': '*' });
    assert.deepEqual([any.status, any.body.code], [400, 'BASE_VERSION_REQUIRED']);
    assert.match(stringMember(any.body, 'detail'), /If-Match: \* names no version/);
    const project = `/api/projects/edit/${projectId}`;
    const edited = await session.request('PUT', project, { name: 'Any' }, { 'if-match': '*' });
    assert.deepEqual([edited.status, edited.body.code], [400, 'BASE_VERSION_REQUIRED']);
    assert.match(stringMember(edited.body, 'detail'), /If-Match: \* names no version/);
    const revised = await key.request('POST', `${path}/revise`, revision, { 'if-match': etag });
    assert.deepEqual([revised.status, revised.body.changed], [200, 1], JSON.stringify(revised.body));
    const stale = await key.request(
      'POST',
      `${path}/revise`,
      { ...revision, changes: [{ elementId: numberMember(supplier, 'id'), newValue: 'B' }] },
      { 'if-match': etag },
    );
    assert.deepEqual([stale.status, objectMember(stale.body, 'metadata').reason], [409, 'fields']);
    const settled = await key.request('POST', `${path}/revise`, {
      ...revision,
      changes: [{ element_id: numberMember(supplier, 'id'), new_value: 'B' }],
      currentRevisionId: numberMember(objectMember(revised.body, 'revision'), 'id'),
    });
    assert.equal(settled.status, 200, JSON.stringify(settled.body));
    const sealed = await key.request(
      'GET',
      `${path}/revision/${numberMember(objectMember(made.body, 'revision'), 'id')}`,
    );
    assert.ok(sealed.headers.get('etag')?.includes(stringMember(sealed.body, 'content_hash')));
  });

  it('a reader with a cached copy gets a datasheet anew after its pin moved (X2)', async () => {
    const { page, standardId: moving } = await site.createStandard({
      title: 'Screed over HTTP',
      fields: SLAB_FIELDS,
    });
    await session.post(`/api/projects/${projectId}/standards`, { action: 'import', standardId: moving });
    const made = await key.request('POST', '/api/datasheet', {
      project_id: projectId,
      standard_id: moving,
      name: 'Screed',
    });
    const path = `/api/datasheet/${numberMember(made.body, 'id')}`;
    const before = await key.request('GET', path);
    const { revision } = await site.createStandard({
      title: 'Screed over HTTP',
      fields: SLAB_FIELDS.slice(0, 2),
      page,
      edition: 2,
    });
    const changes = [{ standardId: moving, toStandardRevisionId: revision.id }];
    const moved = await session.request('POST', `/api/projects/${projectId}/standard-revisions`, { changes });
    assert.equal(moved.status, 200, JSON.stringify(moved.body));
    const known = { 'if-none-match': before.headers.get('etag') ?? '' };
    const after = await key.request('GET', path, undefined, known);
    assert.equal(after.status, 200);
    assert.notDeepEqual(after.body, before.body);
    assert.equal(after.body.version, before.body.version);
  });

  it('so do readers of the compact form and of a sealed revision, which show the move as well (X2)', async () => {
    const { page, standardId: moving } = await site.createStandard({
      title: 'Mortar over HTTP',
      fields: SLAB_FIELDS,
    });
    await session.post(`/api/projects/${projectId}/standards`, { action: 'import', standardId: moving });
    const sheet = { project_id: projectId, standard_id: moving, name: 'Mortar' };
    const made = await key.request('POST', '/api/datasheet', sheet);
    const path = `/api/datasheet/${numberMember(made.body, 'id')}`;
    const sealed = `${path}/revision/${numberMember(objectMember(made.body, 'revision'), 'id')}`;
    const paths = [`${path}?format=compact`, sealed];
    const before = await Promise.all(paths.map((of) => key.request('GET', of)));
    const tags = before.map(({ headers }) => headers.get('etag') ?? '');
    const ask = () =>
      Promise.all(
        paths.map((of, at) => key.request('GET', of, undefined, { 'if-none-match': tags[at] ?? '' })),
      );
    assert.deepEqual(
      (await ask()).map(({ status }) => status),
      [304, 304],
    );
    const { revision } = await site.createStandard({
      title: 'Mortar over HTTP',
      fields: SLAB_FIELDS.slice(0, 2),
      page,
      edition: 2,
    });
    const changes = [{ standardId: moving, toStandardRevisionId: revision.id }];
    const moved = await session.request('POST', `/api/projects/${projectId}/standard-revisions`, { changes });
    assert.equal(moved.status, 200, JSON.stringify(moved.body));
    const after = await ask();
    assert.deepEqual(
      after.map(({ status }) => status),
      [200, 200],
    );
    for (const [at, { body }] of after.entries()) assert.notDeepEqual(body, before[at]?.body, paths[at]);
  });

  it('unknown body fields, formats and tokens are 400; check-name is no id (G5, G15)', async () => {
    assert.equal((await create({ name: 'X', colour: 'red' })).status, 400);
    assert.equal((await create({ name: 'X', elementValues: { __proto__x: 'y' } })).status, 400);
    const sheet = numberMember((await create({ name: 'Formats' })).body, 'id');
    for (const query of ['format=short', 'include=files', 'format=compact&format=verbose']) {
      assert.equal((await key.request('GET', `/api/datasheet/${sheet}?${query}`)).status, 400, query);
    }
    const compact = await key.request(
      'GET',
      `/api/datasheet/${sheet}?format=compact&include=template,comments&revisionId=1`,
    );
    assert.equal(listMember(compact.body, 'template').length, 5);
    const named = await key.get(
      `/api/datasheet/check-name?project_id=${projectId}&standard_id=${standardId}&name=Formats`,
    );
    assert.equal(named.available, false);
    assert.equal((await key.request('GET', '/api/datasheet/check-name?name=X')).status, 400);
  });

  it('batch-upgrade over HTTP keeps the keys of its resolutions as they are (S10)', async () => {
    const sheet = numberMember((await create({ name: 'Batch' })).body, 'id');
    const { status, body } = await key.request('POST', `/api/standards/${standardId}/batch-upgrade`, {
      project_id: projectId,
      datasheet_ids: [sheet],
      resolutions: { [sheet]: [{ elementId: 1, resolution: 'user_accepted' }] },
    });
    assert.deepEqual([status, body.code], [400, 'UNKNOWN_RESOLUTION']);
    const nothing = await key.request('POST', `/api/standards/${standardId}/batch-upgrade`, {
      project_id: projectId,
    });
    assert.equal(nothing.status, 200, JSON.stringify(nothing.body));
    assert.deepEqual(nothing.body.upgraded, []);
  });

  it('a spreadsheet is downloaded, and imported as the body itself or in base64; others are 413 and 415 (D12)', async () => {
    const made = await create({ name: 'Wall' });
    const path = `/api/projects/${projectId}/datasheets`;
    const download = await fetch(`${site.node.url}${path}/export?format=csv`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    assert.equal(download.status, 200);
    assert.match(download.headers.get('content-disposition') ?? '', /^attachment; .*Datasheets/);
    const table = await download.text();
    const upload = (body: string, type: string) =>
      fetch(`${site.node.url}${path}/import`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${secret}`, 'content-type': type },
      });
    const [supplier] = listMember(made.body, 'elements');
    const row = [
      projectId,
      numberMember(made.body, 'id'),
      stringMember(made.body, 'version'),
      supplier?.id,
      'ACME',
    ];
    const edited = `project_id,datasheet_id,version,field_id,value\n${row.join()}`;
    for (const [text, changed] of [
      [table, 0],
      [edited, 1],
    ] as const) {
      const answer = await upload(text, 'text/csv; charset=utf-8');
      assert.deepEqual([answer.status, JSON.parse(await answer.text()).changed], [200, changed]);
    }
    const again = await upload(JSON.stringify({ spreadsheet: btoa(edited) }), 'application/json');
    assert.deepEqual([again.status, JSON.parse(await again.text()).changed], [200, 0]);
    assert.equal((await upload('x', 'text/plain')).status, 415);
    assert.equal((await upload('x'.repeat(6_000_000), 'application/octet-stream')).status, 413);
  });
});
