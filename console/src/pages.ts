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
  account: { load: () => import('./pages/account.tsx'), isPrivate: true },
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
  wikiCompare: { load: () => import('./pages/wiki-compare.tsx') },
  moderationLog: { load: () => import('./pages/moderation-log.tsx') },
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
