/**
 * A tool on the bus: reports the projects of an account whose datasheets need an upgrade, for a nightly job.
 * `NATS_URL=nats://tools:…@host:4222 CSS_KEY=css_live_… npx node examples/upgrade-report.ts` prints one line for each
 * of them and exits with 0 when there is none, with 1 when there is one, and with 2 when it could not find out. The key
 * needs project:read and project:draft:view.
 */
import { BusClient, BusError, type BusResult } from '../shared/bus-client/index.ts';

const { NATS_URL: url, CSS_KEY: key, DATABASE_PREFIX: namespace = 'css' } = process.env;
try {
  if (!url || !key) throw new Error('Set NATS_URL (the address in data/nats-tools-url) and CSS_KEY.');
  const client = await BusClient.connect({ url, key, namespace, program: 'upgrade-report' });
  try {
    process.exitCode = await report(client);
  } finally {
    await client.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

/** Prints the projects that need an upgrade. @returns the exit code */
async function report(client: BusClient): Promise<number> {
  const { owned, company, shared, truncated } = await client.call('projects.list');
  let behind = 0;
  for (const { id, name, archived } of [...owned, ...company, ...shared]) {
    const status = archived ? null : await readStatus(client, id);
    if (!status || status.datasheetsBehind.length === 0) continue;
    behind += 1;
    const datasheets = status.datasheetsBehind.map((each) => `${each.name} to ${each.pinned.code}`);
    console.log(`${name} (${id}): ${datasheets.join(', ')}${status.truncated ? ', …' : ''}`);
  }
  if (truncated) {
    console.error(
      'There are more than the 1,000 projects of each kind that a list shows: not all were looked at.',
    );
    return 2;
  }
  return behind > 0 ? 1 : 0;
}

/** Null for a project that was deleted, or left, since it was listed. */
async function readStatus(
  client: BusClient,
  id: number,
): Promise<BusResult<'projects.upgradeStatus'> | null> {
  try {
    return await client.call('projects.upgradeStatus', { id });
  } catch (error) {
    if (error instanceof BusError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
