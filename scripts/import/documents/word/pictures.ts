/**
 * Pictures of a Word file: PNG and JPEG become images of the standard, named for their bytes, with a reference in the text
 * where they stand. Nothing is decoded, and no link to a picture outside of the file is followed.
 */
import {
  MAX_BYTES_PER_IMAGE,
  MAX_IMAGE_BYTES_PER_STANDARD,
} from '../../../../shared/contracts/standards/images.ts';
import { readBlocks } from '../../../../shared/documents/clause-blocks.ts';
import { toPicture } from '../../../../shared/documents/drawn-images.ts';
import { sha256 } from '../../../../shared/hash.ts';
import { MAX_PIXELS_OF_PICTURE } from '../../../../shared/images/pixel-size.ts';
import { findImageNames, imageMarkdownOf, imageNameOf } from '../../../../shared/markup/image-references.ts';
import { hashInName } from '../source-images.ts';
import type { SourceImage } from '../source-outline.ts';
import { elementOf, elementsOf, findElement, type XmlElement } from '../xml/xml-tree.ts';
import type { WordPackage } from './word-package.ts';

/** What stands in the text for a drawing, and what of it is left out. */
interface ReadDrawing {
  text: string;
  leftOut: { what: string; from: string }[];
}

/** Elements of a text that show pictures. */
export const PICTURE_ELEMENTS: readonly string[] = ['drawing', 'pict', 'object'];

const MB = 1024 * 1024;
const LINKED = 'linked image: links to pictures outside of the file are not followed';
const TOO_LARGE = `image of more than ${MAX_BYTES_PER_IMAGE / MB} MB or ${MAX_PIXELS_OF_PICTURE / 1e6} million pixels, or beyond ${MAX_IMAGE_BYTES_PER_STANDARD / MB} MB in all`;

export class Pictures {
  readonly #found = new Map<string, SourceImage>();
  /** Names of parts by the ids of relationships. */
  readonly #parts: ReadonlyMap<string, string>;
  readonly #links: ReadonlySet<string>;
  readonly #bytes: ReadonlyMap<string, Uint8Array>;
  /** Names that a document of ours gave its pictures, by the hash in them. */
  readonly #names: ReadonlyMap<string, string>;

  constructor(file: WordPackage, body: XmlElement) {
    const relationships = file.read('word/_rels/document.xml.rels');
    this.#parts = readTargets(relationships);
    this.#links = readLinks(relationships);
    this.#bytes = readMedia(file, new Set(this.#parts.values()));
    this.#names = new Map(namesIn(body).map((name) => [hashInName(name), name]));
  }

  /** Those that were read. */
  get images(): SourceImage[] {
    return [...this.#found.values()];
  }

  /** The names of the pictures in a part of a text, without deleted ones. */
  namesIn(element: XmlElement): string[] {
    if (element.name === 'del' || element.name === 'moveFrom') return [];
    return PICTURE_ELEMENTS.includes(element.name)
      ? findImageNames(this.read(element).text)
      : elementsOf(element).flatMap((child) => this.namesIn(child));
  }

  /** @param element a drawing, a picture or an object */
  read(element: XmlElement): ReadDrawing {
    const blips = blipsOf(element);
    const description = descriptionOf(element);
    const from = description === '' ? 'an image' : description;
    // A shape that only has text is no picture.
    const isShape = blips.length === 0 && findElement(element, 'txbxContent') !== undefined;
    if (isShape) return { text: '', leftOut: [] };
    if (blips.length === 0) return { text: '', leftOut: [{ what: 'image', from }] };
    const leftOut: ReadDrawing['leftOut'] = [];
    const references = blips.map((blip) => {
      const image = this.#imageOf(blip);
      if (typeof image === 'string') leftOut.push({ what: image, from });
      return typeof image === 'string' ? '' : referenceOf(image.name, description);
    });
    const crop = findElement(element, 'srcRect')?.attributes ?? {};
    if (references.some(Boolean) && Object.values(crop).some((side) => Number(side) > 0))
      leftOut.push({ what: 'crop of an image', from });
    return { text: references.filter(Boolean).join(' '), leftOut };
  }

  #isLinked({ attributes: { link, href, embed, id } }: XmlElement): boolean {
    return [link, href, embed, id].some((target) => target !== undefined && this.#links.has(target));
  }

  /** @returns what it is, where no standard can have it */
  #imageOf(blip: XmlElement): SourceImage | string {
    const part = this.#parts.get(blip.attributes.embed ?? blip.attributes.id ?? '');
    if (part === undefined) return this.#isLinked(blip) ? LINKED : 'image';
    const mediaType = TYPES[/\.(\w+)$/.exec(part)?.[1]?.toLowerCase() ?? ''];
    if (mediaType === undefined) return 'image';
    const bytes = this.#bytes.get(part);
    const picture = bytes && toPicture({ mediaType, bytes });
    if (!picture) return TOO_LARGE;
    const hash = sha256(picture.bytes);
    const named = imageNameOf('image', hash, picture.type);
    const name = this.#names.get(hashInName(named)) ?? named;
    const image = { name, mediaType, bytes: picture.bytes };
    this.#found.set(name, image);
    return image;
  }
}

