/**
 * Test fixture: an HTTP server that only receives uploads into a disk store, functions that send it forms,
 * and checks of its refusals.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { apiError, toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import { DiskStore } from '../../../shared/storage/disk-store.ts';
import { type LocalServer, startLocalServer } from '../../../test/local-server.ts';
import { discardUpload, type ReceivedUpload, receiveUpload } from './receive-upload.ts';

export const UPLOAD_LIMITS = { files: 3, bytes: 10_000 };

/** One part of a form with the boundary `b`. */
export const part = (headers: string, content: string): string =>
  `--b\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${content}\r\n`;

export const FILE_PART = part('name="files"; filename="a.pdf"\r\nContent-Type: application/pdf', '%PDF-1.7');

interface UploadServer {
  readonly store: DiskStore;
  readonly port: number;
  /** The last upload received in this test. */
  readonly last: ReceivedUpload | null;
  /** The last refusal in this test. */
  readonly failure: ReturnType<typeof toErrorInfo> | null;
  post(body: string | Buffer | FormData, headers?: Record<string, string>): Promise<Response>;
  /** Sends parts with the boundary `b`, each character a byte, and closes the form after them. */
  postParts(parts: string): Promise<Response>;
  /** How many files are in the store. */
  countStored(): Promise<number>;
  /** Discards the last upload for this reason. */
  discardLast(reason?: unknown): Promise<void>;
  /** Asserts that the upload was refused and left no bytes. */
  assertRefused(response: Response, status: number, detail: RegExp): Promise<void>;
}

/** For the tests of a file or `describe`. */
export function useUploadServer(): UploadServer {
  let folder: string;
  let store: DiskStore;
  let server: LocalServer;
  let last: ReceivedUpload | null = null;
  let failure: ReturnType<typeof toErrorInfo> | null = null;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'construction-upload-'));
    store = new DiskStore(folder);
    await store.prepare();
    server = await startLocalServer((request, response) => {
      receiveUpload(request, store, UPLOAD_LIMITS).then(
        (upload) => {
          last = upload;
          response.end('accepted');
        },
        (error: unknown) => {
          failure = toErrorInfo(error);
          const { status, code, detail } = failure;
          response.writeHead(status, { Connection: 'close' }).end(`${code}: ${detail}`);
        },
      );
    });
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    last = null;
    failure = null;
  });

  const post = (body: string | Buffer | FormData, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(server.url, {
      method: 'POST',
      body: body instanceof Buffer ? new Uint8Array(body) : body,
      headers,
      signal: AbortSignal.timeout(8_000),
    });
  const countStored = async (): Promise<number> => {
    let count = 0;
    for await (const _ of store.keys()) count += 1;
    return count;
  };
  return {
    get store() {
      return store;
    },
    get port() {
      return server.port;
    },
    get last() {
      return last;
    },
    get failure() {
      return failure;
    },
    post,
    postParts: (parts) =>
      post(Buffer.from(`${parts}--b--\r\n`, 'latin1'), {
        'content-type': 'multipart/form-data; boundary=b',
      }),
    countStored,
    async discardLast(reason = apiError('VALIDATION_ERROR', 'no')) {
      assert.ok(last);
      await discardUpload(store, last, reason);
    },
    async assertRefused(response, status, detail) {
      const sentence = await response.text();
      assert.equal(response.status, status, sentence);
      assert.match(sentence, detail);
      assert.equal(await countStored(), 0, 'a refused upload left bytes behind');
    },
  };
}
