/** The check that a text refers only to images that were uploaded to its standard. */
import { imagesShownIn } from '../../../shared/documents/clause-blocks.ts';
import type { ErrorDetail } from '../../../shared/kernel/errors/errors.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { findImageNames, imageNamesOf } from '../../../shared/markup/image-references.ts';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import type { Submission } from '../working-copy/submission.ts';
import type { StandardImages } from './repository.ts';

/**
 * The characters of texts that are parsed, to tell a reference from what merely looks like one, as in code. So many
 * take some ten milliseconds.
 */
const MAX_READ_CHARACTERS = 300_000;

/**
 * Names that the working copy has already are not checked: a text of the wiki, which has no images, may hold some.
 * @throws VALIDATION_ERROR with the element and the text of each reference to an unknown image
 */
export async function assertKnownImages(
  images: StandardImages,
  standardId: number,
  submission: Submission,
  { elements: current }: Outline,
): Promise<void> {
  if (submission.mode === 'patch') return;
  const sent = imageNamesOf(submission.elements);
  if (sent.size === 0) return;
  const known = new Set([...imageNamesOf(current), ...(await images.findNames(standardId, sent))]);
  if ([...sent].every((name) => known.has(name))) return;
  let readable = MAX_READ_CHARACTERS;
  const unknownIn = (content: string): string[] => {
    const unknown = findImageNames(content).filter((name) => !known.has(name));
    readable -= unknown.length > 0 ? content.length : 0;
    if (unknown.length === 0 || readable < 0) return unknown;
    const shown = imagesShownIn(content);
    return unknown.filter((name) => shown.has(name));
  };
  const problems = submission.elements.flatMap(({ address, content }, index) =>
    unknownIn(content).map((name): ErrorDetail & { address: string } => ({
      path: `elements[${index}].content`,
      address,
      message: `The standard has no image ${JSON.stringify(name)}. Upload it with POST /api/standards/${standardId}/images, and use the reference of the answer.`,
    })),
  );
  if (problems.length === 0) return;
  throw validationError(problems);
}
