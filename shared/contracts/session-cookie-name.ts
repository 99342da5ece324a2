/**
 * The name of the session cookie. With the prefix `__Host-` only this host can set it, and it must have path `/`;
 * below a base path the prefix is `__Secure-` (decisions A11, Y22).
 * @param basePath the path of BASE_URL; empty for the root
 */
export function sessionCookieName(isHttps: boolean, basePath: string): string {
  if (!isHttps) return 'css_session';
  return basePath === '' ? '__Host-css_session' : '__Secure-css_session';
}
