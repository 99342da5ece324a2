/** The ASCII and Unicode forms of domains in email addresses (RFC 5890, UTS 46). Pure. */
import { domainToASCII, domainToUnicode } from 'node:url';

/** ASCII characters that end or begin another part of a URL, which the conversion would take a domain for. */
const NO_DOMAIN = /[\0-,/:-@[-^`{-\x7f]/;
const ONLY_ASCII = /^[\0-\x7f]*$/;

/** Applies a conversion to the domain of an email, in lower case; without a domain the text is as it was. */
function convertDomain(email: string, convert: (domain: string) => string): string {
  const at = email.lastIndexOf('@') + 1;
  return at === 0 ? email : email.slice(0, at) + convert(email.slice(at));
}

/**
 * The email with its domain in ASCII: `ü@bücher.example` is `ü@xn--bcher-kva.example`. Unchanged where the domain is
 * ASCII already, or has no such form.
 */
export const withAsciiDomain = (email: string): string =>
  convertDomain(email, (domain) =>
    ONLY_ASCII.test(domain) || NO_DOMAIN.test(domain) ? domain : domainToASCII(domain) || domain,
  );

/** The email with its domain as people read it, for searches. */
export const withUnicodeDomain = (email: string): string =>
  convertDomain(email, (domain) => (domain.includes('xn--') ? domainToUnicode(domain) || domain : domain));
