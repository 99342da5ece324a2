/**
 * Chooses the files that are attached to the manual of a published revision: its signed export, and the key that
 * verifies it.
 */
import type { Attachment } from '../../../shared/documents/printed-document.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { readCertificate } from '../certificates/issue-certificate.ts';
import type { CertificateRecord } from '../certificates/model.ts';
import { presentKeys } from '../certificates/present-keys.ts';
import { exportPublished } from '../export/export-revision.ts';
import type { ProjectsService } from '../open-projects.ts';
import type { RevisionWithManifest } from '../revisions/repository.ts';

/** `export.json` has the bytes that `projects.export` answers; `keys.json` is a list of keys as the verifier takes it. */
export async function attachExport(
  full: RevisionWithManifest,
  record: CertificateRecord,
  signingKeys: ProjectsService['signingKeys'],
  ctx: RequestContext,
): Promise<Attachment[]> {
  const { keyid } = readCertificate(record).certificate;
  const key = await signingKeys.findById(keyid);
  if (!key) throw new Error(`the key ${keyid} of a certificate is missing`);
  return [
    {
      name: 'export.json',
      description: 'The signed export of this revision',
      relationship: 'data',
      text: JSON.stringify(await exportPublished(full, record, () => true, false, ctx)),
    },
    {
      name: 'keys.json',
      description: 'The public key that verifies the export',
      relationship: 'supplement',
      text: JSON.stringify(presentKeys([key])),
    },
  ];
}
