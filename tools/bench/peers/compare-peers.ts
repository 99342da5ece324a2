/**
 * `npm run bench -- --peer`: the same work on document D by this service and by its peers, in turn in each round, so that other
 * load on the machine affects all. What is not the same: MediaWiki keeps text without fields and publishes with every save;
 * Payload keeps one JSON value and checks nothing of it; neither keeps a signed audit trail. All write to a disk before they
 * answer, by the defaults of their databases.
 */
import { generateDocumentD } from '../document-d.ts';
import { Stopwatch } from '../http-measurement.ts';
import { runLoad } from '../load.ts';
import { table } from '../report.ts';
import { startMediaWiki } from './media-wiki.ts';
import { startPayload } from './payload.ts';
import { OPERATIONS, type Operation, type Peer, PeerMissingError } from './peer.ts';
import { startThisService } from './this-service.ts';

const LOAD = { connections: 8, seconds: 5, status: 200 } as const;

/** Tables of the comparison. @param rounds of each operation, after as many unmeasured ones */
export async function comparePeers(rounds: number, log: (line: string) => void): Promise<string[]> {
  const document = generateDocumentD();
  const peers: Peer[] = [];
  const missing: string[] = [];
  const start = async (name: string, work: () => Promise<Peer>): Promise<void> => {
    log(`${name}: starting …`);
    try {
      peers.push(await work());
    } catch (error) {
      if (!(error instanceof PeerMissingError)) throw error;
      missing.push(`${name} is not compared: ${error.message}.`);
    }
  };
  try {
    await start('this service', () => startThisService(document));
    await start('MediaWiki', () => startMediaWiki(document));
    await start('Payload', () => startPayload(document));
    return [...(await describePeers(peers, rounds, log)), '', ...missing];
  } finally {
    for (const peer of peers) await peer.stop();
  }
}

async function describePeers(
  peers: readonly Peer[],
  rounds: number,
  log: (line: string) => void,
): Promise<string[]> {
  const times: string[][] = [];
  for (const operation of OPERATIONS) {
    const medians = await timeInTurn(peers, operation, rounds);
    times.push([operation, ...compareWithFirst(medians, (value, first) => value / first, 'ms')]);
    log(times.at(-1)?.join(' | ') ?? '');
  }
  const rates: string[][] = [];
  for (const operation of ['read', 'list'] as const) {
    const perSecond: number[] = [];
    for (const { loads } of peers) perSecond.push(await runLoad({ ...loads[operation], ...LOAD }));
    rates.push([
      `${operation}s with 8 connections`,
      ...compareWithFirst(perSecond, (value, first) => first / value, '/s'),
    ]);
    log(rates.at(-1)?.join(' | ') ?? '');
  }
  const head = ['p50, and how many times as fast the first is', ...peers.map(({ name }) => name)];
  return table(head, [...times, ...rates]);
}

/** The median of each peer in milliseconds, NaN for one without the operation. */
async function timeInTurn(peers: readonly Peer[], operation: Operation, rounds: number): Promise<number[]> {
  const watches = peers.map(() => new Stopwatch());
  for (let round = 0; round < 2 * rounds; round += 1) {
    if (round === rounds) for (const watch of watches) watch.reset();
    for (const [at, peer] of peers.entries()) {
      const work = peer.rounds[operation];
      if (work) await watches[at]?.time(() => work(round));
    }
  }
  return watches.map((watch) => watch.read().p50);
}

/** A cell for each value: itself, and how much the first is ahead of it. */
const compareWithFirst = (
  values: readonly number[],
  ratio: (value: number, first: number) => number,
  unit: string,
): string[] =>
  values.map((value, at) => {
    if (Number.isNaN(value)) return 'none';
    const shown = unit === 'ms' ? `${value.toFixed(1)} ms` : `${Math.round(value)}/s`;
    return at === 0 ? shown : `${shown}, ${ratio(value, values[0] ?? 0).toFixed(1)} ×`;
  });
