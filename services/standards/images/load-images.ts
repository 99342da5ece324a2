/** Loads the images that a document shows: those that its clauses refer to, until they have too many bytes. */
import { MAX_IMAGE_BYTES_PER_DOCUMENT } from '../../../shared/contracts/standards/images.ts';
import type { PrintedImage, PrintedImages } from '../../../shared/documents/printed-document.ts';
import type { StandardImages } from './repository.ts';

/** @param names in the order of the text; one that the standard does not have is left out */
export async function loadImages(
  images: StandardImages,
  standardId: number,
  names: Iterable<string>,
): Promise<PrintedImages> {
  const wanted = [...names];
  const known = new Map((await images.findAllOf(standardId, wanted)).map((image) => [image.name, image]));
  const loaded = new Map<string, PrintedImage>();
  let bytes = 0;
  for (const name of wanted) {
    const image = known.get(name);
    if (!image || bytes + image.bytes > MAX_IMAGE_BYTES_PER_DOCUMENT) continue;
    bytes += image.bytes;
    loaded.set(name, { mediaType: image.media_type, bytes: await images.read(image) });
  }
  return loaded;
}
