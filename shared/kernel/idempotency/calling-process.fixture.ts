/**
 * A process with one call under way, for tests that kill it or put it to sleep. It claims the request it is given, says so, and on a
 * message works on: in one transaction it writes a thing, says so, and after the next message keeps its answer.
 */
import { once } from 'node:events';
import { inTransaction, openDatabase } from '../database/mongo.ts';
import { readError } from '../errors.ts';
import { type Asked, FirstAnswers, packAnswer } from './first-answers.ts';

export interface CallingProcess {
  uri: string;
  prefix: string;
  asked: Asked;
}

const { uri, prefix, asked }: CallingProcess = JSON.parse(process.argv[2] ?? '');
const say = (said: string): unknown => process.send?.(said);
const { connection, close } = await openDatabase(uri, prefix, 'kernel');
const answers = new FirstAnswers(connection);
const found = await answers.claim(asked);
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
    await answers.keep(session, claim, packAnswer({ by: process.pid }) ?? Buffer.alloc(0));
  });
  say('committed');
} catch (error) {
  say(readError(error).code);
}
await close();
process.disconnect();
