/** Character references of XML, and the five entities it has without declarations. */
const REFERENCE = /&(#x[\da-f]{1,6};|#\d{1,7};|(?:lt|gt|amp|quot|apos);)?/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  'lt;': '<',
  'gt;': '>',
  'amp;': '&',
  'quot;': '"',
  'apos;': "'",
};

/** The text with its references replaced; null where one is unknown. */
export function decodeReferences(text: string): string | null {
  let isKnown = true;
  const decoded = text.replace(REFERENCE, (_, name: string | undefined) => {
    const character = name === undefined ? undefined : (ENTITIES[name] ?? characterOf(name));
    if (character === undefined) isKnown = false;
    return character ?? '';
  });
  return isKnown ? decoded : null;
}

function characterOf(name: string): string | undefined {
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1, -1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
