/**
 * Tests of the table of roles against decision A18, written here a second time: every role × every kind of place ×
 * every permission, for sessions and keys.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { personPrincipal, withKey } from '../../../test/people.ts';
import { PERMISSIONS, type ProjectRole, type WikiStandardRole } from '../../contracts/permissions.ts';
import { accountMay, callerMay, couldEverHave, type Subject } from './authorization.ts';
import type { UserPrincipal } from './principal.ts';

type Words = readonly string[];
/** `standard:read, view_revisions` -> each with its prefix; a star is every one of that prefix. */
const words = (text: string): string[] => {
  let prefix = '';
  return text.split(/,\s*/).flatMap((word) => {
    if (word.endsWith('*')) return PERMISSIONS.filter((each) => each.startsWith(word.slice(0, -1)));
    if (word.includes(':') && /^(standard|category|project|datasheet|wiki|company|site):/.test(word)) {
      prefix = word.slice(0, word.lastIndexOf(':') + 1);
      return [word];
    }
    return [`${prefix}${word}`];
  });
};
const without = (list: Words, ...gone: string[]): string[] => list.filter((word) => !gone.includes(word));

const STANDARD = words('standard:*');
const CATEGORY = words('category:*');

// *Any account*
const anywhere = words('project:create');
const globalReader = words('standard:read, view_revisions, category:read');
const self = [...STANDARD, ...CATEGORY];
// *SiteContributor*, *SiteModerator*, *SiteAdmin*
const contributor = words('wiki:standard:read, create, edit');
const siteModerator = words(
  'wiki:standard:moderate, wiki:standard:archive, wiki:revision:hide, wiki:adoption:revoke, wiki:errata:withdraw, wiki:category:*',
);
const siteAdmin = [...siteModerator, 'site:admin', 'wiki:standard:retire_slug'];
// *CompanyViewer*, *CompanyEditor*, *CompanyAdmin*
const companyViewer = words('standard:read, view_revisions, category:read');
const companyEditor = [
  ...companyViewer,
  ...words(
    'standard:create, update, view_drafts, standard:revision:save, standard:customize, category:create, update',
  ),
];
const companyAdmin = [...companyEditor, ...words('standard:delete, category:delete, company:administer')];
// *ProjectViewer* (with S21: category:read there), *ProjectEditor*, *ProjectAdmin*, *ProjectOwner*
const projectViewer = words(
  'project:read, project:revision:view, project:download, project:comment, datasheet:read, standard:read, view_revisions, category:read',
);
const projectEditor = [
  ...projectViewer,
  ...words('project:draft:view, create, edit, project:upload, project:upload:view, project:download:view'),
  ...words('project:comment:forward, resolve'),
  ...without(STANDARD, 'standard:delete'),
  ...CATEGORY,
];
const projectAdmin = [
  ...projectEditor,
  ...words('project:update, publish, project:draft:delete, project:archive, export, admin'),
  ...words('project:upload:edit, admin, project:download:edit, admin, standard:delete'),
];
const ON_PROJECT: Readonly<Record<ProjectRole, Words>> = {
  ProjectViewer: projectViewer,
  ProjectEditor: projectEditor,
  ProjectAdmin: projectAdmin,
  ProjectOwner: projectAdmin,
};
// *adopter*, *moderator*
const ON_PAGE: Readonly<Record<WikiStandardRole, Words>> = {
  adopter: words('wiki:standard:adopt, wiki:errata:issue, withdraw'),
  moderator: words(
    'wiki:standard:moderate, wiki:standard:archive, wiki:revision:hide, wiki:adoption:revoke, wiki:errata:withdraw',
  ),
};
const needsWikiRole = [...new Set([...ON_PAGE.adopter, ...ON_PAGE.moderator])];

const acme = { id: 10, name: 'Acme' };
const person = (more: Omit<Parameters<typeof personPrincipal>[0], 'id'> = {}): UserPrincipal =>
  personPrincipal({ id: 1, ...more });
