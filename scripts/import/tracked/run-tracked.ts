/**
 * Runs `npm run import -- FILE.docx --tracked`: makes a standard of two revisions of a Word file with tracked
 * changes. The first is the text with all changes rejected, the second that with all accepted, in which a paragraph
 * is the clause that it was. Run again after an interruption it continues, because each step follows from what the
 * service has.
 */
import { RestClient } from '../../../shared/rest-client/client.ts';
import { hashOutlineContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { imagesIn } from '../documents/source-images.ts';
import { EditionRefusedError } from '../edition/explain-refusal.ts';
import {
  planWithFields,
  publishEdition,
  readEditionBase,
  saveEdition,
  tryEdition,
} from '../edition/send-edition.ts';
import type { RunStep } from '../import-standard.ts';
import { hashWorkingCopy, NameInUseError, readStandard } from '../next-step.ts';
import type { ImportTarget } from '../options.ts';
import { firstLines, quoteWords } from '../report-lines.ts';
import { RetryingCaller } from '../retrying-caller.ts';
import { sendDocument } from '../send-document.ts';
import { sendImages } from '../send-images.ts';
import type { TrackedFile } from './read-tracked.ts';

export interface TrackedOutcome {
  id: number;
  /** The revision of the text before the changes; null where an earlier run has published both. */
  base: { id: number; code: string } | null;
  /** The revision with the changes; null while it is the working copy. */
  revision: { id: number; code: string } | null;
}

const AMENDMENT = { summary: 'Tracked changes accepted', severity: 'minor' } as const;

/** @throws NameInUseError when the name belongs to another standard; EditionRefusedError, ApiError, ServiceUnavailableError */
export async function runTracked(
  name: string,
  file: TrackedFile,
  target: ImportTarget,
  runStep: RunStep,
): Promise<TrackedOutcome> {
  const api = new RetryingCaller(new RestClient(target.base, { key: target.key }));
  const contentHash = hashOutlineContent(file.after);
  try {
    const { id, revision } = await sendDocument(
      name,
      { document: file.before, images: imagesIn(file.before.elements, file.images) },
      { ...target, publish: true },
      runStep,
    );
    return { id, base: revision, revision: await amend(api, id, file, contentHash, target.publish, runStep) };
  } catch (error) {
    if (!(error instanceof NameInUseError)) throw error;
    const { content_hash, current_revision } = await readStandard(api, error.id);
    if (content_hash !== contentHash) throw error;
    return { id: error.id, base: null, revision: current_revision };
  }
}

async function amend(
  api: RetryingCaller,
  id: number,
  { after, same, images }: TrackedFile,
  contentHash: string,
  publish: boolean,
  runStep: RunStep,
): Promise<TrackedOutcome['revision']> {
  await api.call('standards.edit', { id });
  const base = await readEditionBase(api, id);
  const { copy } = base;
  if (copy === null)
    throw new EditionRefusedError(
      `The working copy of the standard ${id} was closed. Run the command again.`,
    );
  let { version } = copy;
  if (hashWorkingCopy(copy) !== contentHash) {
    const idAt = new Map(base.clauses.map(({ address, element_id }) => [address, element_id]));
    const choices = new Map(
      [...same].flatMap(([address, was]) => {
        const element = idAt.get(was);
        return element === undefined ? [] : [[address, element] as const];
      }),
    );
    await sendImages(api, id, imagesIn(after.elements, images), runStep);
    const { plan } = planWithFields(base, after, await tryEdition(api, base, after), choices);
    const { hasOwnChanges } = base;
    version = await saveEdition(
      api,
      { id, version, hasOwnChanges },
      after,
      plan,
      choices,
      !hasOwnChanges,
      runStep,
    );
  }
  return publish ? publishEdition(api, id, version, runStep, AMENDMENT) : null;
}

/** Who changed what, in lines. */
export const describeTracked = ({ before, after, tracked }: TrackedFile): string[] => [
  `Before the changes: ${before.elements.length.toLocaleString('en')} elements; with them: ${after.elements.length.toLocaleString('en')}. Tracked changes: ${tracked.length.toLocaleString('en')}.`,
  ...firstLines(
    tracked,
    ({ change, author, date, text, address, source }) =>
      `  ${change} at ${address ?? source}${author === '' ? '' : ` by ${author}`}${date === '' ? '' : ` on ${date.slice(0, 10)}`}: ${quoteWords(text)}`,
  ),
];

export const describeTrackedOutcome = ({ id, base, revision }: TrackedOutcome): string[] => [
  `Standard ${id}${base === null ? ', from an earlier import' : `, revision ${base.code} before the changes`}; with them ${revision === null ? 'the working copy' : `revision ${revision.code}`}.`,
];
