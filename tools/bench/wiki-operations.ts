/**
 * Measurement for `tools/bench/run.ts` of wiki pages: checking the longest text during other reads, reading a
 * page, and reading a library copy of 300 clauses with 50 under a hold compared with one without.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ADMINISTRATOR } from '../../scripts/start/launcher/test-administrator.ts';
import { RestClient } from '../../shared/rest-client/client.ts';
import { acceptAgreement, createKey } from '../world/accounts.ts';
import { adoptPage, createWikiPage } from '../world/wiki.ts';
import { type ComparisonRow, describeComparison, timeInTurn } from './comparison.ts';
import { BenchClient, Stopwatch } from './http-measurement.ts';
import type { ServiceMeter } from './meter.ts';

const MAX_CHARACTERS = 1_000_000;
const CHECKS = 10;
const READ_ROUNDS = 300;
const SECTIONS = 10;
const CLAUSES_PER_SECTION = 30;
const HELD_PER_SECTION = 5;
const MAX_HELD_RATIO = 1.2;
/** Between two reads while a text is checked. */
const READ_EVERY_MS = 5;

const clauseText = (address: string): string =>
  `The requirement ${address} shall be met by every part of the works, and be recorded before it is covered.`;

/** Sections with clauses, as markup. */
const markupOf = (sections: number, clauses: number): string =>
  Array.from({ length: sections }, (_, section) =>
    [
      `# ${section + 1} Part ${section + 1}`,
      ...Array.from({ length: clauses }, (_, clause) => {
        const address = `${section + 1}.${clause + 1}`;
        return `${address} ${clauseText(address)}`;
      }),
    ].join('\n\n'),
  ).join('\n\n');

/** A text of exactly so many characters, nearly all in clauses. */
function longestText(): string {
  const text = markupOf(90, 98).slice(0, MAX_CHARACTERS);
  return text + 'x'.repeat(MAX_CHARACTERS - text.length);
}

/** Rows of the meter. @returns reading without a hold compared with reading with one */
export async function measureWiki(base: string, meter: ServiceMeter): Promise<ComparisonRow> {
  const session = await new RestClient(base).openSession('account.login', ADMINISTRATOR);
  await acceptAgreement(session);
  const { client, secret } = await createKey(session);
  const sender = new BenchClient(base, { authorization: `Bearer ${secret}` });
  const librarySlug = `bench-${randomUUID().slice(0, 8)}`;
  await session.call('admin.wiki.libraries.create', { slug: librarySlug, name: 'Bench' });
  await measureChecks(sender, new BenchClient(base, { authorization: `Bearer ${secret}` }), meter);
  const open = await createCopy(client, librarySlug, 'Open');
  const held = await createCopy(client, librarySlug, 'Held');
  await client.call('wiki.adopted.elements.revoke', {
    id: held.pageId,
    adoptedRevId: held.editionId,
    element_addresses: heldAddresses(),
    reason_code: 'copyright_notice',
  });
  await meter.measure({ operation: 'read a wiki page of 300 clauses' }, sender, 100, () =>
    sender.read(`/api/wiki/standards/${librarySlug}/${open.slug}`),
  );
  const read = (id: number) => (_round: number, stopwatch: Stopwatch) =>
    stopwatch.time(() => sender.read(`/api/standards/${id}`));
  const times = await timeInTurn(READ_ROUNDS, read(open.standardId), read(held.standardId));
  const row = { operation: 'read 300 clauses, 50 of them held', ...times, maxRatio: MAX_HELD_RATIO };
  meter.log(describeComparison(row));
  sender.close();
  return row;
}

/** The first clauses of each section. */
const heldAddresses = (): string[] =>
  Array.from({ length: SECTIONS }, (_, section) =>
    Array.from({ length: HELD_PER_SECTION }, (_, clause) => `${section + 1}.${clause + 1}`),
  ).flat();

interface LibraryCopy {
  pageId: string;
  slug: string;
  editionId: string;
  standardId: number;
}

/** A page of 300 clauses, adopted and copied to the library. */
async function createCopy(client: RestClient, librarySlug: string, title: string): Promise<LibraryCopy> {
  const content = markupOf(SECTIONS, CLAUSES_PER_SECTION);
  const page = await createWikiPage(client, { librarySlug, title, content });
  await adoptPage(client, page);
  const { adopted_revisions: editions } = await client.call('wiki.adopted.list', { id: page.id });
  const { standards } = await client.call('standards.list', { subject_type: 'global', search: title });
  const [edition, standard] = [editions[0], standards.find(({ name }) => name === title)];
  if (!edition || !standard) throw new Error(`${title} was not copied to the library`);
  return { pageId: page.id, slug: page.slug, editionId: edition.id, standardId: standard.id };
}

/** Checks of the longest text; the concurrent reads show how long the service is blocked. */
async function measureChecks(sender: BenchClient, reader: BenchClient, meter: ServiceMeter): Promise<void> {
  const body = Buffer.from(JSON.stringify({ content: longestText() }));
  const reads = new Stopwatch();
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      await reads.time(() => reader.read('/api/wiki/libraries'));
      await pause(READ_EVERY_MS);
    }
  })();
  try {
    const row = { operation: 'check a page of 1,000,000 characters', target: '≤ 500 ms' };
    await meter.measure(row, sender, CHECKS, () =>
      sender.sendJson('POST', '/api/wiki/standards/validate', body),
    );
  } finally {
    isOver = true;
    await reading;
    reader.close();
  }
  const times = reads.read();
  meter.add({ operation: 'read a list of the wiki during checks', target: 'p99 ≤ 50 ms', times });
}
