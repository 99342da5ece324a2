/**
 * Laws of the holds on copies: over generated histories, the origins of clauses name exactly the clauses that a hold
 * reaches.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { inheritOrigins, originatingEdition } from './clause-origins.ts';
import { generator } from './clause-texts.fixture.ts';
import { findReachingHolds } from './find-reaching-holds.ts';
import { Lineages, type Revision, type Standard } from './lineages.fixture.ts';
import { originsOfEdition, packOrigins, unpackOrigins } from './packed-origins.ts';
import { PageHoldIndex } from './page-hold-index.ts';

const RUNS = Number(process.env.LAW_RUNS ?? 300);
const HOLDS = 8;

type Act = 'adopt' | 'customize' | 'edit' | 'publish' | 'merge' | 'discard' | 'delete';
const ACTS: readonly Act[] = [
  ...(['adopt', 'customize', 'edit', 'edit', 'edit', 'publish', 'publish', 'publish'] as const),
  ...(['merge', 'merge', 'discard', 'delete'] as const),
];

/** A revocation of an edition, or of clauses of it. */
interface Hold {
  edition: Revision;
  scope: 'edition' | 'clauses';
  addresses: readonly string[];
}

/** A revision, or a working copy as the revision that it would become. */
type State = Pick<Revision, 'clauses' | 'origins' | 'reworded' | 'previous' | 'source' | 'edition'>;

/** The clauses that a hold reaches. */
type LookUp = (state: State) => Promise<ReadonlySet<number>>;

function anyHold({ editions }: Lineages, next: (below: number) => number): Hold {
  const edition = editions[next(editions.length)];
  assert.ok(edition);
  if (next(3) === 0) return { edition, scope: 'edition', addresses: [] };
  const clauses = edition.outline.elements.slice(1);
  const named = Array.from({ length: 1 + next(2) }, () => clauses[next(clauses.length)]?.address ?? '');
  return { edition, scope: 'clauses', addresses: [...new Set(named)] };
}

const namedClauses = ({ edition, scope, addresses }: Hold) =>
  edition.outline.elements.filter(({ address }) => scope === 'edition' || addresses.includes(address));

const textsOf = (hold: Hold): string[] => namedClauses(hold).flatMap(({ content }) => content || []);

function lookUp({ editions }: Lineages, { edition, scope, addresses }: Hold): LookUp {
  const clausesOf = new Map(editions.map((one) => [one.edition ?? '', one.clauses]));
  const stated = {
    id: 'hold',
    adopted_revision_id: edition.edition ?? '',
    scope,
    addresses: [...addresses],
    level: 2 as const,
    level2_at: null,
    reason_code: 'spam' as const,
    notice_at: '2026-10-01T08:00:00.000Z',
    replacement_adopted_revision_id: null,
  };
  const index = new PageHoldIndex([stated], async (ids) => {
    return new Map([...clausesOf].filter(([id]) => ids.includes(id)));
  });
  return async (state) => {
    const isEdition = state.edition !== null;
    const origins = isEdition ? originsOfEdition(state.edition ?? '') : unpackOrigins(packOrigins(state));
    const found = await findReachingHolds(index, { clauses: state.clauses, origins, isEdition });
    return new Set(found.flatMap(({ element_ids }) => element_ids));
  };
}

const hasText = (content: string, text: string): boolean => `\n\n${content}\n\n`.includes(`\n\n${text}\n\n`);

/** Whether the clause, now or in a state that it comes from, had a named text or was held in an edition. */
function hasCarried(state: State, id: number, hold: Hold, seen = new Set<State>()): boolean {
  if (seen.has(state)) return false;
  seen.add(state);
  const content = state.clauses.get(id)?.content ?? '';
  if (textsOf(hold).some((text) => hasText(content, text))) return true;
  if (state.edition !== null) return isHeldInEdition(state, id, hold);
  return [state.previous, state.source].some((one) => one !== null && hasCarried(one, id, hold, seen));
}

/** What the sources that were merged into the state, and the edition that it follows, say freely. */
async function saidFreely({ source, previous }: State, find: LookUp): Promise<string[]> {
  const saying = [source, previous?.edition ? previous : null].filter((one) => one !== null);
  const said: string[] = previous && !previous.edition ? await saidFreely(previous, find) : [];
  for (const one of saying) {
    const held = await find(one);
    for (const { element_id, content } of one.clauses.values()) if (!held.has(element_id)) said.push(content);
  }
  return said;
}

/** Whether a state is of an edition, or of others that are. */
function comesFrom(state: State, edition: State, seen = new Set<State>()): boolean {
  if (state === edition) return true;
  if (seen.has(state)) return false;
  seen.add(state);
  return [state.previous, state.source].some((one) => one !== null && comesFrom(one, edition, seen));
}

/** Whether it shows no held text but what a source has said freely since, or what is in no revoked edition of it. */
async function isFree(state: State, id: number, hold: Hold, find: LookUp): Promise<boolean> {
  const content = state.clauses.get(id)?.content ?? '';
  const shown = textsOf(hold).filter((text) => hasText(content, text));
  if (hold.scope === 'clauses' || shown.length === 0) return shown.length === 0;
  if (!comesFrom(state, hold.edition)) return true;
  const said = await saidFreely(state, find);
  return shown.every((text) => said.some((one) => hasText(one, text)));
}

