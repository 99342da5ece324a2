/** A picture in a Word file, in the line of the text, with its reference as the name by which it is known when it comes back. */
import { type IImageOptions, ImageRun } from 'docx';
import { imageReference } from '../../markup/image-references.ts';
import { toPicture } from '../drawn-images.ts';
import type { PrintedImage, Run } from '../printed-document.ts';
import { xmlText } from '../xml-text.ts';

const MAX_HEIGHT = 800;

interface Placement extends NonNullable<Run['image']> {
  /** Of the drawing in the file. */
  id: number;
  /** The tracked change that it is part of. */
  mark: Pick<IImageOptions, 'insertion' | 'deletion'>;
  /** What it has at most, in pixels. */
  width: number;
}

/** Null for what Word does not show: a drawing, or an image that claims more pixels than anybody looks at. */
export function imageRunOf(
  image: PrintedImage,
  { id, name, description, mark, width: most }: Placement,
): ImageRun | null {
  const picture = toPicture(image);
  if (!picture) return null;
  const { width, height } = picture.size;
  const scale = Math.min(1, most / width, MAX_HEIGHT / height);
  return new ImageRun({
    type: picture.type,
    data: picture.bytes,
    transformation: { width: Math.max(1, width * scale), height: Math.max(1, height * scale) },
    altText: { id: String(id), name: imageReference(name), description: xmlText(description) },
    ...mark,
  });
}
