/**
 * Chooses the images of a source document that a standard gets: those that its texts refer to. One that the standard
 * has already, by its bytes, keeps the name that it has there, so that a picture that nobody changed changes no text;
 * a new standard that would lack an image is refused. Pure.
 */
import { imagesShownIn } from '../../../shared/documents/clause-blocks.ts';
import {
  asText,
  findImageNames,
  imageMarkdownOf,
  imageNamesOf,
  replaceImageReferences,
} from '../../../shared/markup/image-references.ts';
import { UnusableDocumentError } from './import-change.ts';
import type { SourceImage } from './source-outline.ts';
import type { ValidDocument } from './valid-document.ts';

/** The part of a name that is the hash of the bytes. */
export const hashInName = (name: string): string => name.split('.').at(-2) ?? '';

/** The name of an image, or that of one of these that has the same bytes. */
export function renameTo(known: Iterable<string>): (name: string) => string {
  const byHash = new Map([...known].map((name) => [hashInName(name), name]));
  return (name) => byHash.get(hashInName(name)) ?? name;
}

/** A text whose images have other names. */
export const withNames = (text: string, rename: (name: string) => string): string =>
  replaceImageReferences(text, ({ reference, name, description }) => {
    const now = rename(name);
    return now === name ? reference : imageMarkdownOf(now, description);
  });

/**
 * The document as a standard with these images takes it, and those that it has to get. What looks like a reference to any
 * other image is text.
 * @param texts of the standard
 */
export function settleImages(
  document: ValidDocument,
  images: readonly SourceImage[],
  texts: Iterable<string> = [],
): { document: ValidDocument; images: SourceImage[] } {
  const known = new Set([...texts].flatMap(findImageNames));
  const own = new Set(images.map(({ name }) => name));
  const rename = renameTo(known);
  const elements = document.elements.map((element) => {
    const text = withNames(element.content, rename);
    const unknown = new Set(findImageNames(text).filter((name) => !known.has(name) && !own.has(name)));
    const shown = unknown.size === 0 ? unknown : imagesShownIn(text);
    const content = replaceImageReferences(text, ({ reference, name }) =>
      unknown.has(name) && shown.has(name) ? asText(reference) : reference,
    );
    return content === element.content ? element : { ...element, content };
  });
  return { document: { ...document, elements }, images: imagesIn(elements, images, known) };
}

/** Those that texts refer to and a standard does not have. */
export function imagesIn(
  elements: Parameters<typeof imageNamesOf>[0],
  images: readonly SourceImage[],
  known: ReadonlySet<string> = new Set(),
): SourceImage[] {
  const names = imageNamesOf(elements);
  return images.filter(({ name }) => names.has(name) && !known.has(name));
}

/**
 * A new standard has no images but those of its document, so that it would be made and stay empty.
 * @throws UnusableDocumentError with the clause and the name of each missing image
 */
export function assertImagesThere(
  { elements }: Pick<ValidDocument, 'elements'>,
  images: readonly SourceImage[],
): void {
  const own = new Set(images.map(({ name }) => name));
  const isMissing = (name: string): boolean => !own.has(name);
  const missing = elements.flatMap(({ address, content }) =>
    // What merely looks like a reference, as in code, is text. Few texts have to be read for that.
    findImageNames(content).some(isMissing)
      ? [...imagesShownIn(content)]
          .filter(isMissing)
          .map((name) => `${address}: image ${JSON.stringify(name)}`)
      : [],
  );
  if (missing.length === 0) return;
  throw new UnusableDocumentError(
    'The document refers to images that are not in it, so nothing was created. Create the standard, upload them with POST /api/standards/ID/images, and import with --edition-of ID; or take the references out.',
    missing,
  );
}
