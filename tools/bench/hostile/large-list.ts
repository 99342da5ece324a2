/**
 * `npm run dev -- large-list`: memory and time of a list of 100,000 standards, by query, compression and
 * reading speed; exits with 1 when the whole list raises the memory of a new process by
 * more than 50 MB. `--split` measures eight processes. The rows are copies of one standard, inserted into
 * the database: the API would take an hour.
 */
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import {
  type DisposableService,
  startDisposableService,
} from '../../../scripts/start/launcher/disposable-service.ts';
import { populateWorld } from '../../world/population.ts';
import { keyHeaders, sendRawRequest } from '../../world/raw-http.ts';

const { values } = parseArgs({
  options: { split: { type: 'boolean' }, rows: { type: 'string', default: '100000' } },
});
const ROWS = Number(values.rows);
const BATCH = 5_000;
const FIRST_ID = 1_000_000;
const MAX_RISE_MB = 50;
const ROUNDS = 3;
/**
 * Ordinary requests before the measurement, so that the growth of V8's heap is not counted as that of the
 * list.
 */
const ORDINARY_ROWS = 2_000;
const WARM_UP = 6_000;
const CONCURRENCY = 10;
/** A slow reader pauses after each 64 KB, and disconnects after this time. */
const SLOW_MS = 20_000;
const SLOW_PAUSE_MS = 100;
const QUERIES = [
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
const path = (query: string) => `/api/standards?${query}`;

await withService(async ({ service, secret, standardId }) => {
  await insertStandards(service, standardId, 0, ROWS);
  await delay(1_000);
  const memory = watchMemory(service);
  const bytes = await readBytes(service.base, path(''), secret, 'identity');
  console.log(`The whole list, from a service that has just started: ${(bytes / 1e6).toFixed(2)} MB.`);
  for (const [name, { before, peak }] of memory()) {
    console.log(
      `  ${name}: ${before} MB before, ${peak} MB peak: a rise of ${peak - before} MB; the limit is ${MAX_RISE_MB} MB.`,
    );
    if (peak - before > MAX_RISE_MB) process.exitCode = 1;
  }
});

await withService(async ({ service, secret, standardId }) => {
  const { base } = service;
  await insertStandards(service, standardId, 0, ORDINARY_ROWS);
  const warmUp = async (): Promise<void> => {
    for (let sent = 0; sent < WARM_UP / CONCURRENCY; sent += 1)
      await readBytes(base, path(`per_page=100&page=${1 + (sent % 20)}`), secret, 'identity');
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, warmUp));
  await insertStandards(service, standardId, ORDINARY_ROWS, ROWS);
  console.log(`After ${WARM_UP} ordinary pages to ${CONCURRENCY} clients:`);
  const memory = watchMemory(service);
  const report = (load: string): void => {
    const rises = [...memory()].map(([name, { before, peak }]) => `${name} ${before} + ${peak - before}`);
    console.log(`  ${load}; memory in MB: ${rises.join(', ')}`);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of QUERIES) {
      const began = performance.now();
      const { status, text, body } = await sendRawRequest(base, {
        path: path(query),
        headers: keyHeaders(secret),
      });
      if (round > 0) continue;
      const rows = Array.isArray(body.standards) ? body.standards.length : 0;
      const size = `${(text.length / 1_000_000).toFixed(2)} MB`;
      const time = `${(performance.now() - began).toFixed(0)} ms`;
      console.log(`  ?${query.padEnd(32)} ${status} ${rows} of ${String(body.total)} rows, ${size}, ${time}`);
    }
  }
  report(`each ${ROUNDS} times, one after the other`);
  for (const encoding of ['gzip', 'br']) {
    const startedAt = performance.now();
    const bytes = await readBytes(base, path(''), secret, encoding);
    console.log(
      `  compressed: ${encoding.padEnd(21)} ${(bytes / 1e6).toFixed(2)} MB, ${(performance.now() - startedAt).toFixed(0)} ms`,
    );
  }
  const slow = await Promise.all(
    Array.from({ length: CONCURRENCY }, () => readSlowly(base, path(''), secret)),
  );
  report(
    `ten slow readers, which read ${slow.map((bytes) => (bytes / 1e6).toFixed(0)).join(', ')} MB in ${SLOW_MS / 1000} s`,
  );
});

interface ServiceUnderTest {
  service: DisposableService;
  /** The key of the account that reads the list. */
  secret: string;
  standardId: number;
}

/** Runs a measurement on a new service. */
async function withService(measure: (on: ServiceUnderTest) => Promise<void>): Promise<void> {
  const service = await startDisposableService(values.split ? 'split' : 'one process');
  try {
    const { mallory } = await populateWorld(service.base);
    await measure({ service, secret: mallory.secret, standardId: mallory.standardId });
  } finally {
    await service.stop();
  }
}

/**
 * Samples the memory of each process from now on. @returns a function that returns memory at the start and
 * its peak
 */
function watchMemory(service: DisposableService): () => Map<string, { before: number; peak: number }> {
  const usage = new Map(
    [...service.memoryByService()].map(([name, before]) => [name, { before, peak: before }]),
  );
  const sample = (): void => {
    for (const [name, now] of service.memoryByService()) {
      const row = usage.get(name);
      if (row) row.peak = Math.max(row.peak, now);
    }
  };
  setInterval(sample, 200).unref();
  return () => {
    sample();
    return usage;
  };
}

/** Reads a response and discards it. @returns its size in bytes */
function readBytes(base: string, path: string, secret: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${secret}`, 'accept-encoding': encoding };
    get(`${base}${path}`, { headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once('end', () => resolve(bytes));
      response.once('error', reject);
    }).once('error', reject);
  });
}

function readSlowly(base: string, path: string, secret: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = get(
      `${base}${path}`,
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

/** Inserts copies of a standard. */
async function insertStandards(
  { mongodbUri }: DisposableService,
  standardId: number,
  from: number,
  to: number,
): Promise<void> {
  const client = await MongoClient.connect(mongodbUri);
  try {
    const standards = client.db('css-standards').collection<{ _id: number; name: string }>('standards');
    const original = await standards.findOne({ _id: standardId });
    if (!original) throw new Error('the standard to copy does not exist');
    for (let at = from; at < to; at += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, to - at) }, (_, more) => {
        const name = `copy ${at + more}`;
        return { ...original, _id: FIRST_ID + at + more, name, folded_name: name, search_text: name };
      });
      await standards.insertMany(rows, { ordered: false });
    }
  } finally {
    await client.close();
  }
}
