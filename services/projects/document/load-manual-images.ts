/** Loads the images that the manual of a project shows, until they have too many bytes. */
import type { PrintablePart } from '../../../shared/documents/print-project.ts';
import type { PrintedImage, PrintedImages } from '../../../shared/documents/printed-document.ts';
import { takeImages } from '../../../shared/documents/take-images.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { imageNamesOf } from '../../../shared/markup/image-references.ts';

/**
 * One image after the other, each a message of its own.
 * @param parts of the manual, for a comparison then those of the earlier one
 */
export function loadManualImages(
  parts: readonly PrintablePart[],
  ctx: RequestContext,
): Promise<PrintedImages> {
  const read = async (revision_id: number, name: string): Promise<PrintedImage | null> => {
    const { image } = await ctx.call('standards.sealedImage', { revision_id, name });
    return image && { mediaType: image.media_type, bytes: Buffer.from(image.content, 'base64') };
  };
  return takeImages(
    parts.flatMap((part) =>
      part.kind === 'section'
        ? []
        : [...imageNamesOf(part.elements)].map((name) => ({
            name,
            read: () => read(part.revision_id, name),
          })),
    ),
  );
}
