/** The path of BASE_URL, below which a proxy in front serves this deployment. */

/** Such as `/specs`, without a trailing slash; empty for a deployment at the root of its host. */
export const basePathOf = (baseUrl: string | null): string =>
  baseUrl === null ? '' : new URL(baseUrl).pathname.replace(/\/+$/, '');
