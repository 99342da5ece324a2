/**
 * Test fixture of files: real services, a project, and bytes stored as the gateway stores them, on local disk
 * and on S3.
 */
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe } from '@jest/globals';
import type { InputOf } from '../../shared/contracts/endpoint.ts';
import type { fileUploadEndpoints } from '../../shared/contracts/files/upload.ts';
import type { ServiceName } from '../../shared/contracts/services.ts';
import type { Principal } from '../../shared/kernel/auth/principal.ts';
import { createObjectStore } from '../../shared/storage/create-object-store.ts';
import type { ObjectStore } from '../../shared/storage/object-store.ts';
import { newStorageKey } from '../../shared/storage-key.ts';
import { createProject } from '../../tools/world/projects.ts';
import { lead } from '../people.ts';
import { callerFor, type TestNode, useNode } from '../service-node.ts';
import { skipIf } from '../skip-if.ts';
import { missingServer, s3Settings } from '../test-servers.ts';

type Upload = InputOf<(typeof fileUploadEndpoints)['files.upload']>;
type UploadPartInput = Upload['files'][number];

interface FilesWorld extends TestNode {
  store(): Promise<ObjectStore>;
  /** A project of the firm with its first draft open. */
  createProject(name?: string): Promise<{ id: number; draftId: number }>;
  /** Stores bytes as the gateway does, and returns the description that it sends. */
  storePart(name: string, text?: string | Buffer, more?: Partial<UploadPartInput>): Promise<UploadPartInput>;
  upload(
    as: Principal,
    projectId: number,
    parts: UploadPartInput[],
    more?: Omit<Upload, 'projectId' | 'files'>,
  ): ReturnType<typeof callUpload>;
  /** Uploads one file. @returns its id */
  uploadFile(
    as: Principal,
    projectId: number,
    name?: string,
    more?: Omit<Upload, 'projectId' | 'files'>,
  ): Promise<number>;
  publish(projectId: number): Promise<number>;
  openDraft(projectId: number): Promise<number>;
  /** Moves a file forward to a status, as the lead. */
  moveTo(projectId: number, fileId: number, status: 'review' | 'approved' | 'obsolete'): Promise<void>;
  /** The names in a list, newest first. */
  names(as: Principal, projectId: number, filter?: object): Promise<string[]>;
  /** The bytes of a download, as the gateway or the object store would serve them. */
  bytesOf(as: Principal, projectId: number, fileId: number): Promise<string>;
}

type Environment = Record<string, string>;

/** Declares a suite for local disk, and for S3 with a bucket of its own where there is a server. */
export function describeOnEachStore(title: string, suite: (env: Environment) => void): void {
  describe(`${title}, on local disk`, () => suite({}));
  skipIf(missingServer('S3')).describe(`${title}, on S3`, () => {
    const { endpoint, accessKey, secretKey } = s3Settings();
    suite({
      S3_ENDPOINT: endpoint,
      S3_BUCKET: `files-${randomUUID()}`,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    });
  });
}

const FORWARD = ['review', 'approved', 'obsolete'] as const;

const callUpload = (node: TestNode, as: Principal, params: Upload) => node.call(as, 'files.upload', params);

/** For the tests of a file or `describe`. @param others services beside those that files need */
export function useFilesWorld(env: Environment = {}, others: readonly ServiceName[] = []): FilesWorld {
  const node = useNode(['files', 'projects', 'audit', ...others], env);
  const store = () => createObjectStore(node.node.config);
  const upload: FilesWorld['upload'] = (as, projectId, files, more = {}) =>
    callUpload(node, as, { ...more, projectId, files });
  const storePart = async (
    name: string,
    text: string | Buffer = '%PDF-1.7 plan',
    more: Partial<UploadPartInput> = {},
  ): Promise<UploadPartInput> => {
    const key = newStorageKey();
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    await (await store()).put(key, Readable.from([bytes]));
    return {
      key,
      name,
      mime_type: 'application/pdf',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      head: bytes.subarray(0, 4096).toString('base64'),
      ...more,
    };
  };
  return Object.assign(node, {
    store,
    upload,
    storePart,
    async createProject(name = 'Bridge') {
      const id = await createProject(callerFor(node, lead), { name });
      const { revision } = await node.call(lead, 'projects.manifest', { project_id: id });
      return { id, draftId: revision?.id ?? 0 };
    },
    async uploadFile(
      as: Principal,
      projectId: number,
      name = 'a.pdf',
      more: Omit<Upload, 'projectId' | 'files'> = {},
    ) {
      const { files } = await upload(as, projectId, [await storePart(name, `%PDF-1.7 ${name}`)], more);
      return files[0]?.id ?? 0;
    },
    async openDraft(projectId: number) {
      return (await node.call(lead, 'projects.draft.create', { id: projectId })).revision.id;
    },
    async moveTo(projectId: number, fileId: number, status: (typeof FORWARD)[number]) {
      const { files } = await node.call(lead, 'files.list', { projectId });
      const at = FORWARD.findIndex((each) => each === files.find(({ id }) => id === fileId)?.status);
      for (const next of FORWARD.slice(at + 1, FORWARD.indexOf(status) + 1))
        await node.call(lead, 'files.status', { projectId, fileId, status: next });
    },
    async names(as: Principal, projectId: number, filter: object = {}) {
      return (await node.call(as, 'files.list', { projectId, ...filter })).files.map(({ name }) => name);
    },
    async bytesOf(as: Principal, projectId: number, fileId: number) {
      const located = await node.call(as, 'files.download', { projectId, fileId });
      if ('redirect' in located) return (await fetch(located.redirect)).text();
      return (await buffer(await (await store()).open(located.key))).toString();
    },
    async publish(projectId: number) {
      const { revision } = await node.call(lead, 'projects.publish', { id: projectId });
      return revision.id;
    },
  });
}
