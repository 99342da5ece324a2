/** Tests of the permission engine, by example and as laws over roles, places and keys. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { personPrincipal } from '../../../test/people.ts';
import { PERMISSIONS, ROLE_PERMISSIONS } from '../../contracts/permissions.ts';
import { accountMay, callerMay, couldEverHave, globalPermissions, type Subject } from './authorization.ts';

const acme = { id: 10, name: 'Acme' };
const global: Subject = { kind: 'scope', scope: { subject_type: 'global', subject_id: null } };
const company: Subject = { kind: 'scope', scope: { subject_type: 'company', subject_id: 10 } };
const other: Subject = { kind: 'scope', scope: { subject_type: 'company', subject_id: 11 } };
const own: Subject = { kind: 'scope', scope: { subject_type: 'user', subject_id: 1 } };
const page: Subject = { kind: 'wikiStandard', roles: ['adopter'] };

describe('the permission engine', () => {
  it('any account reads global standards, and writes only in its own user scope (A18)', () => {
    const free = personPrincipal({ id: 1 });
    assert.ok(callerMay(free, 'standard:read', global));
    assert.ok(!callerMay(free, 'standard:create', global));
    assert.ok(callerMay(free, 'standard:delete', own));
    assert.ok(!callerMay(personPrincipal({ id: 2 }), 'standard:read', own));
    assert.ok(!callerMay(free, 'standard:read', company));
  });

  it('company roles count in their company and nowhere else (A18)', () => {
    const editor = personPrincipal({ id: 1, company: acme, companyRole: 'CompanyEditor' });
    assert.ok(callerMay(editor, 'standard:update', company));
    assert.ok(!callerMay(editor, 'standard:delete', company));
    assert.ok(!callerMay(editor, 'standard:read', other));
    const viewer = personPrincipal({ id: 1, company: acme, companyRole: 'CompanyViewer' });
    assert.ok(callerMay(viewer, 'standard:read', company));
    assert.ok(!callerMay(viewer, 'standard:view_drafts', company));
  });

  it('a key is its grant ∩ its owner’s live rights (document 1, Authentication 3)', () => {
    const readKey = personPrincipal({
      id: 1,
      company: acme,
      companyRole: 'CompanyAdmin',
      granted: ['standard:read'],
    });
    assert.ok(callerMay(readKey, 'standard:read', company));
    assert.ok(!callerMay(readKey, 'standard:update', company));
    assert.ok(accountMay(readKey, 'standard:update', company), 'what is visible depends on the owner');
    const greedy = personPrincipal({ id: 1, granted: ['site:admin', 'standard:update'] });
    assert.ok(!couldEverHave(greedy, 'site:admin'));
    assert.ok(!callerMay(greedy, 'standard:update', global));
  });

  it('a wiki role counts on its page; a global moderator needs none; the key’s grant always counts (A4, W12)', () => {
    const adopter = personPrincipal({ id: 1, siteRoles: ['SiteContributor'] });
    assert.ok(callerMay(adopter, 'wiki:standard:adopt', page));
    assert.ok(!callerMay(adopter, 'wiki:standard:adopt', { kind: 'wikiStandard', roles: [] }));
    const moderator = personPrincipal({ id: 2, siteRoles: ['SiteModerator'] });
    assert.ok(callerMay(moderator, 'wiki:standard:adopt', { kind: 'wikiStandard', roles: [] }));
    assert.ok(
      !callerMay(
        personPrincipal({ id: 2, siteRoles: ['SiteModerator'], granted: ['standard:read'] }),
        'wiki:standard:adopt',
        page,
      ),
    );
  });

  it('wiki authoring comes only from SiteContributor, also for a site administrator (R-151)', () => {
    assert.ok(!couldEverHave(personPrincipal({ id: 1, siteRoles: ['SiteAdmin'] }), 'wiki:standard:create'));
    assert.ok(
      couldEverHave(personPrincipal({ id: 1, siteRoles: ['SiteContributor'] }), 'wiki:standard:create'),
    );
  });

  it('every permission is carried by some role, and no role names an unknown one (A18)', () => {
    const carried = new Set(Object.values(ROLE_PERMISSIONS).flat());
    const unheld = PERMISSIONS.filter((permission) => !carried.has(permission));
    assert.deepEqual(unheld, ['datasheet:comment'], 'only the closed legacy comments have no role');
    assert.deepEqual(
      [...carried].filter((permission) => !PERMISSIONS.includes(permission)),
      [],
    );
  });

  it('company permissions are global ones; project permissions are not (A19)', () => {
    const admin = personPrincipal({ id: 1, company: acme, companyRole: 'CompanyAdmin' });
    assert.ok(globalPermissions(admin).includes('company:administer'));
    assert.ok(!globalPermissions(admin).includes('project:publish'));
  });
});
