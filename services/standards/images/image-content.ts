/**
 * The check of an uploaded image: its type by its first bytes, its size in pixels, and that it contains nothing that a
 * viewer would run or load from elsewhere.
 */
import { fileTypeFromBuffer } from 'file-type';
import { containsHtml, findPixelFault, findSizeFault } from '../../../shared/file-content/file-head.ts';
import { findPngFault } from '../../../shared/file-content/png-end.ts';
import type { SvgChecker } from '../../../shared/file-content/svg-checker.ts';
import { readPixelSize } from '../../../shared/images/pixel-size.ts';
import type { TaskRequester } from '../../../shared/kernel/worker-queue/worker-queue.ts';

/** The type of an image as it is served, and the end of its name. */
export interface ImageType {
  mediaType: 'image/png' | 'image/jpeg' | 'image/svg+xml';
  extension: 'png' | 'jpg' | 'svg';
}

const IMAGE_TYPES: Readonly<Record<string, ImageType>> = {
  'image/png': { mediaType: 'image/png', extension: 'png' },
  'image/jpeg': { mediaType: 'image/jpeg', extension: 'jpg' },
  'image/jpg': { mediaType: 'image/jpeg', extension: 'jpg' },
  'image/svg+xml': { mediaType: 'image/svg+xml', extension: 'svg' },
};

const HEAD_BYTES = 4096;

/** The image type for a declared media type; undefined for one that standards do not accept. */
export const imageTypeOf = (declared: string): ImageType | undefined =>
  IMAGE_TYPES[(declared.split(';', 1)[0] ?? '').trim().toLowerCase()];

/**
 * The fault of an image, as the end of a sentence that begins with its name; null when there is none.
 * @throws SERVICE_UNAVAILABLE while too many SVG files are being checked
 */
export async function findImageFault(
  bytes: Buffer,
  { mediaType }: ImageType,
  checker: SvgChecker,
  requester: TaskRequester,
): Promise<string | null> {
  if (bytes.length === 0) return 'is empty';
  if (mediaType === 'image/svg+xml') return checker.findFault(bytes.length, async () => bytes, requester);
  const head = bytes.subarray(0, HEAD_BYTES);
  if ((await fileTypeFromBuffer(head))?.mime !== mediaType) return `does not start like ${mediaType}`;
  if (containsHtml(head.toString('latin1'))) return 'contains HTML markup';
  if (mediaType === 'image/jpeg') {
    const size = readPixelSize(bytes, mediaType);
    return size ? findSizeFault(size) : 'has no size: its header is incomplete';
  }
  return findPixelFault(head) ?? (await findPngFault(asStream(bytes)));
}

async function* asStream(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
