/**
 * Import of a valid document into a standard: create, save, and publish if requested. Each step follows
 * from the state on the service (`next-step.ts`), so an interrupted import continues when it is run
 * again, and two at once end in one standard. Gives up while others keep changing it
 * (`ConcurrentChangeError`).
 */

import type { ApiCaller } from '../../shared/rest-client/api-caller.ts';
import { ApiError } from '../../shared/rest-client/client.ts';
import type { EndpointParams } from '../../shared/rest-client/endpoint-types.ts';
import { hashOutlineContent } from '../../shared/revisioning/outline/content-hash.ts';
import { formatCount } from '../console/progress.ts';
import { toSaveBody } from './documents/outline-conversion.ts';
import type { SourceImage } from './documents/source-outline.ts';
import type { ValidDocument } from './documents/valid-document.ts';
import { existingId } from './library-and-category.ts';
import { findNextStep } from './next-step.ts';
import { sendImages } from './send-images.ts';

interface ImportRequest {
  document: ValidDocument;
  /** Images that its texts refer to. */
  images: readonly SourceImage[];
  metadata: EndpointParams<'standards.create'>;
  publish: boolean;
  /** The user of the API key. */
  userId: number;
}

export interface ImportOutcome {
  id: number;
  /** Whether the standard was there already. */
  resumed: boolean;
  contentHash: string;
  /** The published revision; null while the standard is a working copy. */
  revision: { id: number; code: string } | null;
}

export type RunStep = <T>(title: string, work: () => Promise<T>) => Promise<T>;

/** Others changed the standard at every attempt. The message says what to do. */
export class ConcurrentChangeError extends Error {}

/** Maximum number of steps, with those repeated because others change the standard. */
const MAX_STEPS = 6;
const SUMMARY = 'Imported';

/**
 * Creates the standard, saves its working copy and publishes it, as far as that has not been done.
 * @throws NameInUseError when the name belongs to another standard; ConcurrentChangeError, ApiError
 */
export async function importStandard(
  api: ApiCaller,
  { document, images, metadata, publish, userId }: ImportRequest,
  runStep: RunStep,
): Promise<ImportOutcome> {
  const contentHash = hashOutlineContent(document);
  const { id, resumed } = await runStep('Creating the standard', () => findOrCreate(api, metadata));
  const outcome: ImportOutcome = { id, resumed, contentHash, revision: null };
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { next, version, revision } = await findNextStep(api, { id, userId, contentHash });
    if (next === 'nothing' || (next === 'publish' && !publish)) return { ...outcome, revision };
    if (next === 'publish') {
      const params = { id, baseVersion: version, summary: SUMMARY };
      await runStep('Publishing', () => ignoreConflict(() => api.call('standards.publish', params)));
    } else {
      await sendImages(api, id, images, runStep);
      const params = { id, baseVersion: version, ...toSaveBody(document) };
      const title = `Saving ${formatCount(document.elements.length, 'element')}`;
      await runStep(title, () => ignoreConflict(() => api.call('standards.workingCopy.save', params)));
    }
  }
  throw new ConcurrentChangeError(`Others are changing the standard ${id} right now. Run the command again.`);
}

/** The standard of this name: a new one, or the one whose creation was interrupted. */
async function findOrCreate(
  api: ApiCaller,
  metadata: ImportRequest['metadata'],
): Promise<{ id: number; resumed: boolean }> {
  try {
    return { id: (await api.call('standards.create', metadata)).id, resumed: false };
  } catch (error) {
    const id = existingId(error);
    if (id === null) throw error;
    return { id, resumed: true };
  }
}

/** Ignores a conflict or a 404: others, or an earlier attempt whose response was lost, changed the standard first. */
async function ignoreConflict(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const isConflict =
      error instanceof ApiError && (error.problem.code === 'EDIT_CONFLICT' || error.status === 404);
    if (!isConflict) throw error;
  }
}
