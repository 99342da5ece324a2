/**
 * A process with one call under way, for tests that kill it or put it to sleep. It claims the request it is given, says so, and on a
 * message works on: in one transaction it writes a thing, says so, and after the next message keeps its answer.
 */
import { once } from 'node:events';
import { inTransaction, openDatabase } from '../database/mongo.ts';
import { toErrorInfo } from '../errors/errors.ts';
import { compressResult, IdempotencyStore, type IdempotentRequest } from './store.ts';

export interface CallingProcessInput {
  uri: string;
  prefix: string;
  asked: IdempotentRequest;
}

const { uri, prefix, asked }: CallingProcessInput = JSON.parse(process.argv[2] ?? '');
const say = (said: string): unknown => process.send?.(said);
const { connection, close } = await openDatabase(uri, prefix, 'kernel');
const answers = new IdempotencyStore(connection);
const found = await answers.acquire(asked);
if (!('claim' in found)) throw new Error('the request was claimed by somebody else');
const { claim } = found;
say('claimed');
await once(process, 'message');
const goOn = once(process, 'message');
try {
  await inTransaction(connection, async (session) => {
    await connection.collection('things').insertOne({ by: process.pid }, { session });
    say('written');
    await goOn;
    await answers.complete(session, claim, compressResult({ by: process.pid }) ?? Buffer.alloc(0));
  });
  say('committed');
} catch (error) {
  say(toErrorInfo(error).code);
}
await close();
process.disconnect();
