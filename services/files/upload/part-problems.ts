/**
 * Checks of an upload that need only its form and the first bytes of each file: names, folder, repeated storage keys,
 * signature against the declared type, HTML, size in pixels. The whole content is checked in `stored-content.ts`. Also the
 * name that a file is stored with.
 */
import type { ParamsOf } from '../../../shared/contracts/endpoint.ts';
import type { fileUploadEndpoints } from '../../../shared/contracts/files/upload.ts';
import type { ErrorDetail } from '../../../shared/kernel/errors/errors.ts';
import { unknownFolder } from '../folders/folder-tree.ts';
import { toStoredName } from './file-name.ts';
import { findHeadFault } from './first-bytes.ts';

export type UploadParams = ParamsOf<(typeof fileUploadEndpoints)['files.upload']>;
type UploadPart = UploadParams['files'][number];

/** The stored name of a part, for parts without problems. */
export const storedNameOf = ({ name }: UploadParams, part: UploadPart): string =>
  toStoredName(name?.trim() || part.name) ?? 'file';

/**
 * All problems of the parts, with the path of each offending value. @param hasFolder whether the project has
 * the folder
 */
export async function findPartProblems(
  params: UploadParams,
  { hasFolder }: { hasFolder: boolean },
): Promise<ErrorDetail[]> {
  const { files, name, folder_id } = params;
  const problems: ErrorDetail[] = [];
  if (name !== undefined && files.length > 1) {
    problems.push({
      path: 'name',
      message: "'name' can only be set for a single file; this upload has several.",
    });
  }
  if (folder_id !== undefined && folder_id !== null && !hasFolder)
    problems.push(unknownFolder('folder_id', folder_id));
  const keys = new Set<string>();
  for (const [index, part] of files.entries()) {
    const path = `files[${index}]`;
    const shown = toStoredName(part.name);
    if (shown === null) {
      problems.push({
        path,
        message: 'A file name must contain a visible character and no control or text-direction characters.',
      });
    }
    const fault = await findHeadFault(part.mime_type, part.size, Buffer.from(part.head, 'base64'));
    if (fault !== null) problems.push(contentProblem(part, index, fault));
    if (keys.has(part.key)) problems.push({ path, message: 'The same bytes are referenced twice.' });
    keys.add(part.key);
  }
  return problems;
}

/** The problem of a part whose content is at fault. @param fault the end of a sentence that begins with its name */
export const contentProblem = ({ name }: UploadPart, index: number, fault: string): ErrorDetail => ({
  path: `files[${index}]`,
  message: `'${toStoredName(name) ?? 'file'}' ${fault}.`,
});
