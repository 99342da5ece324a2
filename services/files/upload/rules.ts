/** What an upload must keep (decisions F1, F5, F6). */

import type { Params } from '../../../shared/contracts/endpoint.ts';
import type { fileUpload } from '../../../shared/contracts/files/upload.ts';
import type { Problem } from '../../../shared/kernel/errors.ts';
import { storedName } from './file-name.ts';
import { findContentFault } from './file-type.ts';

export type UploadParams = Params<(typeof fileUpload)['files.upload']>;
export type Part = UploadParams['files'][number];

/** The name a part is kept under; only asked after `findPartProblems` found none. */
export const nameOf = ({ name }: UploadParams, part: Part): string => storedName(name?.trim() || part.name) ?? 'file';

/** Everything that refuses the upload, with the path of the offending value. */
export function findPartProblems(params: UploadParams): Problem[] {
  const { files, name, folder_id } = params;
  const problems: Problem[] = [];
  if (name !== undefined && files.length > 1) {
    problems.push({ path: 'name', message: "'name' names a single file; this upload has several." });
  }
  if (folder_id !== undefined && folder_id !== null) {
    problems.push({ path: 'folder_id', message: `The project has no folder ${folder_id}.` });
  }
  const keys = new Set<string>();
  for (const [index, part] of files.entries()) {
    const path = `files[${index}]`;
    const shown = storedName(part.name);
    if (shown === null) {
      problems.push({
        path,
        message: 'A file name needs a visible character, no control characters and no marks that turn its direction.',
      });
    }
    const fault = findContentFault(part.mime_type, part.size, Buffer.from(part.head, 'base64'));
    if (fault !== null) problems.push({ path, message: `'${shown ?? 'file'}' ${fault}.` });
    if (keys.has(part.key)) problems.push({ path, message: 'The same bytes are named twice.' });
    keys.add(part.key);
  }
  return problems;
}
