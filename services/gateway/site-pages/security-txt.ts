/** `/.well-known/security.txt`: to whom a weakness is reported (RFC 9116). */
import type { Config } from '../../../shared/kernel/node/config.ts';
import type { SitePage } from './site-page.ts';

const DAY_MS = 86_400_000;
/** The RFC recommends less than a year. */
const VALID_DAYS = 180;

/** @param now in milliseconds since 1970; the page is the same for a day */
export function securityTxt(
  { baseUrl, securityContact }: Pick<Config, 'baseUrl' | 'securityContact'>,
  now: number,
): SitePage {
  const expires = new Date((Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS);
  const host = baseUrl === null ? 'localhost' : new URL(baseUrl).hostname;
  const lines = [
    '# Say what you did, what you saw and what you expected, with the X-Request-Id of the answer. Send no data of others.',
    // The mailbox that RFC 2142 gives this name.
    `Contact: ${securityContact ?? `mailto:security@${host}`}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    ...(baseUrl === null ? [] : [`Canonical: ${baseUrl}/.well-known/security.txt`]),
  ];
  return { type: 'text/plain; charset=utf-8', content: `${lines.join('\n')}\n` };
}
