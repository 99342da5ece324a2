/** Measures operations on files for `tools/bench/run.ts`: pages of a long list, upload and download of a drawing. */

import type { RestClient } from '../../shared/rest-client/client.ts';
import { createKey, registerAccount, SPECIFIER_PERMISSIONS } from '../world/accounts.ts';
import { createProject } from '../world/projects.ts';
import { BenchClient } from './http-measurement.ts';
import { FORM_TYPE, formOf, type UploadTarget } from './large-upload.ts';
import type { ServiceMeter } from './meter.ts';

/** `UPLOAD_MAX_FILES` of the measured service, high so that the list is filled in few requests. */
export const FILES_PER_UPLOAD = 100;
/** An upload mostly waits for the disk. */
const UPLOADS_AT_ONCE = 4;

const PAGE = 50;
const LIST_ROUNDS = 100;
const DRAWING_ROUNDS = 50;
const DRAWING =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n';

const DRAWING_FORM = Buffer.concat([...formOf(1_000_000)]);

interface Uploader extends UploadTarget {
  client: RestClient;
}

/** A project of an account of its own, and a key that may upload to it. */
export async function createUploader(base: string): Promise<Uploader> {
  const session = await registerAccount(base, `files-${Date.now()}`, 'Bench Drawings');
  const { client, secret } = await createKey(session, [...SPECIFIER_PERMISSIONS, 'project:download:view']);
  return { base, client, secret, projectId: await createProject(client, { name: 'Files' }) };
}

async function uploadDrawings({ client, projectId }: Uploader, first: number, count: number): Promise<void> {
  const files = Array.from(
    { length: count },
    (_, at) => new File([DRAWING], `drawing ${first + at}.pdf`, { type: 'application/pdf' }),
  );
  await client.call('files.upload', { projectId, document_type: 'drawing', files });
}

/** Pages of a list, uploads and downloads, in rows of the meter. @param count of files in the list */
export async function measureFileLists(base: string, count: number, meter: ServiceMeter): Promise<void> {
  const uploader = await createUploader(base);
  const { secret, projectId } = uploader;
  const sender = new BenchClient(base, { authorization: `Bearer ${secret}` });
  for (let first = 0; first < count; first += UPLOADS_AT_ONCE * FILES_PER_UPLOAD) {
    const uploads = Array.from({ length: UPLOADS_AT_ONCE }, (_, at) =>
      uploadDrawings(uploader, first + at * FILES_PER_UPLOAD, FILES_PER_UPLOAD),
    );
    await Promise.all(uploads);
    if ((first + UPLOADS_AT_ONCE * FILES_PER_UPLOAD) % 2_000 === 0)
      meter.log(`files: ${first + UPLOADS_AT_ONCE * FILES_PER_UPLOAD}`);
  }
  const list = `/api/files/projects/${projectId}/list`;
  const last = Math.ceil(count / PAGE);
  for (const [operation, path] of [
    [`list files, a page of ${PAGE}`, `${list}?per_page=${PAGE}`],
    [`list files, the last page of ${PAGE}`, `${list}?per_page=${PAGE}&page=${last}`],
  ] as const)
    await meter.measure({ operation, target: '≤ 5 ms of 10,000' }, sender, LIST_ROUNDS, () =>
      sender.read(path),
    );
  const other = await createUploader(base);
  const owner = new BenchClient(base, { authorization: `Bearer ${other.secret}` });
  await meter.measure({ operation: 'upload a drawing of 1 MB' }, owner, DRAWING_ROUNDS, async () => {
    const { status } = await owner.send({
      method: 'POST',
      path: `/api/files/projects/${other.projectId}/upload`,
      headers: { 'content-type': FORM_TYPE },
      body: DRAWING_FORM,
    });
    if (status !== 201) throw new Error(`the upload answered ${status}`);
  });
  const { files } = await other.client.call('files.list', { projectId: other.projectId });
  const download = `/api/files/projects/${other.projectId}/download/${files[0]?.id}`;
  await meter.measure({ operation: 'download a drawing of 1 MB' }, owner, DRAWING_ROUNDS, () =>
    owner.read(download),
  );
  sender.close();
  owner.close();
}
