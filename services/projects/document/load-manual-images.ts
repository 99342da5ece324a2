/** Loads the images that the manual of a project shows, until they have too many bytes. */
import { MAX_IMAGE_BYTES_PER_DOCUMENT } from '../../../shared/contracts/standards/images.ts';
import type { PrintablePart } from '../../../shared/documents/print-project.ts';
import type { PrintedImage, PrintedImages } from '../../../shared/documents/printed-document.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { imageNamesOf } from '../../../shared/markup/image-references.ts';

/** A standard in a manual, with the revision that it shows. */
export interface ShownStandard {
  part: Extract<PrintablePart, { kind: 'standard' }>;
  revisionId: number;
}

/** One image after the other, each a message of its own. */
export async function loadManualImages(
  standards: readonly ShownStandard[],
  ctx: RequestContext,
): Promise<PrintedImages> {
  const loaded = new Map<string, PrintedImage>();
  let bytes = 0;
  for (const { part, revisionId } of standards) {
    for (const name of imageNamesOf(part.elements)) {
      if (loaded.has(name) || bytes > MAX_IMAGE_BYTES_PER_DOCUMENT) continue;
      const { image } = await ctx.call('standards.sealedImage', { revision_id: revisionId, name });
      if (!image) continue;
      const content = Buffer.from(image.content, 'base64');
      bytes += content.length;
      if (bytes > MAX_IMAGE_BYTES_PER_DOCUMENT) continue;
      loaded.set(name, { mediaType: image.media_type, bytes: content });
    }
  }
  return loaded;
}
