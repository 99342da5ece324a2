/**
 * The rules for SVG files: a drawing without script, events, styles from elsewhere or links out of the file.
 * Everything that is not named here is refused, so that no reader sees more than was checked.
 */
import { findAttributeFault, findCssFault } from './svg-attributes.ts';

const MAX_DEPTH = 256;
/** Maximum number of attributes of one element. Editors write about 30. */
const MAX_ATTRIBUTES = 200;
const MAX_NAME_LENGTH = 100;

const ELEMENTS: ReadonlySet<string> = new Set(
  `svg g defs symbol use title desc metadata switch view path rect circle ellipse line polyline polygon image text
  tspan textPath style linearGradient radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix
  feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
  feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence`.split(/\s+/),
);

const DECLARATION =
  /^\uFEFF?(?:<\?xml\s+version=["']1\.0["'](?:\s+encoding=["']utf-8["'])?(?:\s+standalone=["'](?:yes|no)["'])?\s*\?>)?/i;
/** The document types of SVG itself, without declarations of entities. */
const DOCUMENT_TYPE =
  /^<!DOCTYPE\s+svg(?:\s+PUBLIC\s+"-\/\/W3C\/\/DTD SVG [^"<>[]*"\s+"https?:\/\/www\.w3\.org\/[^"<>[]*")?\s*>/;
const NAME = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const TAG_START = new RegExp(`<(/?)(${NAME})`, 'y');
const TAG_END = /\s*(\/?)>/y;
/** Up to the quotation mark that opens the value. */
const ATTRIBUTE_START = new RegExp(`\\s+(${NAME})\\s*=\\s*(["'])`, 'y');
const NO_MARKUP = 'contains markup other than elements, attributes and comments';
const LONG_NAME = `has a name of more than ${MAX_NAME_LENGTH} characters`;

/** @returns the fault as the end of a sentence; null when there is none */
export function findSvgFault(bytes: Uint8Array): string | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return 'is not UTF-8 text';
  }
  if (text.includes('\0')) return 'contains the control character U+0000';
  return new SvgReader(text).findFault();
}

class SvgReader {
  readonly #text: string;
  readonly #open: string[] = [];
  /** The text of the open <style> so far: a browser joins its parts, so they are checked together. */
  #css = '';
  #at = 0;
  #hasRoot = false;

  constructor(text: string) {
    this.#text = text;
  }

  findFault(): string | null {
    this.#at = DECLARATION.exec(this.#text)?.[0].length ?? 0;
    while (this.#at < this.#text.length) {
      const fault = this.#readNext();
      if (fault !== null) return fault;
    }
    return this.#hasRoot && this.#open.length === 0 ? null : 'is not a complete SVG drawing';
  }

  #readNext(): string | null {
    const text = this.#text;
    const at = this.#at;
    if (text[at] !== '<') return this.#readText();
    if (text.startsWith('<!--', at)) return this.#skipTo('-->', 4);
    if (text.startsWith('<![CDATA[', at)) return this.#readData();
    if (!this.#hasRoot && text.startsWith('<!DOCTYPE', at)) {
      const [type] = DOCUMENT_TYPE.exec(text.slice(at, at + 500)) ?? [];
      if (type === undefined) return 'has a document type other than that of SVG, or declares entities';
      this.#at += type.length;
      return null;
    }
    const [, closing = '', name = ''] = this.#match(TAG_START) ?? [];
    if (name === '') return NO_MARKUP;
    if (name.length > MAX_NAME_LENGTH) return LONG_NAME;
    if (closing === '') return this.#enter(name);
    return this.#match(TAG_END)?.[1] === '' ? this.#close(name) : NO_MARKUP;
  }

  /** Matches at the current position, and moves after the match. */
  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  #enter(name: string): string | null {
    const local = name.replace(/^svg:/, '');
    if (this.#open.length === 0 && (this.#hasRoot || local !== 'svg')) return 'is not one SVG drawing';
    if (this.#isInStyle()) return 'has an element in a style';
    // An element with another prefix belongs to an editor; no browser knows it (`svg-attributes.ts`).
    if (!local.includes(':') && !ELEMENTS.has(local)) return `contains the element <${name}>`;
    const fault = this.#readAttributes(local);
    if (fault !== null) return fault;
    const end = this.#match(TAG_END);
    if (end === null) return NO_MARKUP;
    this.#hasRoot = true;
    if (end[1] === '') this.#open.push(name);
    return this.#open.length > MAX_DEPTH ? `has more than ${MAX_DEPTH} levels` : null;
  }

  #readAttributes(element: string): string | null {
    const names = new Set<string>();
    for (let start = this.#match(ATTRIBUTE_START); start; start = this.#match(ATTRIBUTE_START)) {
      const [, name = '', quote = ''] = start;
      if (name.length > MAX_NAME_LENGTH) return LONG_NAME;
      if (names.has(name)) return `repeats the attribute ${name} in <${element}>`;
      names.add(name);
      if (names.size > MAX_ATTRIBUTES) return `has more than ${MAX_ATTRIBUTES} attributes in <${element}>`;
      const end = this.#text.indexOf(quote, this.#at);
      const written = this.#text.slice(this.#at, end);
      if (end === -1 || written.includes('<')) return NO_MARKUP;
      this.#at = end + 1;
      const value = decodeReferences(written);
      if (value === null) return 'contains an unknown entity';
      const fault = findAttributeFault(element, name, value);
      if (fault !== null) return fault;
    }
    return null;
  }

  #close(name: string): string | null {
    const css = this.#isInStyle() ? this.#css : '';
    this.#css = '';
    return this.#open.pop() === name ? findCssFault(css) : `closes <${name}> where it is not open`;
  }

  #readText(): string | null {
    const next = this.#text.indexOf('<', this.#at);
    const end = next === -1 ? this.#text.length : next;
    const text = decodeReferences(this.#text.slice(this.#at, end));
    this.#at = end;
    if (text === null) return 'contains an unknown entity';
    if (this.#open.length === 0) return text.trim() === '' ? null : 'has text outside the drawing';
    this.#addText(text);
    return null;
  }

  #readData(): string | null {
    const from = this.#at + '<![CDATA['.length;
    const fault = this.#skipTo(']]>', '<![CDATA['.length);
    if (fault === null) this.#addText(this.#text.slice(from, this.#at - ']]>'.length));
    return fault;
  }

  #isInStyle(): boolean {
    return /^(?:svg:)?style$/.test(this.#open.at(-1) ?? '');
  }

  #addText(text: string): void {
    if (this.#isInStyle()) this.#css += text;
  }

  #skipTo(end: string, start: number): string | null {
    const found = this.#text.indexOf(end, this.#at + start);
    if (found === -1) return 'has a part without an end';
    this.#at = found + end.length;
    return null;
  }
}

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
function decodeReferences(text: string): string | null {
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
