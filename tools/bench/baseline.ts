/**
 * Measurement of the baseline of `tools/bench/run.ts` on the same machine: GETs of the same bytes from a plain
 * node:http server in a child process, and inserts of the same document with the MongoDB driver.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { generateDocumentD } from './document-d.ts';
import { BenchClient, type Percentiles, timeSequentially } from './http-measurement.ts';
import { runLoad } from './load.ts';

export interface Baseline {
  /** node:http sending prepared bytes. */
  read: Percentiles;
  readsPerSecond: number;
  /** Insert of the same document with majority write concern. */
  insert: Percentiles;
}

/** Measures with document D, as sent to a save. @param mongodbUri the server of the benchmark */
export async function measureBaseline(mongodbUri: string): Promise<Baseline> {
  const bytes = Buffer.from(JSON.stringify(generateDocumentD()));
  const child = fork(fileURLToPath(import.meta.url), ['serve'], { serialization: 'advanced' });
  child.send(bytes);
  const [port]: number[] = await once(child, 'message');
  const client = new BenchClient(`http://127.0.0.1:${port}`, {});
  try {
    const read = await timeSequentially(
      300,
      async () => void (await client.send({ method: 'GET', path: '/' })),
    );
    const readsPerSecond = await runLoad({
      url: `http://127.0.0.1:${port}/`,
      connections: 8,
      seconds: 5,
      status: 200,
    });
    return { read, readsPerSecond, insert: await measureInsert(bytes, mongodbUri) };
  } finally {
    client.close();
    child.kill();
  }
}

async function measureInsert(bytes: Buffer, mongodbUri: string): Promise<Percentiles> {
  const client = await new MongoClient(mongodbUri, { writeConcern: { w: 'majority', j: true } }).connect();
  try {
    const collection = client.db('css-bench-baseline').collection('documents');
    const document: Record<string, unknown> = JSON.parse(bytes.toString());
    const times = await timeSequentially(200, async (round) => {
      await collection.insertOne({ ...document, _id: undefined, round }, { ignoreUndefined: true });
    });
    await client.db('css-bench-baseline').dropDatabase();
    return times;
  } finally {
    await client.close();
  }
}

// The server runs in its own process, as the service does.
if (process.argv[2] === 'serve') {
  process.once('message', (bytes: Buffer) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
      response.end(bytes);
    });
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      process.send?.(typeof address === 'object' ? address?.port : null);
    });
  });
}
