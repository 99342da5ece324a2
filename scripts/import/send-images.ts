/** Uploads the images of a document, before the texts that refer to them are saved. Those that the standard has stay. */
import type { ApiCaller } from '../../shared/rest-client/api-caller.ts';
import { ApiError } from '../../shared/rest-client/client.ts';
import { formatCount } from '../console/progress.ts';
import { UnusableDocumentError } from './documents/import-change.ts';
import type { SourceImage } from './documents/source-outline.ts';

/** @throws UnusableDocumentError for an image that the service refuses; ApiError */
export async function sendImages(
  api: ApiCaller,
  id: number,
  images: readonly SourceImage[],
  runStep: <T>(title: string, work: () => Promise<T>) => Promise<T>,
): Promise<void> {
  if (images.length === 0) return;
  await runStep(`Uploading ${formatCount(images.length, 'image')}`, async () => {
    for (const image of images) await sendImage(api, id, image);
  });
}

async function sendImage(api: ApiCaller, id: number, { name, mediaType, bytes }: SourceImage): Promise<void> {
  const file = new File([new Uint8Array(bytes)], fileNameOf(name), { type: mediaType });
  try {
    const sent = await api.call('standards.images.upload', { id, files: [file] });
    if (sent.name !== name) throw new Error(`the image ${name} was named ${sent.name}`);
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.code !== 'VALIDATION_ERROR') throw error;
    throw new UnusableDocumentError(
      `The service refuses the picture ${name}: ${error.message} Save it as a new PNG in the Word file, or take it out.`,
    );
  }
}

/** The name without its hash, which the service puts in again. */
const fileNameOf = (name: string): string => name.split('.').toSpliced(-2, 1).join('.');
