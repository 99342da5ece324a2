/**
 * Check that no response contains data of another tenant, or a credential except where it is created
 * (hardening H1; R23).
 */

import type { FuzzExchange } from '../world/fuzz-world.ts';
import type { FuzzPrincipal } from '../world/principals.ts';
import { createFinding, type Finding } from './finding.ts';

/** Where the administrator of the site sees everybody by contract: accounts and the audit trail. */
const SEES_EVERYBODY = new Set<string>(['admin.users.list', 'admin.users.update', 'admin.audit.list']);
/** Whoever holds the token of a mail is told to whom it went. */
const NAMES_THE_ACCOUNT = new Set<string>(['account.verifyEmail', 'account.passwordReset.confirm']);
/** The only answers that show a key. */
const SHOWS_KEY = new Set<string>(['account.keys.create', 'account.keys.rotate']);

export function checkTenantIsolation(
  { request, who, response }: FuzzExchange,
  principals: readonly FuzzPrincipal[],
): Finding[] {
  const { endpoint } = request;
  const text = `${response.text}\n${JSON.stringify(response.headers)}`;
  const sent = `${JSON.stringify(request.body)}${JSON.stringify(request.query)}${JSON.stringify(request.path)}${request.raw ?? ''}`;
  const found: Finding[] = [];
  const marks = new Map(
    principals
      .filter(({ mark, tenant }) => mark !== '' && tenant !== who.tenant)
      .map(({ mark, tenant }) => [mark, tenant]),
  );
  for (const [mark, tenant] of marks) {
    const seen = text.indexOf(mark);
    if (endpoint !== null && NAMES_THE_ACCOUNT.has(endpoint)) continue;
    if (
      seen < 0 ||
      sent.includes(mark) ||
      (who.tenant === 'site' && endpoint !== null && SEES_EVERYBODY.has(endpoint))
    )
      continue;
    found.push(
      createFinding(
        'no other tenant’s data',
        endpoint,
        tenant,
        `${who.name} is shown data of ${tenant}: …${text.slice(Math.max(0, seen - 120), seen + 80)}…`,
      ),
    );
  }
  if (response.status < 400 && endpoint !== null && SHOWS_KEY.has(endpoint)) return found;
  const secret = /css_(?:live|test)_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}/.exec(text)?.[0];
  if (secret)
    found.push(
      createFinding('no credential', endpoint, 'key', `the response holds a key: ${secret.slice(0, 14)}…`),
    );
  for (const { credential } of principals)
    if (credential.cookie && response.text.includes(credential.cookie.split('=')[1] ?? credential.cookie))
      found.push(createFinding('no credential', endpoint, 'session', 'the response holds a session token'));
  return found;
}
