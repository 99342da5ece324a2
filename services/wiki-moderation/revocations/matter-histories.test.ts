/** Law: over generated histories, a decision on one matter leaves what the others hold. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { expectRejection } from '../../../test/service-node.ts';
import { pageModerator, useModerationWorld } from '../moderation-world.fixture.ts';
import { type Act, type Cell, effectiveLevels, expectAct, REASONS, WHOLE } from './matter-model.fixture.ts';

/** A history takes seconds. */
const RUNS = Math.min(100, Number(process.env.LAW_RUNS ?? 2));
const ADDRESSES = ['1', '1.1', '2', '2.1', '2.2'];
const CONTENT = '# 1 Scope\n\n1.1 Walls.\n\n# 2 Materials\n\n2.1 Cement.\n\n2.2 Sand.\n';

const anyAddresses = fc.subarray(ADDRESSES, { minLength: 1, maxLength: 3 });
const anyLevel = fc.constantFrom<1 | 2>(1, 2);
const anyReason = fc.constantFrom(...REASONS);
/** An act, and which of the matters so far it names: none for half of them. */
const anyStep = fc.record({
  matter: fc.option(fc.nat({ max: 99 }), { nil: undefined, freq: 1 }),
  act: fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('revoke' as const), reason: anyReason }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('hold' as const),
        addresses: anyAddresses,
        reason: anyReason,
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('lift' as const), addresses: anyAddresses }),
    },
    {
      weight: 5,
      arbitrary: fc.record(
        { kind: fc.constant('change' as const), level: anyLevel, addresses: anyAddresses },
        { requiredKeys: ['kind'] },
      ),
    },
  ),
});

const keysOf = (cells: readonly Cell[]): string[] =>
  cells.map(({ matter, address, level, reason }) => `${matter} ${address} ${level} ${reason}`).toSorted();

describe('histories of several matters on one edition', () => {
  const node = useModerationWorld();

  /** @returns the matter of a new hold */
  async function send(target: { id: string; adoptedRevId: string }, act: Act): Promise<number> {
    const { matter, ...values } = act;
    const about = { ...target, ...(matter === undefined ? {} : { matterId: matter }) };
    const why = { reason_code: 'counter_notice' } as const;
    switch (values.kind) {
      case 'revoke': {
        const input = { ...about, reason_code: values.reason };
        const { adoptedRevision } = await node.call(pageModerator, 'wiki.adopted.revoke', input);
        return adoptedRevision.effect?.matter_id ?? 0;
      }
      case 'hold': {
        const input = { ...about, element_addresses: values.addresses, reason_code: values.reason };
        return (await node.call(pageModerator, 'wiki.adopted.elements.revoke', input)).matterId;
      }
      case 'restore':
        await node.call(pageModerator, 'wiki.adopted.restore', { ...about, ...why });
        return 0;
      case 'lift': {
        const input = { ...about, ...why, element_addresses: values.addresses };
        await node.call(pageModerator, 'wiki.adopted.elements.restore', input);
        return 0;
      }
      case 'change': {
        const { level, addresses } = values;
        await node.call(pageModerator, 'wiki.adopted.revocation.update', {
          ...about,
          ...why,
          ...(level === undefined ? {} : { level }),
          ...(addresses === undefined ? {} : { element_addresses: addresses }),
        });
        return 0;
      }
    }
  }

  /** Compares every read of moderators with the model. */
  async function compare(id: string, revNum: number, cells: readonly Cell[]): Promise<void> {
    const [row] = (await node.call(pageModerator, 'wiki.adopted.list', { id })).adopted_revisions;
    const effects = row?.status === 'revoked' && row.effect ? [row.effect] : [];
    const stored = [...effects, ...(row?.clause_holds ?? [])].flatMap(
      ({ matter_id, scope, level, reason_code }) =>
        (scope.addresses ?? [WHOLE]).map((address) => `${matter_id} ${address} ${level} ${reason_code}`),
    );
    assert.deepEqual(stored.toSorted(), keysOf(cells));
    const { items } = await node.call(pageModerator, 'wiki.moderation.worklist', { standardId: id });
    assert.deepEqual(
      items.map(({ matter_id, address }) => `${matter_id} ${address ?? WHOLE}`).toSorted(),
      cells.map(({ matter, address }) => `${matter} ${address}`).toSorted(),
    );
    const { held_clauses } = await node.call(pageModerator, 'wiki.adopted.get', { id, revNum });
    assert.deepEqual(
      held_clauses.map(({ address, level }) => [address, level]),
      effectiveLevels(cells, ADDRESSES),
    );
  }

  it('whatever is decided on one matter, the others hold what they held (Y15)', async () => {
    let done = 0;
    let steps = 0;
    const histories = fc.array(anyStep, { minLength: 20, maxLength: 30, size: 'max' });
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const { id, edition } = await node.newModeratedPage(CONTENT);
        const target = { id, adoptedRevId: edition.id };
        const seen: number[] = [];
        let cells: Cell[] = [];
        for (const { act, matter: choice } of history) {
          const matter = choice === undefined ? undefined : seen[choice % seen.length];
          const full: Act = { ...act, matter };
          const expected = expectAct(cells, full);
          steps += 1;
          if (typeof expected === 'string') {
            const { code } = await expectRejection(send(target, full));
            assert.equal(code, expected, JSON.stringify(full));
          } else {
            const opened = await send(target, full);
            done += 1;
            const isNew = expected.some((cell) => cell.matter === 0);
            if (isNew) assert.ok(opened > 0 && !seen.includes(opened), `matter ${opened} is new`);
            if (isNew) seen.push(opened);
            cells = expected.map((cell) => (cell.matter === 0 ? { ...cell, matter: opened } : cell));
          }
          await compare(id, edition.revision_number, cells);
        }
      }),
      { numRuns: RUNS, endOnFailure: RUNS < 10 },
    );
    // Few histories can have many refusals by chance; where nearly all are refused, nothing was tried.
    assert.ok(done > steps / 10, `${done} of ${steps} acts were done`);
  });
});
