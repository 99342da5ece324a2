/**
 * Checks of an SVG file: a drawing without script, events, styles from elsewhere or links out of the file
 * (hardening H21). Everything that is not named here is refused, so that no reader sees more than was checked.
 */
import { findAttributeFault, findCssFault } from './svg-attributes.ts';
import { decodeReferences } from './xml-references.ts';

/** Larger drawings are PDF or DXF. */
export const MAX_SVG_BYTES = 8 * 1024 * 1024;
const MAX_DEPTH = 256;

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
const TAG = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`, 'y');
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'g');

/** @returns the fault as the end of a sentence; null when there is none */
export function findSvgFault(bytes: Buffer): string | null {
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
  /** Of the open <style>: a browser joins its parts, so they are checked together. */
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
    TAG.lastIndex = at;
    const [tag, closing, name = '', attributes = '', empty] = TAG.exec(text) ?? [];
    if (tag === undefined) return 'contains markup other than elements, attributes and comments';
    this.#at += tag.length;
    return closing ? this.#close(name) : this.#enter(name, attributes, empty === '/');
  }

  #enter(name: string, attributes: string, isEmpty: boolean): string | null {
    const local = name.replace(/^svg:/, '');
    if (this.#open.length === 0 && (this.#hasRoot || local !== 'svg')) return 'is not one SVG drawing';
    if (this.#isInStyle()) return 'has an element in a style';
    // An element with another prefix belongs to an editor; no browser knows it (`svg-attributes.ts`).
    if (!local.includes(':') && !ELEMENTS.has(local)) return `contains the element <${name}>`;
    for (const [, attribute = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
      const value = decodeReferences(double ?? single ?? '');
      if (value === null) return 'contains an unknown entity';
      const fault = findAttributeFault(local, attribute, value);
      if (fault !== null) return fault;
    }
    this.#hasRoot = true;
    if (!isEmpty) this.#open.push(name);
    return this.#open.length > MAX_DEPTH ? `has more than ${MAX_DEPTH} levels` : null;
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
