/** Test fixture of files: real services, a project, and bytes stored as the gateway stores them. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createProject } from '../../scripts/populate/projects.ts';
import type { InputOf } from '../../shared/contracts/endpoint.ts';
import type { fileUploadEndpoints } from '../../shared/contracts/files/upload.ts';
import type { Principal } from '../../shared/kernel/auth/principal.ts';
import { createObjectStore } from '../../shared/storage/create-object-store.ts';
import type { ObjectStore } from '../../shared/storage/object-store.ts';
import { newStorageKey } from '../../shared/storage-key.ts';
import { lead } from '../../test/people.ts';
import { callerFor, type TestNode, useNode } from '../../test/service-node.ts';

type Upload = InputOf<(typeof fileUploadEndpoints)['files.upload']>;
type UploadPartInput = Upload['files'][number];

interface FilesWorld extends TestNode {
  store(): ObjectStore;
  /** A project of the firm with its first draft open. */
  createProject(name?: string): Promise<{ id: number; draftId: number }>;
  /** Stores bytes as the gateway does, and returns the description that it sends. */
  storePart(name: string, text?: string, more?: Partial<UploadPartInput>): Promise<UploadPartInput>;
  upload(
    as: Principal,
    projectId: number,
    parts: UploadPartInput[],
    more?: Omit<Upload, 'projectId' | 'files'>,
  ): ReturnType<typeof callUpload>;
  publish(projectId: number): Promise<number>;
}

const callUpload = (node: TestNode, as: Principal, params: Upload) => node.call(as, 'files.upload', params);

/** For the tests of a file or `describe`. */
export function useFilesWorld(env: Record<string, string> = {}): FilesWorld {
  const node = useNode(['files', 'projects', 'audit'], env);
  const store = () => createObjectStore(node.node.config);
  return Object.assign(node, {
    store,
    async createProject(name = 'Bridge') {
      const id = await createProject(callerFor(node, lead), { name });
      const { revision } = await node.call(lead, 'projects.manifest', { project_id: id });
      return { id, draftId: revision?.id ?? 0 };
    },
    async storePart(name: string, text = '%PDF-1.7 plan', more: Partial<UploadPartInput> = {}) {
      const key = newStorageKey();
      const bytes = Buffer.from(text);
      await store().put(key, Readable.from([bytes]));
      return {
        key,
        name,
        mime_type: 'application/pdf',
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        head: bytes.subarray(0, 4096).toString('base64'),
        ...more,
      };
    },
    upload: (
      as: Principal,
      projectId: number,
      files: UploadPartInput[],
      more: Omit<Upload, 'projectId' | 'files'> = {},
    ) => callUpload(node, as, { ...more, projectId, files }),
    async publish(projectId: number) {
      const { revision } = await node.call(lead, 'projects.publish', { id: projectId });
      return revision.id;
    },
  });
}