/** The ids of relationships to what is outside of the file. */
const readLinks = (root: XmlElement | null): Set<string> =>
  new Set(
    (root === null ? [] : elementsOf(root, 'Relationship')).flatMap(
      ({ attributes: { Id = '', TargetMode } }) => (TargetMode === 'External' ? [Id] : []),
    ),
  );

const TYPES: Readonly<Record<string, SourceImage['mediaType']>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jfif: 'image/jpeg',
};

function readTargets(root: XmlElement | null): Map<string, string> {
  const rows = root === null ? [] : elementsOf(root, 'Relationship');
  return new Map(
    rows.flatMap(({ attributes: { Id = '', Type = '', Target = '', TargetMode } }) =>
      TargetMode === 'External' || !/\/image$/.test(Type)
        ? []
        : [[Id, Target.startsWith('/') ? Target.slice(1) : `word/${Target}`] as const],
    ),
  );
}

/** The bytes of pictures, as many as a standard may have. */
function readMedia(file: WordPackage, parts: ReadonlySet<string>): ReadonlyMap<string, Uint8Array> {
  let bytes = 0;
  return file.readMedia((name, size) => {
    if (!parts.has(name) || size > MAX_BYTES_PER_IMAGE || bytes + size > MAX_IMAGE_BYTES_PER_STANDARD)
      return false;
    bytes += size;
    return true;
  });
}

function namesIn(element: XmlElement): string[] {
  const own = element.name === 'docPr' ? (element.attributes.name ?? '') : '';
  const name = own.startsWith('image:') ? own.slice('image:'.length) : '';
  const isName = findImageNames(imageMarkdownOf(name))[0] === name && /^[\w.-]+$/.test(name);
  return [...(isName ? [name] : []), ...elementsOf(element).flatMap(namesIn)];
}

/** Pictures of a drawing, without those that stand in the text of a box. */
function blipsOf(element: XmlElement): XmlElement[] {
  if (element.name === 'blip' || element.name === 'imagedata') return [element];
  if (element.name === 'txbxContent') return [];
  if (element.name === 'AlternateContent') {
    const chosen = elementOf(element, 'Choice') ?? elementOf(element, 'Fallback');
    return chosen === undefined ? [] : blipsOf(chosen);
  }
  return elementsOf(element).flatMap(blipsOf);
}

function descriptionOf(element: XmlElement): string {
  const { descr = '', title = '' } = findElement(element, 'docPr')?.attributes ?? {};
  const shape = findElement(element, 'shape')?.attributes.alt ?? '';
  return (descr || title || shape).replace(/\s+/g, ' ').trim();
}

/** The reference, with a description that does not end it. */
function referenceOf(name: string, description: string): string {
  const reference = imageMarkdownOf(name, description);
  const [block, ...others] = readBlocks(reference);
  const isRead =
    block?.type === 'paragraph' && others.length === 0 && block.runs[0]?.image?.description === description;
  return isRead ? reference : imageMarkdownOf(name, plainWords(description));
}

const plainWords = (text: string): string => text.replace(/[^\p{L}\p{N}.,;:/-]+/gu, ' ').trim();
