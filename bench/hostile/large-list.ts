/**
 * `npm run large-list`: what a list of 100,000 standards costs the service, whoever asks for how much of it, and however slowly it is read
 * (hardening H35). `-- --split` asks eight processes. The rows are copies of one standard, written beside the service: through the API it
 * would take an hour.
 */
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { startThrowaway } from '../../scripts/running/throwaway-service.ts';
import { populate } from '../../test/site/population.ts';
import { ask, byKey } from '../../test/site/wire.ts';

const { values } = parseArgs({ options: { split: { type: 'boolean' }, rows: { type: 'string', default: '100000' } } });
const ROWS = Number(values.rows);
const BATCH = 5_000;
const FIRST_ID = 1_000_000;
const ALLOWED_MB = 50;
const ROUNDS = 3;
/** Ordinary pages of an ordinary site, asked for by as many clients at once as there are slow readers: until then V8 has had no reason to grow. */
const ORDINARY_ROWS = 2_000;
const WARM_UP = 6_000;
const AT_ONCE = 10;
/** A slow reader takes 64 KB, waits and takes on, for so long; then it goes away. */
const SLOW_MS = 20_000;
const SLOW_PAUSE_MS = 100;

const service = await startThrowaway(values.split ? 'split' : 'one process');
try {
  const { base } = service;
  const { mallory } = await populate(base);
  await fill(mallory.standardId, 0, ORDINARY_ROWS);
  const path = (query: string) => `/api/standards?${query}`;
  const send = (query: string, ...headers: string[]) =>
    ask(base, { path: path(query), headers: [...byKey(mallory.secret), ...headers] });

  const queries = [
    '',
    'per_page=100',
    'per_page=100&page=1000',
    'per_page=100&page=1000000000',
    'search=copy',
    'search=99999',
    'sort=name',
    'sort=created_at&sort_order=desc',
    'format=compact',
  ];
  const fresh = service.memories();
  const warmUp = async (): Promise<void> => {
    for (let sent = 0; sent < WARM_UP / AT_ONCE; sent += 1)
      await readBytes(path(`per_page=100&page=${1 + (sent % 20)}`), mallory.secret, 'identity');
  };
  await Promise.all(Array.from({ length: AT_ONCE }, warmUp));
  await fill(mallory.standardId, ORDINARY_ROWS, ROWS);
  const before = service.memories();
  const most = new Map(before);
  const watch = setInterval(() => {
    for (const [name, megabytes] of service.memories()) most.set(name, Math.max(most.get(name) ?? 0, megabytes));
  }, 200);

  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of queries) {
      const began = performance.now();
      const { status, text, body } = await send(query);
      if (round > 0) continue;
      const rows = Array.isArray(body.standards) ? body.standards.length : 0;
      const size = `${(text.length / 1_000_000).toFixed(2)} MB`;
      const took = `${(performance.now() - began).toFixed(0)} ms`;
      console.log(`?${query.padEnd(32)} ${status} ${rows} of ${String(body.total)} rows, ${size}, ${took}`);
    }
  }
  for (const encoding of ['gzip', 'br']) {
    const began = performance.now();
    const bytes = await readBytes(path(''), mallory.secret, encoding);
    console.log(`packed: ${encoding.padEnd(25)} ${(bytes / 1e6).toFixed(2)} MB, ${(performance.now() - began).toFixed(0)} ms`);
  }
  const slow = await Promise.all(Array.from({ length: AT_ONCE }, () => readSlowly(path(''), mallory.secret)));
  console.log(`ten slow readers: ${slow.map((bytes) => (bytes / 1e6).toFixed(1)).join(', ')} MB in ${SLOW_MS / 1000} s`);
  clearInterval(watch);

  for (const [name, megabytes] of before) {
    const highest = most.get(name) ?? 0;
    const rise = highest - megabytes;
    const story = `${fresh.get(name)} MB fresh, ${megabytes} after ${WARM_UP} pages to ${AT_ONCE} clients, ${highest} at most`;
    console.log(`${name.padEnd(16)} ${story}: a rise of ${rise} MB; ${ALLOWED_MB} are allowed.`);
    if (rise > ALLOWED_MB) process.exitCode = 1;
  }
} finally {
  await service.stop();
}

/** Reads an answer and keeps none of it. */
function readBytes(path: string, secret: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${secret}`, 'accept-encoding': encoding };
    get(`${service.base}${path}`, { headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once('end', () => resolve(bytes));
      response.once('error', reject);
    }).once('error', reject);
  });
}

function readSlowly(path: string, secret: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = get(
      `${service.base}${path}`,
      { headers: { authorization: `Bearer ${secret}` }, agent: false },
      async (response) => {
        let bytes = 0;
        const until = performance.now() + SLOW_MS;
        for await (const chunk of response) {
          bytes += chunk.length;
          if (performance.now() > until) break;
          await delay(SLOW_PAUSE_MS);
        }
        sent.destroy();
        resolve(bytes);
      },
    );
    sent.once('error', reject);
  });
}

/** Copies of one standard, numbered from one number to another. */
async function fill(standardId: number, from: number, to: number): Promise<void> {
  const client = await MongoClient.connect(service.mongodbUri);
  try {
    const standards = client.db('css-standards').collection<{ _id: number; name: string }>('standards');
    const one = await standards.findOne({ _id: standardId });
    if (!one) throw new Error('the standard to copy is not there');
    for (let at = from; at < to; at += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, to - at) }, (_, more) => {
        const name = `copy ${at + more}`;
        return { ...one, _id: FIRST_ID + at + more, name, folded_name: name, search_text: name };
      });
      await standards.insertMany(rows, { ordered: false });
    }
  } finally {
    await client.close();
  }
}
