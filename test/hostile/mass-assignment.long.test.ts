/** Tests of mass assignment: members of a body that the client must not set, such as owners and scopes. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { isJsonObject, type JsonObject, numberMember } from '../../shared/rest-client/json.ts';
import { keyHeaders, sendRawRequest } from '../../tools/world/raw-http.ts';
import { useWorld } from '../world/test-world.ts';

describe('members that are not the client’s to set', () => {
  const site = useWorld();

  /** Members that only the service sets. */
  const smuggled = (): JsonObject => ({
    _id: 4_242,
    __v: 9,
    deprecated: true,
    deprecated_at: '2020-01-01T00:00:00Z',
    owner_id: site.ada.userId,
    user_id: site.ada.userId,
    created_by: site.ada.userId,
    company_role: 'CompanyAdmin',
    site_roles: ['SiteAdmin'],
    siteRoles: ['SiteAdmin'],
    isAdmin: true,
    approved: true,
    suspended: false,
    role: 'CompanyAdmin',
    sealed: true,
    current_revision: { id: site.ada.revisionIds[0], code: '9.9.9' },
    currentRevision: { id: 1 },
    content_hash: 'f'.repeat(64),
    revision_count: 99,
    granted: ['site:admin'],
    secret: 'css_live_x',
    seat_limit: 1_000_000,
  });
  const bodies = (): [string, JsonObject][] => {
    const { mallory } = site;
    return [
      ['/api/categories', { name: 'Smuggled', subject_type: 'company' }],
      ['/api/standards', { name: 'Smuggled', subject_type: 'company', category_id: mallory.categoryId }],
      ['/api/projects/create', { name: 'Smuggled' }],
      [
        '/api/datasheet',
        { name: 'Smuggled', standard_id: mallory.standardId, project_id: mallory.projectId },
      ],
    ];
  };
  const create = (path: string, body: JsonObject) =>
    sendRawRequest(site.base, {
      method: 'POST',
      path,
      headers: keyHeaders(site.mallory.secret),
      body: JSON.stringify(body),
    });

  it('in a create request they are ignored, or rejected where the contract is strict; the created resource is the same as without them (H3)', async () => {
    for (const [path, body] of bodies()) {
      const plain = await create(path, { ...body, name: 'Plain' });
      assert.ok(plain.status < 300, plain.text);
      // An id is refused or ignored; a role is a parameter of nothing here.
      for (const [at, more] of [
        smuggled(),
        { id: 4_242 },
        { 'scope.subject_id': site.ada.companyId },
      ].entries()) {
        const response = await create(path, { ...body, ...more, name: `Smuggled ${at}` });
        if (response.status === 400) continue;
        assert.ok(response.status < 300, `${path}: ${response.text}`);
        const changedMembers = membersThatDiffer(plain.body, response.body);
        const allowed = new Set([
          'id',
          'name',
          'created_at',
          'updated_at',
          'version',
          'draftVersion',
          'revision',
          'requestId',
          'elements',
          'working_copy',
        ]);
        assert.deepEqual(
          changedMembers.filter((member) => !allowed.has(member)),
          [],
          `${path}: ${response.text}`,
        );
        assert.notEqual(numberMember(response.body, 'id'), 4_242);
      }
    }
  });

  it('the scope of another owner is rejected, for every kind of scope (H3)', async () => {
    const { ada, mallory } = site;
    const scopes: JsonObject[] = [
      { subject_type: 'company', subject_id: ada.companyId },
      { subject_type: 'user', subject_id: ada.userId },
      { subject_type: 'project', subject_id: ada.projectId },
      { subject_type: 'global' },
      { subject_type: 'global', subject_id: ada.companyId },
    ];
    for (const scope of scopes) {
      for (const [path, body] of [
        ['/api/categories', { name: 'Foreign' }],
        ['/api/standards', { name: 'Foreign', category_id: mallory.categoryId }],
      ] as const) {
        const { status, text } = await create(path, { ...body, ...scope });
        assert.ok([400, 403, 404].includes(status), `${path} ${JSON.stringify(scope)}: ${text}`);
      }
    }
    const { text } = await sendRawRequest(site.base, {
      path: '/api/categories',
      headers: keyHeaders(ada.secret),
    });
    assert.ok(!text.includes('Foreign'));
  });

  it('no account can change its own identity (H3)', async () => {
    const body = {
      email: 'climber@example.org',
      password: 'a long enough password',
      name: 'Climber',
      company_id: site.ada.companyId,
    };
    const made = await site.anyone.request('POST', '/api/account/register', { ...smuggled(), ...body });
    assert.ok(made.status === 201 || made.status === 400, JSON.stringify(made.body));
    const session = site.anyone.withCredential({
      cookie: made.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    });
    const who = await session.get('/api/whoami');
    assert.ok(isJsonObject(who.user) && who.user.company_id === null, JSON.stringify(who));
    assert.ok(!JSON.stringify(who.permissions).includes('site:admin'));
    assert.equal((await session.request('GET', '/api/admin/users')).status, 403);
    const key = await session.request('POST', '/api/account/keys', {
      name: 'k',
      permissions: ['site:admin'],
      user_id: site.ada.userId,
    });
    if (key.status === 201) {
      const climbing = site.anyone.withCredential({ key: String(key.body.secret) });
      assert.equal((await climbing.request('GET', '/api/admin/users')).status, 403);
    }
    assert.equal(
      (await session.request('PATCH', `/api/account/keys/${site.ada.keyId}`, { name: 'mine' })).status,
      404,
    );
  });
});

/** The members whose values differ. */
const membersThatDiffer = (one: JsonObject, other: JsonObject): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );
