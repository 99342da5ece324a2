/** The paths of the pages of the console, which the gateway serves; `:name` is any part. */
export const PAGE_PATHS = {
  home: '/',
  signIn: '/sign-in',
  register: '/register',
  resetPassword: '/reset-password',
  account: '/account',
  standards: '/standards',
  standard: '/standards/:id',
  compare: '/standards/:id/compare',
  search: '/search',
  wikiLibraries: '/wiki',
  wikiLibrary: '/wiki/:library',
  wikiPage: '/wiki/:library/:standard',
  wikiHistory: '/wiki/:library/:standard/history',
  wikiCompare: '/wiki/:library/:standard/compare',
  moderationLog: '/moderation-log',
  styles: '/console/styles',
} as const;

export type PageName = keyof typeof PAGE_PATHS;

/** The parameters of a path where a pattern fits it; null where it does not. Parts that are badly encoded fit none. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const names = pattern.split('/');
  const parts = path.split('/');
  if (names.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? '';
    if (!name.startsWith(':')) {
      if (name !== part) return null;
      continue;
    }
    try {
      params[name.slice(1)] = decodeURIComponent(part);
    } catch {
      return null;
    }
    if (part === '') return null;
  }
  return params;
}
