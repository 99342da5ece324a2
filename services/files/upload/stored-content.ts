/**
 * Checks of the whole content of an upload in the store, where its first bytes do not decide: texts, SVG files,
 * archives, and the chunks of a PNG.
 */
import { buffer } from 'node:stream/consumers';
import { findPngFault } from '../../../shared/file-content/png-end.ts';
import type { SvgChecker } from '../../../shared/file-content/svg-checker.ts';
import type { TaskRequester } from '../../../shared/kernel/worker-queue/worker-queue.ts';
import type { ObjectStore } from '../../../shared/storage/object-store.ts';
import { acceptedType } from '../file-types.ts';
import { findArchiveFault } from './archive-directory.ts';
import { inspectText, TEXT_FORMATS, type TextFindings } from './text-content.ts';

interface StoredPart {
  key: string;
  mime_type: string;
  size: number;
}

/** The parts of the service by which an upload is checked. */
interface ContentChecks {
  store: ObjectStore;
  svgChecker: SvgChecker;
}

const UNCHECKED: TextFindings = { fault: null, charset: null };

/**
 * The fault of a stored part, as the end of a sentence that begins with its name, and the charset of a text.
 * @throws errors of the store; SERVICE_UNAVAILABLE while too many SVG files are being checked
 */
export async function inspectStored(
  { store, svgChecker }: ContentChecks,
  { key, mime_type, size }: StoredPart,
  requester: TaskRequester,
): Promise<TextFindings> {
  const rule = acceptedType(mime_type)?.content;
  if (size === 0 || rule === undefined) return UNCHECKED;
  const only = (fault: string | null): TextFindings => ({ fault, charset: null });
  switch (rule) {
    case 'svg':
      return only(await svgChecker.findFault(size, async () => buffer(await store.open(key)), requester));
    case 'png':
    case 'text':
    case 'dxf':
    case 'ifc': {
      const bytes = await store.open(key);
      try {
        return rule === 'png'
          ? only(await findPngFault(bytes))
          : await inspectText(TEXT_FORMATS[rule], bytes);
      } finally {
        bytes.destroy();
      }
    }
    default:
      return only(
        await findArchiveFault(rule, size, async (start, end) =>
          buffer(await store.open(key, { start, end })),
        ),
      );
  }
}
