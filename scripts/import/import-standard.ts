/**
 * Import of a document into a standard: create, save, publish. Each next step follows from the state on the
 * service, so that an interrupted import continues when run again, and two at once end in one standard.
 */
import type { LegalDocument } from '../documents/legal-document.ts';
import { hashOutline, toSaveBody } from '../documents/save-body.ts';
import type { ApiCaller } from '../rest-client/api-caller.ts';
import { ApiError } from '../rest-client/client.ts';
import type { EndpointParams } from '../rest-client/endpoint-requests.ts';
import { existingId } from './filing.ts';
import { readState } from './standard-state.ts';

export interface ImportOrder {
  document: LegalDocument;
  about: EndpointParams<'standards.create'>;
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

/** Runs a step and shows it. */
export type RunStep = <T>(title: string, work: () => Promise<T>) => Promise<T>;

/** The standard keeps being changed by others. The message says what to do. */
export class OvertakenError extends Error {}

/** Maximum attempts while others change the standard. */
const MAX_ROUNDS = 6;
const SUMMARY = 'Imported';

/**
 * Creates the standard, saves its working copy and publishes it, as far as that has not been done.
 * @throws NameInUseError when the name belongs to another standard; OvertakenError, ApiError
 */
export async function importStandard(
  api: ApiCaller,
  { document, about, publish, userId }: ImportOrder,
  runStep: RunStep,
): Promise<ImportOutcome> {
  const contentHash = hashOutline(document);
  const { id, resumed } = await runStep('Creating the standard', () => findOrCreate(api, about));
  const outcome: ImportOutcome = { id, resumed, contentHash, revision: null };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { next, version, revision } = await readState(api, { id, userId, contentHash });
    if (next === 'nothing' || (next === 'publish' && !publish)) return { ...outcome, revision };
    if (next === 'publish') {
      const params = { id, baseVersion: version, summary: SUMMARY };
      await runStep('Publishing', () => unlessOvertaken(() => api.call('standards.publish', params)));
    } else {
      const params = { id, baseVersion: version, ...toSaveBody(document) };
      const title = `Saving ${document.elements.length.toLocaleString('en')} elements`;
      await runStep(title, () => unlessOvertaken(() => api.call('standards.workingCopy.save', params)));
    }
  }
  throw new OvertakenError(`Others are changing the standard ${id} right now. Run the command again.`);
}

/** The standard of this name: a new one, or the one whose creation was interrupted. */
async function findOrCreate(
  api: ApiCaller,
  about: ImportOrder['about'],
): Promise<{ id: number; resumed: boolean }> {
  try {
    return { id: (await api.call('standards.create', about)).id, resumed: false };
  } catch (error) {
    const id = existingId(error);
    if (id === null) throw error;
    return { id, resumed: true };
  }
}

/** Writes, unless the state it is based on is gone, also by an earlier attempt whose response was lost. */
async function unlessOvertaken(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const isOvertaken =
      error instanceof ApiError && (error.problem.code === 'EDIT_CONFLICT' || error.status === 404);
    if (!isOvertaken) throw error;
  }
}
