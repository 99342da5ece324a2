/**
 * References to images in the text of a clause, `![description](image:NAME)`, and the names of images. A name contains
 * the whole hash of the bytes, so that whatever seals the text seals the image.
 */

/** Stops at the next bracket, so that a long text takes no longer than its length. */
const IMAGE_REFERENCE = /!\[([^[\]]*)\]\(image:([^\s()]{1,200})\)/g;
const MAX_STEM_CHARACTERS = 40;

/** The names that a text refers to, in their order. */
export const findImageNames = (text: string): string[] =>
  text.includes('](image:') ? [...text.matchAll(IMAGE_REFERENCE)].map(([, , name = '']) => name) : [];

/** A reference as it stands in a text, with its parts. */
interface FoundReference {
  reference: string;
  name: string;
  description: string;
}

/** The text with each reference replaced. */
export const replaceImageReferences = (text: string, replace: (found: FoundReference) => string): string =>
  text.includes('](image:')
    ? text.replace(IMAGE_REFERENCE, (reference, description: string, name: string) =>
        replace({ reference, name, description }),
      )
    : text;

/** All names that clauses refer to. A heading is plain text, which shows no image. */
export const imageNamesOf = (elements: Iterable<{ readonly content: string }>): Set<string> =>
  new Set([...elements].flatMap(({ content }) => findImageNames(content)));

/**
 * The name of an image.
 * @param fileName with or without an extension @param sha256 in hexadecimal digits
 */
export function imageNameOf(fileName: string, sha256: string, extension: string): string {
  const stem = imageStemOf(fileName);
  return `${stem}.${Buffer.from(sha256, 'hex').toString('base64url')}.${extension}`;
}

/** The part of a name that people read. */
function imageStemOf(fileName: string): string {
  const plain = fileName.normalize('NFKD').replace(/\.[^.]*$/, '');
  const stem = plain.replace(/[^A-Za-z0-9]+/g, '-').slice(0, MAX_STEM_CHARACTERS);
  return stem.replace(/^-+|-+$/g, '') || 'image';
}

export const imageReference = (name: string): string => `image:${name}`;

/** The reference as it stands in a text. @param description default: the part of the name that people read */
export const imageMarkdownOf = (name: string, description = name.split('.')[0] ?? ''): string =>
  `![${description}](${imageReference(name)})`;

/** A reference as a text that shows its characters and no image. */
export const asText = (reference: string): string => reference.replace('![', '!\\[');
