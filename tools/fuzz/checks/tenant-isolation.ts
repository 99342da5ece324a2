/**
 * Check of one response for the mark of another tenant, a session token of a principal, or an API key where
 * none is created. What the request itself sent is allowed, and so are a few named
 * endpoints.
 */
import type { FuzzExchange } from '../world/fuzz-world.ts';
import type { FuzzPrincipal } from '../world/principals.ts';
import { createFinding, type Finding } from './finding.ts';

/** Endpoints that show a site administrator all accounts, by contract. */
const LISTS_ALL_ACCOUNTS = new Set<string>(['admin.users.list', 'admin.users.update', 'admin.audit.list']);
/** Endpoints that show the email of the account that a mailed token belongs to. */
const RETURNS_ACCOUNT_EMAIL = new Set<string>(['account.verifyEmail', 'account.passwordReset.confirm']);
/** Endpoints whose response contains a new key. */
const RETURNS_NEW_KEY = new Set<string>(['account.keys.create', 'account.keys.rotate']);

export function checkTenantIsolation(
  { request, who, response, sentAddresses }: FuzzExchange,
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
    if (!text.includes(mark)) continue;
    // Contacts of a project are shown as they were sent, and may belong to any account.
    const shown = [...sentAddresses].reduce((rest, address) => rest.replaceAll(address, ''), text);
    const seen = shown.indexOf(mark);
    if (endpoint !== null && RETURNS_ACCOUNT_EMAIL.has(endpoint)) continue;
    if (
      seen < 0 ||
      sent.includes(mark) ||
      (who.tenant === 'site' && endpoint !== null && LISTS_ALL_ACCOUNTS.has(endpoint))
    )
      continue;
    found.push(
      createFinding(
        'no other tenant’s data',
        endpoint,
        tenant,
        `${who.name} is shown data of ${tenant}: …${shown.slice(Math.max(0, seen - 120), seen + 80)}…`,
      ),
    );
  }
  if (response.status < 400 && endpoint !== null && RETURNS_NEW_KEY.has(endpoint)) return found;
  const secret = /css_(?:live|test)_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}/.exec(text)?.[0];
  if (secret)
    found.push(
      createFinding('no credential', endpoint, 'key', `the response contains a key: ${secret.slice(0, 14)}…`),
    );
  for (const { credential } of principals)
    if (credential.cookie && response.text.includes(credential.cookie.split('=')[1] ?? credential.cookie))
      found.push(
        createFinding('no credential', endpoint, 'session', 'the response contains a session token'),
      );
  return found;
}
