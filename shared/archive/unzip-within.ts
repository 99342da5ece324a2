/**
 * Unpacks parts of a ZIP archive in memory, within limits that are checked before anything is unpacked, with fflate,
 * which has no dependencies. For letterheads and ReqIF files; files of Word and Excel are opened by
 * `office-file.ts`. Also tells whether bytes are an archive with a part of some name.
 */
import { unzipSync } from 'fflate';

/** Unpacked bytes for each packed one; XML of offices has 5 to 30, repeated tags up to 100. */
const MAX_RATIO = 250;
/** Below this size a ratio says nothing. */
const SMALL_BYTES = 1024 * 1024;

/** Limits of what is unpacked; parts that are not read count among the parts alone. */
export interface ZipLimits {
  readonly parts: number;
  /** Of one part. */
  readonly partBytes: number;
  /** Of all parts together. */
  readonly bytes: number;
}

/** Why an archive is not read. */
export type ZipFault = 'damaged' | 'too large';

/**
 * The parts that are read, by their names.
 * @param isRead called with the name of every part, in their order, and its bytes when unpacked
 * @param errorOf the error for a fault, with the name of the part at which it was found, if any
 * @throws the error of `errorOf`
 */
export function unzipWithin(
  bytes: Uint8Array,
  limits: ZipLimits,
  isRead: (name: string, size: number) => boolean,
  errorOf: (fault: ZipFault, part: string) => Error,
): Record<string, Uint8Array> {
  let parts = 0;
  let unpacked = 0;
  let tooLarge: string | null = null;
  try {
    return unzipSync(bytes, {
      filter({ name, size, originalSize }) {
        parts += 1;
        const reads = isRead(name, originalSize);
        if (reads) unpacked += originalSize;
        const isPartTooLarge =
          originalSize > limits.partBytes || (originalSize > SMALL_BYTES && originalSize > size * MAX_RATIO);
        if (parts > limits.parts || unpacked > limits.bytes || (reads && isPartTooLarge)) {
          tooLarge = name;
          throw new Error('the archive is too large');
        }
        return reads;
      },
    });
  } catch {
    throw tooLarge === null ? errorOf('damaged', '') : errorOf('too large', tooLarge);
  }
}

/** Whether bytes are a ZIP archive with a part whose name contains this text, which may be in either case. */
export function isZipWith(bytes: Uint8Array, name: string): boolean {
  const latin1 = (some: Uint8Array): string => Buffer.from(some).toString('latin1');
  if (latin1(bytes.subarray(0, 4)) !== 'PK\u0003\u0004') return false;
  // Names stand before each part, and at the end of the archive.
  return [bytes.subarray(0, 65_536), bytes.subarray(-65_536)].some((some) =>
    latin1(some).toLowerCase().includes(name.toLowerCase()),
  );
}
