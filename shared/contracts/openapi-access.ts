/** The sentences of the OpenAPI document about what an operation needs: credential, permissions, roles. */
import type { EndpointSpec } from './endpoint.ts';

const inWords = (words: readonly string[]): string =>
  new Intl.ListFormat('en-GB').format(words.map((word) => `\`${word}\``));

/** What a caller needs, as "Requires `standard:create`." */
export function describeAccess({
  auth,
  permissions,
  optionalPermissions = [],
  closed,
}: EndpointSpec): string {
  if (closed) return '';
  const needed = permissions.length > 0 ? [`Requires ${inWords(permissions)}.`] : [];
  if (auth === 'none') needed.push('Requires no credential.');
  if (auth === 'session_only') needed.push('Requires a browser session; keys are refused.');
  if (auth === 'key_or_session' && permissions.length === 0)
    needed.push('Requires a key or a session, and no permission.');
  if (optionalPermissions.length > 0) needed.push(`Allows more with ${inWords(optionalPermissions)}.`);
  return needed.join(' ');
}
