/** Loads the images that a document shows: those that its clauses refer to, until they have too many bytes. */
import type { PrintedImages } from '../../../shared/documents/printed-document.ts';
import { takeImages } from '../../../shared/documents/take-images.ts';
import type { StandardImages } from './repository.ts';

/** @param names in the order of the text; one that the standard does not have is left out */
export async function loadImages(
  images: StandardImages,
  standardId: number,
  names: ReadonlySet<string>,
): Promise<PrintedImages> {
  const known = new Map((await images.findAllOf(standardId, names)).map((image) => [image.name, image]));
  const read = async (name: string) => {
    const image = known.get(name);
    return image ? { mediaType: image.media_type, bytes: await images.read(image) } : null;
  };
  return takeImages([...names].map((name) => ({ name, read: () => read(name) })));
}
