/**
 * The name of the session cookie. Browsers let only this very host set a cookie with the prefix `__Host-`, which must
 * be for the whole host; below a path it has the prefix `__Secure-` and is not sent to the neighbours (decisions A11,
 * Y22).
 * @param basePath the path of BASE_URL; empty for the root
 */
export function sessionCookieName(isHttps: boolean, basePath: string): string {
  if (!isHttps) return 'css_session';
  return basePath === '' ? '__Host-css_session' : '__Secure-css_session';
}
