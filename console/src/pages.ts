/** The pages of the console; each is loaded when it is first shown. */
import type { ComponentType } from 'preact';
import { matchPath } from '../../shared/contracts/path-template.ts';
import { PAGE_PATHS, type PageName } from '../page-paths.ts';
import type { PageProps } from './page-props.ts';

interface PageModule {
  default: ComponentType<PageProps>;
}

interface PageEntry {
  load: () => Promise<PageModule>;
  /** Whether it is for people who are signed in. */
  isPrivate?: true;
}

const PAGES: Readonly<Record<PageName, PageEntry>> = {
  home: { load: () => import('./pages/home.tsx') },
  signIn: { load: () => import('./pages/sign-in.tsx') },
  register: { load: () => import('./pages/register.tsx') },
  resetPassword: { load: () => import('./pages/reset-password.tsx') },
  account: { load: () => import('./pages/account/page.tsx'), isPrivate: true },
  keyUsage: { load: () => import('./pages/account/key-usage.tsx'), isPrivate: true },
  company: { load: () => import('./pages/company/page.tsx'), isPrivate: true },
  admin: { load: () => import('./pages/admin/accounts.tsx'), isPrivate: true },
  adminSite: { load: () => import('./pages/admin/site.tsx'), isPrivate: true },
  adminAudit: { load: () => import('./pages/admin/audit.tsx'), isPrivate: true },
  moderation: { load: () => import('./pages/moderation/worklist.tsx'), isPrivate: true },
  matter: { load: () => import('./pages/moderation/matter.tsx'), isPrivate: true },
  standards: { load: () => import('./pages/standards.tsx'), isPrivate: true },
  newStandard: { load: () => import('./pages/new-standard.tsx'), isPrivate: true },
  standard: { load: () => import('./pages/standard.tsx'), isPrivate: true },
  editStandard: { load: () => import('./pages/standard-edit/page.tsx'), isPrivate: true },
  publishStandard: { load: () => import('./pages/publish-standard.tsx'), isPrivate: true },
  standardSettings: { load: () => import('./pages/standard-settings.tsx'), isPrivate: true },
  customizeStandard: { load: () => import('./pages/customize-standard.tsx'), isPrivate: true },
  mergeStandard: { load: () => import('./pages/merge-standard/page.tsx'), isPrivate: true },
  changelog: { load: () => import('./pages/changelog.tsx'), isPrivate: true },
  compare: { load: () => import('./pages/compare.tsx'), isPrivate: true },
  search: { load: () => import('./pages/search.tsx') },
  wikiLibraries: { load: () => import('./pages/wiki-libraries.tsx') },
  wikiLibrary: { load: () => import('./pages/wiki-library.tsx') },
  wikiPage: { load: () => import('./pages/wiki-page.tsx') },
  wikiHistory: { load: () => import('./pages/wiki-history.tsx') },
  wikiManage: { load: () => import('./pages/wiki-manage/page.tsx'), isPrivate: true },
  wikiEdit: { load: () => import('./pages/wiki-edit.tsx'), isPrivate: true },
  wikiCitations: { load: () => import('./pages/wiki-citations.tsx') },
  wikiCompare: { load: () => import('./pages/wiki-compare.tsx') },
  moderationLog: { load: () => import('./pages/moderation-log.tsx') },
  projects: { load: () => import('./pages/projects/list.tsx'), isPrivate: true },
  newProject: { load: () => import('./pages/projects/new.tsx'), isPrivate: true },
  project: { load: () => import('./pages/projects/overview.tsx'), isPrivate: true },
  editProject: { load: () => import('./pages/projects/edit.tsx'), isPrivate: true },
  projectStandards: { load: () => import('./pages/projects/standards.tsx'), isPrivate: true },
  projectDatasheets: { load: () => import('./pages/projects/datasheets.tsx'), isPrivate: true },
  datasheet: { load: () => import('./pages/projects/datasheet/page.tsx'), isPrivate: true },
  upgradeDatasheet: { load: () => import('./pages/projects/upgrade/page.tsx'), isPrivate: true },
  datasheetHistory: { load: () => import('./pages/projects/datasheet/history.tsx'), isPrivate: true },
  filledStandard: { load: () => import('./pages/projects/standard-with-values.tsx'), isPrivate: true },
  projectPublish: { load: () => import('./pages/projects/publish/page.tsx'), isPrivate: true },
  projectRevisions: { load: () => import('./pages/projects/revisions.tsx'), isPrivate: true },
  projectRevision: { load: () => import('./pages/projects/revision.tsx'), isPrivate: true },
  projectAddendum: { load: () => import('./pages/projects/addendum.tsx'), isPrivate: true },
  projectMembers: { load: () => import('./pages/projects/members.tsx'), isPrivate: true },
  projectComments: { load: () => import('./pages/projects/comments/page.tsx'), isPrivate: true },
  projectFiles: { load: () => import('./pages/projects/files/page.tsx'), isPrivate: true },
  projectChanges: { load: () => import('./pages/projects/changes/page.tsx'), isPrivate: true },
  verify: { load: () => import('./pages/verify/page.tsx') },
  styles: { load: () => import('./pages/styles.tsx') },
};

const NOT_FOUND: PageEntry = { load: () => import('./pages/not-found.tsx') };

/** The page of a path with its parameters. */
export function findPage(path: string): { page: PageEntry; params: Record<string, string> } {
  const patterns: Readonly<Record<string, string>> = PAGE_PATHS;
  for (const [name, page] of Object.entries(PAGES)) {
    const params = matchPath(patterns[name] ?? '', path);
    if (params) return { page, params };
  }
  return { page: NOT_FOUND, params: {} };
}
