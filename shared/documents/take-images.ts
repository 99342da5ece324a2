/** Takes the images that a document shows, in the order of its text, up to the first that does not fit any more. */
import { MAX_IMAGE_BYTES_PER_DOCUMENT } from '../contracts/standards/images.ts';
import type { PrintedImage, PrintedImages } from './printed-document.ts';

/** An image that a text refers to. */
export interface WantedImage {
  name: string;
  /** Null where it cannot be had. */
  read(): Promise<PrintedImage | null>;
}

/** @param wanted of both revisions for a comparison, which have the bytes together. Each image is read once */
export async function takeImages(wanted: Iterable<WantedImage>): Promise<PrintedImages> {
  const taken = new Map<string, PrintedImage>();
  let bytes = 0;
  for (const { name, read } of wanted) {
    if (taken.has(name)) continue;
    const image = await read();
    if (!image) continue;
    bytes += image.bytes.length;
    if (bytes > MAX_IMAGE_BYTES_PER_DOCUMENT) break;
    taken.set(name, image);
  }
  return taken;
}
