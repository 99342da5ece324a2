/**
 * Tests that every operation of `S3Store` ends with a 503 when the S3 server accepts the connection and does not answer,
 * a download also when its bytes stop, and that a slow reader of one still gets all bytes.
 */
import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, it } from '@jest/globals';
import { eventually } from '../../test/eventually.ts';
import { startLocalServer } from '../../test/local-server.ts';
import { newStorageKey } from '../storage-key.ts';
import { S3Store } from './s3-store.ts';
import { isStorageUnavailable } from './storage-unavailable.ts';

const PART_BYTES = 5 << 20;

const xml = (tag: string, content: string): string => `<${tag}>${content}</${tag}>`;
const COMPLETED = ['Location', 'Bucket', 'Key', 'ETag'].map((tag) => xml(tag, 'one')).join('');
const NO_MORE = xml('IsTruncated', 'false');

/** Answers as an empty bucket that accepts everything. */
const answerEmpty: RequestListener = ({ method, url = '' }, response) => {
  response.setHeader('ETag', '"1"');
  if (url.includes('?location')) response.end(xml('LocationConstraint', 'us-east-1'));
  else if (method === 'POST' && url.includes('?uploads'))
    response.end(xml('InitiateMultipartUploadResult', xml('UploadId', 'one')));
  else if (method === 'POST') response.end(xml('CompleteMultipartUploadResult', COMPLETED));
  else if (method === 'DELETE') response.writeHead(204).end();
  else if (url.includes('uploads')) response.end(xml('ListMultipartUploadsResult', NO_MORE));
  else if (url.includes('list-type')) response.end(xml('ListBucketResult', NO_MORE));
  else response.end();
};

const notAtAll: RequestListener = () => undefined;

/** What an S3 server does: it answers the first requests, and the others otherwise. */
interface Behaviour {
  answered: number;
  otherwise?: RequestListener;
  maxSilenceMs?: number | undefined;
}

/** Calls a store on such a server. @param sockets those of the other requests */
async function withStore(
  { answered, otherwise = notAtAll, maxSilenceMs = 300 }: Behaviour,
  use: (store: S3Store, sockets: Socket[]) => Promise<void>,
): Promise<void> {
  let requests = 0;
  const sockets: Socket[] = [];
  const server = await startLocalServer((request, response) => {
    requests += 1;
    const isAnswered = requests <= answered;
    if (!isAnswered) sockets.push(request.socket);
    request.resume().once('end', () => (isAnswered ? answerEmpty : otherwise)(request, response));
  });
  try {
    const settings = { endpoint: server.url, bucket: 'files', accessKey: 'a', secretKey: 'b' };
    await use(new S3Store(settings, maxSilenceMs), sockets);
  } finally {
    server.close();
  }
}

async function readAll(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

const presentation = { contentDisposition: 'inline', mimeType: 'text/plain', expiresInSeconds: 1 };

/** What a store does, and in how many requests; the first asks for the region of the bucket. */
const OPERATIONS: [what: string, requests: number, run: (store: S3Store, key: string) => Promise<unknown>][] =
  [
    ['an upload', 2, (store, key) => store.put(key, Readable.from([Buffer.alloc(9)]))],
    ['an upload in parts', 5, (store, key) => store.put(key, Readable.from([Buffer.alloc(PART_BYTES + 1)]))],
    ['a removal', 3, (store, key) => store.remove(key)],
    ['the list of keys', 3, (store) => readAll(store.keys())],
    ['a size', 2, (store, key) => store.sizeOf(key)],
    ['a download', 2, (store, key) => store.open(key)],
    ['a presigned address', 1, (store, key) => store.presign(key, presentation)],
    ['the check of the bucket', 2, (store) => store.check()],
  ];

describe('an S3 server that accepts connections and does not answer', () => {
  for (const [what, requests, run] of OPERATIONS)
    it(`ends ${what} with a 503 and its connection, whichever request it does not answer (H24)`, async () => {
      await withStore({ answered: requests, maxSilenceMs: 30_000 }, async (store, sockets) => {
        await run(store, newStorageKey());
        assert.deepEqual(sockets, []);
      });
      const stages = Array.from({ length: requests }, (_, answered) =>
        withStore({ answered }, async (store, sockets) => {
          await assert.rejects(run(store, newStorageKey()), isStorageUnavailable);
          await eventually(() => sockets.every((socket) => socket.destroyed));
        }),
      );
      await Promise.all(stages);
    });

  it('ends a download whose bytes stop (H24)', async () => {
    const otherwise: RequestListener = (_, response) => {
      response.writeHead(200, { 'Content-Length': 10 }).write('12345');
    };
    await withStore({ answered: 1, otherwise }, async (store) => {
      await assert.rejects(async () => buffer(await store.open(newStorageKey())), isStorageUnavailable);
    });
  });

  it('a slow reader of a download is not taken for a silent server: it gets all bytes', async () => {
    const bytes = Buffer.alloc(20 << 20, 'x');
    const otherwise: RequestListener = (_, response) => {
      response.end(bytes);
    };
    const maxSilenceMs = 1_000;
    await withStore({ answered: 1, otherwise, maxSilenceMs }, async (store) => {
      const stream = await store.open(newStorageKey());
      await delay(3 * maxSilenceMs);
      assert.ok(bytes.equals(await buffer(stream)));
    });
  });
});
