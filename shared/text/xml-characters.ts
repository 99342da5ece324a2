/** Decodes the character references of an XML text, such as `&amp;`. Pure. */

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const MAX_CODE_POINT = 0x10ffff;

/**
 * A text with its references to characters, the five that XML has and those by number.
 * @param refuse throws for any other, which only a document type could explain
 */
export function decodeXmlCharacters(text: string, refuse: (reference: string) => never): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([\da-fA-F]{1,8})|#(\d{1,9})|([\w.-]+));/g, (whole, hex, decimal, named) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const known =
      named === undefined
        ? code > 0 && code <= MAX_CODE_POINT
          ? String.fromCodePoint(code)
          : undefined
        : NAMED[named];
    return known ?? refuse(whole);
  });
}
