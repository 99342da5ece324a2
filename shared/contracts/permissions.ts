/**
 * All permissions in groups, the table of the permissions of each role, and the project role that each
 * company role means (decisions A3, A18). A role counts only on its own subject: `CompanyEditor` in the
 * scope of its company, `ProjectEditor` on that project.
 */
const STANDARD = [
  'standard:read',
  'standard:view_revisions',
  'standard:view_drafts',
  'standard:create',
  'standard:update',
  'standard:revision:save',
  'standard:customize',
  'standard:comment',
  'standard:comment:resolve',
  'standard:delete',
] as const;
const CATEGORY = ['category:read', 'category:create', 'category:update', 'category:delete'] as const;
const PROJECT = [
  'project:create',
  'project:read',
  'project:update',
  'project:revision:view',
  'project:draft:view',
  'project:draft:create',
  'project:draft:edit',
  'project:draft:delete',
  'project:publish',
  'project:archive',
  'project:export',
  'project:admin',
  'project:comment',
  'project:comment:forward',
  'project:comment:resolve',
] as const;
const FILES = [
  'project:download',
  'project:download:view',
  'project:download:edit',
  'project:download:admin',
  'project:upload',
  'project:upload:view',
  'project:upload:edit',
  'project:upload:admin',
] as const;
const DATASHEET = ['datasheet:read', 'datasheet:comment'] as const;
const WIKI = [
  'wiki:standard:read',
  'wiki:standard:create',
  'wiki:standard:edit',
  'wiki:standard:adopt',
  'wiki:standard:moderate',
  'wiki:standard:archive',
  'wiki:standard:retire_slug',
  'wiki:revision:hide',
  'wiki:adoption:revoke',
  'wiki:errata:issue',
  'wiki:errata:withdraw',
  'wiki:category:create',
  'wiki:category:update',
  'wiki:category:delete',
] as const;
const ADMINISTRATION = ['company:administer', 'site:admin'] as const;

/** The permissions a key may be granted, in the groups `GET /api/account/permissions` shows. */
export const PERMISSION_GROUPS = {
  standards: STANDARD,
  categories: CATEGORY,
  projects: PROJECT,
  files: FILES,
  datasheets: DATASHEET,
  wiki: WIKI,
  administration: ADMINISTRATION,
} as const;

export type Permission = (typeof PERMISSION_GROUPS)[keyof typeof PERMISSION_GROUPS][number];

/** Every permission, in the order of the groups. */
export const PERMISSIONS: readonly Permission[] = Object.values(PERMISSION_GROUPS).flat();

export const SITE_ROLES = ['SiteContributor', 'SiteModerator', 'SiteAdmin'] as const;
export const COMPANY_ROLES = ['CompanyViewer', 'CompanyEditor', 'CompanyAdmin'] as const;
export const PROJECT_ROLES = ['ProjectViewer', 'ProjectEditor', 'ProjectAdmin', 'ProjectOwner'] as const;
export const WIKI_STANDARD_ROLES = ['adopter', 'moderator'] as const;

export type SiteRole = (typeof SITE_ROLES)[number];
export type CompanyRole = (typeof COMPANY_ROLES)[number];
export type ProjectRole = (typeof PROJECT_ROLES)[number];
export type WikiStandardRole = (typeof WIKI_STANDARD_ROLES)[number];
/** `Account` is what every signed-in account has, `Self` what it has in its own user scope. */
export type Role = 'Account' | 'Self' | SiteRole | CompanyRole | ProjectRole | WikiStandardRole;

const exclude = (list: readonly Permission[], ...gone: Permission[]): Permission[] =>
  list.filter((p) => !gone.includes(p));

const siteModerator: Permission[] = [
  'wiki:standard:moderate',
  'wiki:standard:archive',
  'wiki:revision:hide',
  'wiki:adoption:revoke',
  'wiki:errata:withdraw',
  'wiki:category:create',
  'wiki:category:update',
  'wiki:category:delete',
];
const companyViewer: Permission[] = ['standard:read', 'standard:view_revisions', 'category:read'];
const companyEditor: Permission[] = [
  ...companyViewer,
  'standard:create',
  'standard:update',
  'standard:view_drafts',
  'standard:revision:save',
  'standard:customize',
  'category:create',
  'category:update',
];
const projectViewer: Permission[] = [
  'project:read',
  'project:revision:view',
  'project:download',
  'project:comment',
  'datasheet:read',
  'standard:read',
  'standard:view_revisions',
  'category:read',
];
const projectEditor: Permission[] = [
  ...projectViewer,
  'project:draft:view',
  'project:draft:create',
  'project:draft:edit',
  'project:upload',
  'project:upload:view',
  'project:download:view',
  'project:comment:forward',
  'project:comment:resolve',
  ...exclude(STANDARD, 'standard:delete', 'standard:read', 'standard:view_revisions'),
  ...exclude(CATEGORY, 'category:read'),
];
const projectAdmin: Permission[] = [
  ...projectEditor,
  'project:update',
  'project:publish',
  'project:draft:delete',
  'project:archive',
  'project:export',
  'project:admin',
  'project:upload:edit',
  'project:upload:admin',
  'project:download:edit',
  'project:download:admin',
  'standard:delete',
];

/** Decisions A18, row by row. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  Account: ['project:create', 'standard:read', 'standard:view_revisions', 'category:read'],
  Self: [...STANDARD, ...CATEGORY],
  SiteContributor: ['wiki:standard:read', 'wiki:standard:create', 'wiki:standard:edit'],
  SiteModerator: siteModerator,
  SiteAdmin: [...siteModerator, 'wiki:standard:retire_slug', 'site:admin', ...STANDARD, ...CATEGORY],
  CompanyViewer: companyViewer,
  CompanyEditor: companyEditor,
  CompanyAdmin: [...companyEditor, 'standard:delete', 'category:delete', 'company:administer'],
  ProjectViewer: projectViewer,
  ProjectEditor: projectEditor,
  ProjectAdmin: projectAdmin,
  ProjectOwner: projectAdmin,
  adopter: ['wiki:standard:adopt', 'wiki:errata:issue', 'wiki:errata:withdraw'],
  moderator: [
    'wiki:standard:moderate',
    'wiki:standard:archive',
    'wiki:revision:hide',
    'wiki:adoption:revoke',
    'wiki:errata:withdraw',
  ],
};

/** What a company role means on the projects of that company (A18). */
export const PROJECT_ROLE_OF_COMPANY_ROLE: Readonly<Record<CompanyRole, ProjectRole>> = {
  CompanyViewer: 'ProjectViewer',
  CompanyEditor: 'ProjectEditor',
  CompanyAdmin: 'ProjectAdmin',
};
