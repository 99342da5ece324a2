/** The paths of the pages of the console, which the gateway serves; `:name` is any part. */
export const PAGE_PATHS = {
  home: '/',
  signIn: '/sign-in',
  register: '/register',
  resetPassword: '/reset-password',
  account: '/account',
  standards: '/standards',
  newStandard: '/standards/new',
  standard: '/standards/:id',
  editStandard: '/standards/:id/edit',
  publishStandard: '/standards/:id/publish',
  standardSettings: '/standards/:id/settings',
  customizeStandard: '/standards/:id/customize',
  mergeStandard: '/standards/:id/merge',
  changelog: '/standards/:id/changelog',
  compare: '/standards/:id/compare',
  search: '/search',
  wikiLibraries: '/wiki',
  wikiLibrary: '/wiki/:library',
  wikiPage: '/wiki/:library/:standard',
  wikiHistory: '/wiki/:library/:standard/history',
  wikiCompare: '/wiki/:library/:standard/compare',
  moderationLog: '/moderation-log',
  verify: '/verify',
  styles: '/console/styles',
} as const;

export type PageName = keyof typeof PAGE_PATHS;
