/**
 * Tests of the permissions that whoami lists as granted, dormant and scoped, and of the table of all permissions and
 * roles.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import {
  PERMISSION_GROUPS,
  PERMISSIONS,
  type Permission,
  PROJECT_ROLES,
  ROLE_PERMISSIONS,
  WIKI_STANDARD_ROLES,
} from '../../../shared/contracts/permissions.ts';
import { callerMay, type Subject } from '../../../shared/kernel/auth/authorization.ts';
import { personPrincipal } from '../../../test/people.ts';
import { PERMISSION_CATALOGUE } from './permission-catalogue.ts';
import { callerRights, MAX_SCOPED_PERMISSIONS, type ScopedRole } from './rights.ts';

const company = { id: 3, name: 'Steel & Partners' };
const PAGE = '7d0c7f0e-5a0f-4a52-9d3e-0d6a7b1f2c11';
const editor: ScopedRole & { resource_type: 'project' } = {
  resource_type: 'project',
  resource_id: 7,
  role: 'ProjectEditor',
};

const WIKI_ROLE_NEEDED = new Set(WIKI_STANDARD_ROLES.flatMap((role) => ROLE_PERMISSIONS[role]));

describe('permissions in whoami', () => {
  it('for a session permissions are those it holds everywhere, and nothing is dormant (A6)', () => {
    const rights = callerRights(personPrincipal({ id: 1 }), [], true);
    assert.ok(
      rights.permissions.includes('project:create') && rights.permissions.includes('standard:delete'),
    );
    assert.ok(
      !rights.permissions.includes('site:admin') && !rights.permissions.includes('wiki:standard:create'),
    );
    assert.deepEqual([rights.dormant, rights.scoped, rights.scoped_truncated], [[], [], false]);
  });

  it('for a key permissions are what was granted, in neither list when held everywhere (R-154)', () => {
    const rights = callerRights(
      personPrincipal({ id: 1, granted: ['standard:read', 'project:create'] }),
      [editor],
      true,
    );
    assert.deepEqual(rights.permissions, ['standard:read', 'project:create']);
    assert.deepEqual([rights.dormant, rights.scoped], [[], []]);
  });

  it('wiki permissions are dormant until the agreement is accepted, with the remedy (R-160, A19)', () => {
    const [row] = callerRights(personPrincipal({ id: 1, granted: ['wiki:standard:edit'] }), [], true).dormant;
    assert.equal(row?.reason, 'agreement_not_accepted');
    assert.match(row?.remedy ?? '', /\/api\/account\/cla\/accept/);
    const contributor = personPrincipal({
      id: 1,
      granted: ['wiki:standard:edit'],
      siteRoles: ['SiteContributor'],
    });
    assert.deepEqual(callerRights(contributor, [], true).dormant, []);
  });

  it('contribution_barred comes before agreement_not_accepted, and has no remedy (A19)', () => {
    const barred = {
      ...personPrincipal({ id: 1, granted: ['wiki:standard:create'] }),
      contributionBarred: true,
    };
    assert.deepEqual(callerRights(barred, [], true).dormant, [
      { permission: 'wiki:standard:create', reason: 'contribution_barred' },
    ]);
  });

  it('company:administer without a company is company_missing, with one owner_lacks (A19)', () => {
    const reasonOf = (who: Parameters<typeof personPrincipal>[0]) =>
      callerRights(personPrincipal({ ...who, granted: ['company:administer'] }), [], true).dormant.map(
        ({ reason }) => reason,
      );
    assert.deepEqual(reasonOf({ id: 1 }), ['company_missing']);
    assert.deepEqual(reasonOf({ id: 1, company, companyRole: 'CompanyEditor' }), ['owner_lacks']);
    assert.deepEqual(reasonOf({ id: 1, company, companyRole: 'CompanyAdmin' }), []);
  });

  it('what is held on single projects is scoped with its role, not dormant (A19)', () => {
    const key = personPrincipal({
      id: 1,
      granted: ['project:draft:edit', 'project:publish', 'standard:read'],
    });
    const { dormant, scoped } = callerRights(key, [editor], true);
    assert.deepEqual(scoped, [
      { permission: 'project:draft:edit', resource_type: 'project', resource_id: 7, via: 'ProjectEditor' },
    ]);
    assert.deepEqual(dormant, [{ permission: 'project:publish', reason: 'owner_lacks' }]);
  });

  it('company-role permissions count as held everywhere (A19)', () => {
    const key = personPrincipal({
      id: 1,
      company,
      companyRole: 'CompanyAdmin',
      granted: ['company:administer', 'standard:delete'],
    });
    const { dormant, scoped } = callerRights(key, [{ ...editor, role: 'ProjectAdmin' }], true);
    assert.deepEqual([dormant, scoped], [[], []]);
  });

  it('a role on a wiki standard is scoped to it; the roles of a global moderator are held everywhere (A6, A19)', () => {
    const adopter: ScopedRole = { resource_type: 'wiki_standard', resource_id: PAGE, role: 'adopter' };
    const granted: Permission[] = ['wiki:standard:adopt', 'wiki:standard:archive'];
    const key = personPrincipal({ id: 1, siteRoles: ['SiteContributor'], granted });
    assert.deepEqual(callerRights(key, [adopter], true).scoped, [
      {
        permission: 'wiki:standard:adopt',
        resource_type: 'wiki_standard',
        resource_id: PAGE,
        via: 'adopter',
      },
    ]);
    assert.deepEqual(callerRights(key, [adopter], true).dormant, [
      { permission: 'wiki:standard:archive', reason: 'owner_lacks' },
    ]);

    const moderator = personPrincipal({
      id: 1,
      siteRoles: ['SiteModerator'],
      granted: [...granted, 'wiki:standard:moderate'],
    });
    const { dormant, scoped } = callerRights(moderator, [adopter], true);
    assert.deepEqual([dormant, scoped], [[], []]);
  });

  it('a global grant alone is dormant, and the remedy says what is missing (A4, R-163)', () => {
    const key = personPrincipal({ id: 1, siteRoles: ['SiteModerator'], granted: ['wiki:standard:archive'] });
    const [row, ...rest] = callerRights(key, [], true).dormant;
    assert.deepEqual([row?.permission, row?.reason, rest], ['wiki:standard:archive', 'owner_lacks', []]);
    assert.match(row?.remedy ?? '', /wiki:standard:moderate/);
  });

  it('a role on a wiki standard is dormant without the agreement, and the reason says so (R-160)', () => {
    const roles: ScopedRole[] = [{ resource_type: 'wiki_standard', resource_id: PAGE, role: 'moderator' }];
    const key = personPrincipal({ id: 1, granted: ['wiki:revision:hide', 'wiki:standard:adopt'] });
    const reasons = (who: typeof key) => callerRights(who, roles, true).dormant.map(({ reason }) => reason);
    assert.deepEqual(reasons(key), ['agreement_not_accepted', 'owner_lacks']);
    assert.deepEqual(reasons({ ...key, contributionBarred: true }), ['contribution_barred', 'owner_lacks']);
    assert.deepEqual(callerRights(key, roles, true).scoped, []);
  });

  it('where not all projects are known, what may be held on one of the others is not called dormant', () => {
    const key = personPrincipal({ id: 1, granted: ['project:publish', 'site:admin'] });
    const { dormant, scoped_truncated } = callerRights(key, [], false);
    assert.deepEqual(dormant, [{ permission: 'site:admin', reason: 'owner_lacks' }]);
    assert.ok(scoped_truncated);
  });

  it('scoped is capped and says so', () => {
    const many = Array.from(
      { length: 500 },
      (_, at): ScopedRole => ({ ...editor, resource_id: at + 1, role: 'ProjectOwner' }),
    );
    const rights = callerRights(personPrincipal({ id: 1 }), many, true);
    assert.deepEqual([rights.scoped.length, rights.scoped_truncated], [MAX_SCOPED_PERMISSIONS, true]);
  });

  it('dormant is refused everywhere, scoped is allowed there, the rest is held by the account (R-153, R-154)', () => {
    const onProjects = fc.record({
      resource_type: fc.constant('project' as const),
      resource_id: fc.integer({ min: 1, max: 5 }),
      role: fc.constantFrom(...PROJECT_ROLES),
    });
    const onPages = fc.record({
      resource_type: fc.constant('wiki_standard' as const),
      resource_id: fc.constant(PAGE),
      role: fc.constantFrom(...WIKI_STANDARD_ROLES),
    });
    const roles = fc.array(fc.oneof(onProjects, onPages), { maxLength: 4 });
    const who = fc.record({
      granted: fc.subarray([...PERMISSIONS]),
      siteRoles: fc.subarray(['SiteContributor', 'SiteModerator', 'SiteAdmin'] as const),
      companyRole: fc.constantFrom(
        null,
        'CompanyViewer' as const,
        'CompanyEditor' as const,
        'CompanyAdmin' as const,
      ),
    });
    fc.assert(
      fc.property(who, roles, ({ granted, siteRoles, companyRole }, held) => {
        const principal = personPrincipal({
          id: 1,
          granted,
          siteRoles: [...siteRoles],
          company: companyRole ? company : null,
          companyRole,
        });
        const { dormant, scoped } = callerRights(principal, held, true);
        const dormantOnes = new Set(dormant.map(({ permission }) => permission));
        const scopedOnes = new Set(scoped.map(({ permission }) => permission));
        const subjectOf = (given: ScopedRole): Subject =>
          given.resource_type === 'project'
            ? { kind: 'project', role: given.role }
            : { kind: 'wikiStandard', roles: [given.role] };
        for (const given of held) {
          for (const permission of dormantOnes)
            assert.ok(!callerMay(principal, permission, subjectOf(given)));
        }
        for (const permission of dormantOnes) {
          assert.ok(!callerMay(principal, permission, { kind: 'wikiStandard', roles: [] }), permission);
          assert.ok(
            !callerMay(principal, permission, { kind: 'site' }) || WIKI_ROLE_NEEDED.has(permission),
            permission,
          );
        }
        for (const { permission, via } of scoped) {
          assert.ok(
            held.some((given) => given.role === via && callerMay(principal, permission, subjectOf(given))),
          );
        }
        for (const permission of granted) {
          const lists = Number(dormantOnes.has(permission)) + Number(scopedOnes.has(permission));
          assert.ok(lists <= 1);
          if (lists === 1) continue;
          if (WIKI_ROLE_NEEDED.has(permission)) {
            assert.ok(callerMay(principal, permission, { kind: 'wikiStandard', roles: [] }), permission);
            continue;
          }
          const mine = ['Account', 'Self', ...siteRoles, ...(companyRole ? [companyRole] : [])] as const;
          assert.ok(mine.some((role) => ROLE_PERMISSIONS[role].includes(permission)));
        }
      }),
    );
  });
});

describe('the table of permissions', () => {
  it('shows every permission once, in the groups a key is granted from (A3)', () => {
    assert.deepEqual(
      PERMISSION_CATALOGUE.groups.map(({ name }) => name),
      Object.keys(PERMISSION_GROUPS),
    );
    const shown = PERMISSION_CATALOGUE.groups.flatMap(({ permissions }) => permissions);
    assert.deepEqual(shown, [...PERMISSIONS]);
    assert.equal(new Set(shown).size, PERMISSION_CATALOGUE.total);
  });

  it('shows every role with what it carries and on what (A3, A18)', () => {
    assert.deepEqual(
      PERMISSION_CATALOGUE.roles.map(({ name }) => name).sort(),
      Object.keys(ROLE_PERMISSIONS).sort(),
    );
    const admin = PERMISSION_CATALOGUE.roles.find(({ name }) => name === 'CompanyAdmin');
    assert.deepEqual([admin?.held_on, admin?.project_role], ['company', 'ProjectAdmin']);
    assert.ok(admin?.permissions.includes('company:administer'));
  });
});
