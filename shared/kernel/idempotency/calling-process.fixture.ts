/**
 * Process with one call in progress, which the tests of `store.ts` start, kill or suspend. It locks a request
 * and, after messages from the test, writes a document and stores the result in one transaction; each step is
 * reported.
 */
import { once } from 'node:events';
import { inTransaction, openDatabase } from '../database/mongo.ts';
import { toErrorInfo } from '../errors/errors.ts';
import { compressResult, IdempotencyStore, type IdempotentRequest } from './store.ts';

export interface CallingProcessInput {
  uri: string;
  prefix: string;
  request: IdempotentRequest;
}

const { uri, prefix, request }: CallingProcessInput = JSON.parse(process.argv[2] ?? '');
const report = (message: string): unknown => process.send?.(message);
const { connection, close } = await openDatabase(uri, prefix, 'kernel');
const store = new IdempotencyStore(connection);
const acquired = await store.acquire(request);
if (!('lock' in acquired)) throw new Error('another call has stored a result');
const { lock } = acquired;
report('locked');
await once(process, 'message');
const next = once(process, 'message');
try {
  await inTransaction(connection, async (session) => {
    await connection.collection('things').insertOne({ by: process.pid }, { session });
    report('written');
    await next;
    await store.complete(session, lock, compressResult({ by: process.pid }) ?? Buffer.alloc(0));
  });
  report('committed');
} catch (error) {
  report(toErrorInfo(error).code);
}
await close();
process.disconnect();
