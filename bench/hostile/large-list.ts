/**
 * `npm run large-list`: what a list of 100,000 standards costs the service, whoever asks for how much of it (hardening H35). The rows are
 * copies of one standard, written beside the service: through the API it would take an hour.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { startThrowaway } from '../../scripts/running/throwaway-service.ts';
import { populate } from '../../test/site/population.ts';
import { ask, byKey } from '../../test/site/wire.ts';

const ROWS = Number(process.argv[2] ?? 100_000);
const BATCH = 5_000;
const FIRST_ID = 1_000_000;
const ALLOWED_MB = 50;
const ROUNDS = 3;

const service = await startThrowaway('one process');
try {
  const { base } = service;
  const { mallory } = await populate(base);
  await fill(mallory.standardId);
  const queries = [
    '',
    'per_page=100',
    'per_page=100&page=1000',
    'per_page=100&page=1000000000',
    'search=copy',
    'search=99999',
    'sort=name',
    'format=full',
  ];
  const send = (query: string) => ask(base, { path: `/api/standards?${query}`, headers: byKey(mallory.secret) });
  // What the first requests build and keep is no rise.
  for (const query of queries) await send(query);
  await delay(1_000);
  const before = service.memory();
  let most = before;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of queries) {
      const began = performance.now();
      const { status, text, body } = await send(query);
      most = Math.max(most, service.memory());
      if (round > 0) continue;
      const rows = Array.isArray(body.standards) ? body.standards.length : 0;
      const size = `${(text.length / 1_000_000).toFixed(2)} MB`;
      console.log(
        `?${query.padEnd(30)} ${status} ${rows} of ${String(body.total)} rows, ${size}, ${(performance.now() - began).toFixed(0)} ms`,
      );
    }
  }
  const rise = most - before;
  console.log(`Resident memory ${before} MB, ${most} MB at most: a rise of ${rise} MB; ${ALLOWED_MB} are allowed.`);
  process.exitCode = rise <= ALLOWED_MB ? 0 : 1;
} finally {
  await service.stop();
}

async function fill(standardId: number): Promise<void> {
  const client = await MongoClient.connect(service.mongodbUri);
  try {
    const standards = client.db('css-standards').collection<{ _id: number; name: string }>('standards');
    const one = await standards.findOne({ _id: standardId });
    if (!one) throw new Error('the standard to copy is not there');
    for (let at = 0; at < ROWS; at += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, ROWS - at) }, (_, more) => {
        const name = `copy ${at + more}`;
        return { ...one, _id: FIRST_ID + at + more, name, folded_name: name, search_text: name };
      });
      await standards.insertMany(rows, { ordered: false });
    }
  } finally {
    await client.close();
  }
}