const people: Readonly<Record<string, UserPrincipal>> = {
  'an account': person(),
  SiteContributor: person({ siteRoles: ['SiteContributor'] }),
  SiteModerator: person({ siteRoles: ['SiteModerator'] }),
  SiteAdmin: person({ siteRoles: ['SiteAdmin'] }),
  'SiteAdmin who accepted the agreement': person({ siteRoles: ['SiteContributor', 'SiteAdmin'] }),
  CompanyViewer: person({ company: acme, companyRole: 'CompanyViewer' }),
  CompanyEditor: person({ company: acme, companyRole: 'CompanyEditor' }),
  CompanyAdmin: person({ company: acme, companyRole: 'CompanyAdmin' }),
};
const IN_COMPANY: Readonly<Record<string, Words>> = {
  CompanyViewer: companyViewer,
  CompanyEditor: companyEditor,
  CompanyAdmin: companyAdmin,
};
const ON_SITE: Readonly<Record<string, Words>> = {
  SiteContributor: contributor,
  SiteModerator: siteModerator,
  SiteAdmin: siteAdmin,
  'SiteAdmin who accepted the agreement': [...siteAdmin, ...contributor],
};
const isModerator = (name: string): boolean => /^Site(Moderator|Admin)/.test(name);
const isContributor = (name: string): boolean => name === 'SiteContributor' || name.includes('accepted');

interface Place {
  name: string;
  subject: Subject;
  /** What A18 says a person may do there. */
  allows(who: string): Words;
  /** Permissions that mean something there; default all. */
  about?(permission: string): boolean;
}

const scope = (
  subject_type: 'global' | 'company' | 'project' | 'user',
  subject_id: number | null,
): Subject => ({
  kind: 'scope',
  scope: { subject_type, subject_id },
});
const nothing = (): Words => [];
// "company:administer" is about the company itself and "project:create" about no place: neither is a question
// about a scope.
const aboutScopes = (permission: string): boolean => /^(standard|category):/.test(permission);

const PLACES: Place[] = [
  {
    name: 'the site',
    subject: { kind: 'site' },
    allows: (who) => [...anywhere, ...(ON_SITE[who] ?? [])],
    about: (permission) => !aboutScopes(permission),
  },
  {
    name: 'global scope',
    subject: scope('global', null),
    allows: (who) => (who.startsWith('SiteAdmin') ? self : globalReader),
    about: aboutScopes,
  },
  { name: 'the own user scope', subject: scope('user', 1), allows: () => self },
  { name: "another's user scope", subject: scope('user', 2), allows: nothing },
  {
    name: 'the company 10',
    subject: scope('company', 10),
    allows: (who) => IN_COMPANY[who] ?? [],
    about: aboutScopes,
  },
  { name: 'the company 11', subject: scope('company', 11), allows: nothing },
  {
    name: 'company 10 as such',
    subject: { kind: 'company', companyId: 10 },
    allows: (who) => IN_COMPANY[who] ?? [],
    about: (permission) => permission === 'company:administer',
  },
  { name: 'company 11 as such', subject: { kind: 'company', companyId: 11 }, allows: nothing },
  { name: 'a project without a role', subject: { kind: 'project', role: null }, allows: nothing },
  { name: 'its scope without a role', subject: scope('project', 7), allows: nothing },
  ...(['ProjectViewer', 'ProjectEditor', 'ProjectAdmin', 'ProjectOwner'] as const).flatMap(
    (role): Place[] => [
      { name: `a project as ${role}`, subject: { kind: 'project', role }, allows: () => ON_PROJECT[role] },
      {
        name: `its scope as ${role}`,
        subject: { kind: 'scope', scope: { subject_type: 'project', subject_id: 7 }, projectRole: role },
        // A viewer reads what the project holds, not what is filed in its scope.
        allows: () =>
          role === 'ProjectViewer'
            ? without(ON_PROJECT[role], 'standard:read', 'standard:view_revisions')
            : ON_PROJECT[role],
      },
      {
        name: `company 11 with a slip of ${role} on some project`,
        subject: { kind: 'scope', scope: { subject_type: 'company', subject_id: 11 }, projectRole: role },
        allows: nothing,
      },
    ],
  ),
  ...([[], ['adopter'], ['moderator'], ['adopter', 'moderator']] as const).map(
    (roles): Place => ({
      name: `a wiki page with ${roles.join(' and ') || 'no role'}`,
      subject: { kind: 'wikiStandard', roles },
      allows: (who) => [
        ...without(ON_SITE[who] ?? [], ...needsWikiRole),
        ...(isModerator(who) ? needsWikiRole : []),
        ...(isContributor(who) ? roles.flatMap((role) => ON_PAGE[role]) : []),
      ],
      about: (permission) => permission.startsWith('wiki:'),
    }),
  ),
];