/** Of an edition exactly the named clauses are held and those with their text. */
function isHeldInEdition({ edition, clauses }: State, id: number, hold: Hold): boolean {
  const named = namedClauses(hold);
  if (edition === hold.edition.edition) {
    if (hold.scope === 'edition') return true;
    if (named.some((one) => one.element_id === id)) return true;
  }
  const clause = clauses.get(id);
  return (
    hold.scope === 'clauses' &&
    named.some(({ element_id, content, toc_content }) =>
      content === ''
        ? element_id === id && clause?.content === '' && clause.toc_content === toc_content
        : content === clause?.content,
    )
  );
}

const statesOf = ({ revisions, standards }: Lineages, toState: (standard: Standard) => State[]): State[] => [
  ...revisions,
  ...standards.flatMap((standard) => (standard.isDeleted ? [] : toState(standard))),
];

describe('the holds that follow from the origins of clauses', () => {
  it('reach what came from a held clause, and every held text that no source says freely (W13)', async () => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const next = generator(seed);
      const world = new Lineages(next);
      world.adopt();
      world.customize();
      world.customize();
      for (let acts = 10 + next(20); acts > 0; acts -= 1) world[ACTS[next(ACTS.length)] ?? 'edit']();
      const states = statesOf(world, (standard) => world.openState(standard));
      for (let at = 0; at < HOLDS; at += 1) {
        const hold = anyHold(world, next);
        const find = lookUp(world, hold);
        for (const state of states) {
          const held = await find(state);
          for (const id of state.clauses.keys()) {
            const told = `seed ${seed}, clause ${id}, ${hold.edition.edition} ${hold.addresses}\n${world.log.join('\n')}`;
            if (state.edition !== null) assert.equal(held.has(id), isHeldInEdition(state, id, hold), told);
            else
              assert.ok(
                held.has(id) ? hasCarried(state, id, hold) : await isFree(state, id, hold, find),
                told,
              );
          }
        }
      }
    }
  });

  it('of a merge follow what the source has in place of each clause (W13)', () => {
    const clause = (element_id: number, content: string, toc_content = '') => ({
      element_id,
      address: String(element_id),
      kind: 'clause' as const,
      toc_content,
      content,
    });
    const outline = (...clauses: ReturnType<typeof clause>[]) =>
      new Map(clauses.map((one) => [one.element_id, one]));
    const first = originatingEdition('E1', outline(clause(1, 'Sand.'), clause(2, 'Water.')));
    const second = originatingEdition('E2', outline(clause(1, 'Sand.'), clause(2, 'Ice.')));
    const mine = outline(clause(1, 'Our sand.'), clause(2, 'Our water.'), clause(3, 'Water.'));
    const copy = inheritOrigins(mine, { previous: null, source: first }, 7);
    const merged = inheritOrigins(mine, { previous: copy, source: second }, 8);
    const editions = (outlined: typeof copy, id: number) =>
      outlined.origins.get(id)?.map((one) => `${one.adopted_revision_id} ${one.element_id}`);
    assert.deepEqual(
      [1, 2, 3].map((id) => editions(copy, id)),
      [['E1 1'], ['E1 2'], ['E1 2']],
    );
    // E2 has the sand itself, other words than the water, and the water nowhere.
    assert.deepEqual(
      [1, 2, 3].map((id) => editions(merged, id)),
      [['E2 1'], ['E2 2', 'E1 2'], ['E1 2']],
    );
    assert.deepEqual(
      [...merged.reworded],
      [
        [1, 7],
        [2, 7],
        [3, 7],
      ],
    );
  });

  // Nothing is timed: what takes time in proportion to the square of the clauses does not end within the limit.
  it('are found among clauses made to be slow: one text in all, all texts in one, each in the next (W13)', () => {
    const indexed = (texts: readonly string[]) =>
      new Map(
        texts.map((content, at) => [
          at,
          { element_id: at, address: String(at), kind: 'clause' as const, toc_content: '', content },
        ]),
      );
    const count = 10_000;
    const same = indexed(Array.from({ length: count }, () => 'Sand.'));
    const many = Array.from({ length: count }, (_, at) => `${at}`);
    const nested = indexed(Array.from({ length: 1_500 }, (_, at) => 'a\n\n'.repeat(at).concat('a')));
    const joined = indexed([...many, many.join('\n\n'), many.toReversed().join('\n\n')]);
    for (const clauses of [same, joined, nested]) {
      const source = originatingEdition('E1', clauses);
      const copy = inheritOrigins(clauses, { previous: null, source }, 1);
      const next = inheritOrigins(clauses, { previous: copy, source: originatingEdition('E2', clauses) }, 2);
      assert.equal(unpackOrigins(packOrigins(next)).of(0)[0]?.adopted_revision_id, 'E2');
    }
  });
});
