/**
 * Tests of the list of standards read in parts, by cursors: the parts joined are the whole list in every order and
 * with every filter; also the limits of a part and of the unpaged list.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { InputOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import { FIRM, individual, lead, stranger, withKey } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { StandardsWorld } from '../../../test/world/standards-world.ts';
import type { StandardRecord } from '../standard/model.ts';

type Asked = InputOf<EndpointMap['standards.listPart']>;
type Part = ResultOf<EndpointMap['standards.listPart']>;
const FIRST_COPY = 5_000_000;
const COPIES = 120;

describe('the list of standards, whole and in parts', () => {
  const node = useNode(['identity', 'standards', 'projects', 'audit']);
  let pattern: StandardRecord;
  const records = async () =>
    (await node.node.openDatabase('standards')).collection<StandardRecord>('standards');

  beforeAll(async () => {
    const { id } = await new StandardsWorld(node).createWorkingCopy();
    const found = await (await records()).findOne({ _id: id });
    assert.ok(found);
    pattern = found;
    // Few names, categories and times in four scopes: every place in an order has its equals.
    const scopes = [
      { subject_type: 'company', subject_id: FIRM.id },
      { subject_type: 'global', subject_id: null },
      { subject_type: 'user', subject_id: lead.user.id },
      { subject_type: 'user', subject_id: 99 },
    ] as const;
    const copies = Array.from({ length: COPIES }, (_, at) => {
      // An active name is taken once in a scope, deprecated ones are all alike; ids run against the names.
      const name = at < 80 ? `Name ${((at >> 2) * 7) % 31}` : 'name 1';
      return {
        ...pattern,
        ...scopes[at % 4],
        _id: FIRST_COPY + ((at * 37) % COPIES),
        name,
        folded_name: name.toLowerCase(),
        search_text: at % 3 === 0 ? `${name} oak` : name,
        category_id: 1 + (at % 2),
        category_key: ['a', 'b', 'ß'][at % 3] ?? '',
        library_id: 1 + (at % 3),
        deprecated: at >= 80,
        created_at: new Date(Date.UTC(2020, 0, 1 + (at % 5))),
      };
    });
    await (await records()).insertMany(copies);
  });

  /** All parts, as the gateway asks for them. */
  async function inParts(
    requested: Asked,
    sizes: readonly number[],
  ): Promise<{ parts: number[]; standards: { id: number }[] }> {
    const standards: { id: number }[] = [];
    const parts: number[] = [];
    for (let next: Asked['after'] | null = null; next !== null || parts.length === 0; ) {
      const at_most = sizes[parts.length % sizes.length] ?? 1;
      const part: Part = await node.call(lead, 'standards.listPart', {
        ...requested,
        at_most,
        ...(next ? { after: next } : {}),
      });
      standards.push(...part.standards);
      parts.push(part.standards.length);
      next = part.next ?? null;
      assert.ok(next === null || part.standards.length === at_most, 'only the last part is short');
    }
    return { parts, standards };
  }

  it('the parts joined are the list, whatever their sizes, in every order and direction, with every filter (R-228)', async () => {
    const filters = fc.record(
      {
        subject_type: fc.constantFrom('company', 'global', 'user'),
        library_id: fc.integer({ min: 1, max: 4 }),
        category_id: fc.integer({ min: 1, max: 3 }),
        search: fc.constantFrom('oak', '1', 'nothing'),
        include_deprecated: fc.boolean(),
        format: fc.constantFrom('verbose', 'compact'),
      },
      { requiredKeys: [] },
    );
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });
    for (const sort of ['category', 'name', 'created_at'] as const) {
      for (const sort_order of ['asc', 'desc'] as const) {
        await fc.assert(
          fc.asyncProperty(filters, sizes, async (filter, most) => {
            const whole = await node.call(lead, 'standards.list', { ...filter, sort, sort_order });
            assert.equal(whole.truncated, false);
            const { standards } = await inParts({ ...filter, sort, sort_order }, most);
            assert.deepEqual(standards, whole.standards);
          }),
          {
            numRuns: 12,
            examples: [
              [{}, [1]],
              [{ include_deprecated: true }, [7]],
              [{ search: 'oak' }, [2, 3]],
            ],
          },
        );
      }
    }
  });

  it('a part of long rows is limited by its bytes, and the next continues where it ended (H35)', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => ({
      ...pattern,
      subject_type: 'user' as const,
      subject_id: individual.user.id,
      _id: 5_500_000 + at,
      name: `long ${at}`,
      folded_name: `long ${at}`,
      search_text: `long ${at}`,
      // One that is longer alone than a part may be is a part of its own.
      description: '木'.repeat(at === 4 ? 100_000 : 20_000),
    }));
    await (await records()).insertMany(rows);
    const names: string[] = [];
    const counts: number[] = [];
    for (let next: Asked['after'] | null = null; next !== null || counts.length === 0; ) {
      const part: Part = await node.call(individual, 'standards.listPart', {
        search: 'long',
        ...(next ? { after: next } : {}),
      });
      names.push(...part.standards.map(({ name }) => name));
      counts.push(part.standards.length);
      const bytes = Buffer.byteLength(JSON.stringify(part.standards));
      assert.ok(bytes < 257 * 1024 || part.standards.length === 1, `${bytes} bytes`);
      next = part.next;
    }
    assert.deepEqual(
      names,
      rows.map(({ name }) => name),
    );
    assert.deepEqual(counts, [4, 1, 4]);
    await (await records()).deleteMany({ search_text: /^long/ });
  });

  it('a list that fits one part says that nothing follows, and a part that is full to the last row too', async () => {
    const { total } = await node.call(lead, 'standards.list', {});
    assert.ok(total > 30 && total <= 100, `${total} rows`);
    assert.deepEqual((await inParts({}, [100])).parts, [total]);
    assert.deepEqual((await inParts({}, [total])).parts, [total]);
    assert.deepEqual((await inParts({}, [total - 1])).parts, [total - 1, 1]);
    assert.deepEqual((await inParts({ search: 'nothing' }, [1])).parts, [0]);
  });

  it('a cursor belongs to one list of one caller: another order or filter, and other rights, are rejected', async () => {
    const { next } = await node.call(lead, 'standards.listPart', { at_most: 1 });
    assert.ok(next);
    const goOn = (who: typeof lead, more: Asked = {}) =>
      node.call(who, 'standards.listPart', { at_most: 1, after: next, ...more });
    await goOn(lead);
    for (const more of [
      { sort: 'name' },
      { sort_order: 'desc' },
      { search: 'a' },
      { include_deprecated: true },
    ] as const) {
      assert.equal((await expectRejection(goOn(lead, more))).status, 400, JSON.stringify(more));
    }
    // Somebody else, and she herself after she left the company: the rest of the list would not be the rest.
    for (const who of [stranger, individual, { ...lead, company: null, companyRole: null }]) {
      await expectRejection(goOn(who), 400);
    }
    await expectRejection(goOn(lead, { after: { ...next, sorted_by: [] } }), 400);
    await expectRejection(goOn(withKey(lead, ['category:read'])), 403);
    await expectRejection(goOn(lead, { project_id: 999_999 }), 404);
  });

  it('the unpaged list has the first thousand rows, and says that there are more (H35, G3)', async () => {
    const copies = Array.from({ length: MAX_UNPAGED_ROWS + 1 }, (_, at) => ({
      ...pattern,
      subject_type: 'user' as const,
      subject_id: individual.user.id,
      _id: 6_000_000 + at,
      name: `copy ${at}`,
      folded_name: `copy ${at}`,
    }));
    await (await records()).insertMany(copies);
    for (const channel of ['mcp', 'assistant', 'bus'] as const) {
      const response = await node.call({ ...individual, channel }, 'standards.list', {
        subject_type: 'user',
      });
      assert.deepEqual(
        [response.standards.length, response.total, response.truncated],
        [MAX_UNPAGED_ROWS, MAX_UNPAGED_ROWS + 1, true],
        channel,
      );
    }
    const beyond = await node.call(individual, 'standards.list', { subject_type: 'user', page: 2 });
    assert.deepEqual(
      [beyond.standards.length, beyond.total, beyond.truncated],
      [0, MAX_UNPAGED_ROWS + 1, false],
    );
    const last = await node.call(individual, 'standards.list', {
      subject_type: 'user',
      per_page: 100,
      page: 11,
    });
    assert.deepEqual([last.standards.length, last.total, last.truncated], [1, MAX_UNPAGED_ROWS + 1, false]);
  });
});
