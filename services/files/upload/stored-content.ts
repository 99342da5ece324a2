/**
 * Checks of the whole content of an upload in the store, where its first bytes do not decide: texts, archives,
 * and the chunks of a PNG (F5; hardening H21, H22).
 */
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '../../../shared/storage/object-store.ts';
import { acceptedType } from './accepted-types.ts';
import { findArchiveFault } from './archive-directory.ts';
import { findPngFault } from './png-chunks.ts';
import { findSvgFault, MAX_SVG_BYTES } from './svg-content.ts';
import { findTextFault, TEXT_FORMATS } from './text-content.ts';

interface StoredPart {
  key: string;
  mime_type: string;
  size: number;
}

/**
 * @returns the fault of a stored part, as the end of a sentence that begins with its name; null when there is
 * none
 * @throws errors of the store
 */
export async function findStoredFault(
  store: ObjectStore,
  { key, mime_type, size }: StoredPart,
): Promise<string | null> {
  const rule = acceptedType(mime_type)?.content;
  if (size === 0 || rule === undefined) return null;
  switch (rule) {
    case 'svg':
      return size > MAX_SVG_BYTES
        ? `is larger than the ${MAX_SVG_BYTES} bytes that an SVG file may have`
        : findSvgFault(await buffer(await store.open(key)));
    case 'png':
    case 'text':
    case 'dxf':
    case 'ifc': {
      const bytes = await store.open(key);
      try {
        return rule === 'png' ? await findPngFault(bytes) : await findTextFault(TEXT_FORMATS[rule], bytes);
      } finally {
        bytes.destroy();
      }
    }
    default:
      return findArchiveFault(rule, size, async (start, end) =>
        buffer(await store.open(key, { start, end })),
      );
  }
}