describe('who may do what where (A18)', () => {
  let requested = 0;
  for (const [who, principal] of Object.entries(people)) {
    for (const { name, subject, allows, about = () => true } of PLACES) {
      it(`${who} on ${name}`, () => {
        const allowed = new Set(allows(who));
        for (const permission of PERMISSIONS.filter(about)) {
          requested += 1;
          const expected = allowed.has(permission);
          assert.equal(callerMay(principal, permission, subject), expected, permission);
          assert.equal(accountMay(principal, permission, subject), expected, `${permission}, the account`);
          // Document 1, Authentication 3: granted ∩ what its owner may.
          const others = PERMISSIONS.filter((each) => each !== permission);
          assert.equal(
            callerMay(withKey(principal, PERMISSIONS), permission, subject),
            expected,
            `${permission}, full key`,
          );
          assert.equal(
            callerMay(withKey(principal, others), permission, subject),
            false,
            `${permission}, key without it`,
          );
          assert.equal(
            accountMay(withKey(principal, others), permission, subject),
            expected,
            `${permission}, the key's owner`,
          );
          // What is permitted anywhere is not refused before the place is looked at.
          if (expected) assert.ok(couldEverHave(principal, permission), `${permission}, somewhere`);
        }
      });
    }
  }

  it('asks about every role, every permission and every kind of place', () => {
    assert.ok(requested > 5_000, String(requested));
    const kinds = new Set(PLACES.map(({ subject }) => subject.kind));
    assert.deepEqual([...kinds].sort(), ['company', 'project', 'scope', 'site', 'wikiStandard']);
    const result = new Set(
      PLACES.flatMap(({ allows }) => Object.keys(people).flatMap((who) => [...allows(who)])),
    );
    const silent = PERMISSIONS.filter((permission) => !result.has(permission));
    assert.deepEqual(silent, ['datasheet:comment'], 'A18 gives the closed legacy comments to nobody');
  });
});

describe('actions that need a wiki role (A4, W12)', () => {
  const page: Subject = { kind: 'wikiStandard', roles: [] };
  const moderator = person({ siteRoles: ['SiteModerator'] });

  for (const permission of PERMISSIONS.filter((each) => needsWikiRole.includes(each))) {
    it(`${permission}: a role on the page, or the global wiki:standard:moderate; any other global grant alone is 403`, () => {
      const only = withKey(moderator, [permission]);
      assert.equal(
        callerMay(only, permission, page),
        permission === 'wiki:standard:moderate',
        'a key that carries it alone',
      );
      assert.ok(
        callerMay(withKey(moderator, [permission, 'wiki:standard:moderate']), permission, page),
        'with the bypass',
      );
      const bypass = withKey(moderator, ['wiki:standard:moderate']);
      assert.equal(
        callerMay(bypass, permission, page),
        permission === 'wiki:standard:moderate',
        'the bypass is no permission',
      );
      for (const role of ['adopter', 'moderator'] as const) {
        const carried = ON_PAGE[role].includes(permission);
        const holder = withKey(person({ siteRoles: ['SiteContributor'] }), [permission]);
        assert.equal(callerMay(holder, permission, { kind: 'wikiStandard', roles: [role] }), carried, role);
        const asleep = withKey(person(), [permission]);
        assert.ok(
          !callerMay(asleep, permission, { kind: 'wikiStandard', roles: [role] }),
          `${role} without the agreement`,
        );
        assert.ok(!couldEverHave(asleep, permission), 'Authentication 8: 403 at once');
      }
    });
  }

  it('slug retirement needs the administrator; no role on a page and no bypass opens it (R-164)', () => {
    const both: Subject = { kind: 'wikiStandard', roles: ['adopter', 'moderator'] };
    const contributing = person({ siteRoles: ['SiteContributor', 'SiteModerator'] });
    assert.ok(!callerMay(contributing, 'wiki:standard:retire_slug', both));
    const administrator = withKey(person({ siteRoles: ['SiteAdmin'] }), ['wiki:standard:retire_slug']);
    assert.ok(callerMay(administrator, 'wiki:standard:retire_slug', page), 'and needs no role there');
  });
});

it('an anonymous caller may do nothing, and a service acting for itself everything', () => {
  for (const { subject } of PLACES) {
    for (const permission of PERMISSIONS) {
      assert.ok(!callerMay({ kind: 'anonymous', channel: 'http' }, permission, subject));
      assert.ok(callerMay({ kind: 'system', service: 'files', channel: 'bus' }, permission, subject));
    }
  }
});
