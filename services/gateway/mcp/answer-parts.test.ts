/** Tests of large tool answers in parts: joined they are the answer, and each keeps its shape. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { toProblemDocument } from '../../../shared/kernel/errors/errors.ts';
import { takePart } from './answer-parts.ts';

/** All parts of a value. */
function partsOf(body: unknown, budget: number): unknown[] {
  const parts: unknown[] = [];
  let continuation: string | undefined;
  do {
    const part = takePart(body, continuation, budget);
    parts.push(part.body);
    continuation = part.continuation ?? undefined;
    assert.ok(parts.length < 2_000, 'the parts end');
  } while (continuation !== undefined);
  return parts;
}

/** Lists one after the other, long texts joined, plain members as they are in every part. */
function join(parts: readonly unknown[]): unknown {
  const [first] = parts;
  if (typeof first === 'string')
    return parts.every((part) => part === first) && first.length <= 1_000 ? first : parts.join('');
  if (Array.isArray(first)) return parts.flat();
  if (typeof first !== 'object' || first === null) return first;
  const names = new Set(parts.flatMap((part) => Object.keys(Object(part))));
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      join(parts.map((part) => Object(part)[name]).filter((member) => member !== undefined)),
    ]),
  );
}

const plain = { noNullPrototype: true };
const row = fc.record({ id: fc.nat(), text: fc.string({ maxLength: 300 }) }, plain);
const body = fc.record(
  {
    total: fc.nat(),
    name: fc.string({ maxLength: 50 }),
    rows: fc.array(row, { maxLength: 60 }),
    markdown: fc
      .array(fc.string({ maxLength: 120, unit: 'grapheme' }), { maxLength: 80 })
      .map((lines) => lines.join('\n')),
    nested: fc.record({ others: fc.array(fc.nat(), { maxLength: 200 }), flag: fc.boolean() }, plain),
  },
  plain,
);

/** The refusal of a continuation: 400 at its path. */
function isRefusal(error: unknown): boolean {
  const { status, code, ...problem } = toProblemDocument(error, { instance: '/mcp', requestId: 'r' });
  assert.deepEqual([status, code], [400, 'VALIDATION_ERROR']);
  assert.match(JSON.stringify(problem), /"path":"continuation"/);
  return true;
}

describe('answers in parts (A24)', () => {
  it('the parts of any answer together are the answer', () => {
    fc.assert(
      fc.property(body, fc.integer({ min: 500, max: 6_000 }), (value, budget) => {
        assert.deepEqual(join(partsOf(value, budget)), value);
      }),
      { numRuns: Number(process.env.LAW_RUNS ?? 200) },
    );
  });

  it('every part has the members of the whole, and lists and texts within the budget', () => {
    const value = {
      total: 500,
      rows: Array.from({ length: 500 }, (_, id) => ({ id, text: 'x'.repeat(90) })),
    };
    for (const part of partsOf(value, 5_000)) {
      assert.deepEqual(Object.keys(Object(part)), ['total', 'rows']);
      assert.ok(JSON.stringify(part).length < 6_000);
    }
  });

  it('a list without an item in the window is no member, and what is not whole is named with its counts', () => {
    const row = (id: number) => ({ id, text: 'x'.repeat(90) });
    const value = {
      name: 'Two lists',
      first: Array.from({ length: 60 }, (_, id) => row(id)),
      second: Array.from({ length: 40 }, (_, id) => row(id)),
      third: { nested: [1, 2, 3] },
      none: [],
    };
    const part = takePart(value, undefined, 4_000);
    const { first } = Object(part.body);
    assert.deepEqual(Object.keys(Object(part.body)), ['name', 'first', 'third', 'none']);
    assert.deepEqual(Object(part.body).third, {});
    assert.deepEqual(part.cut, [
      { member: 'first', shown: first.length, of: 60 },
      { member: 'second', shown: 0, of: 40 },
      { member: 'third.nested', shown: 0, of: 3 },
    ]);
    for (const each of partsOf(value, 4_000))
      assert.doesNotMatch(JSON.stringify(each).replace('"none":[]', ''), /\[\]/);
    assert.deepEqual(takePart({ a: 1, none: [] }, undefined, 4_000).cut, []);
  });

  it('an item that is larger than a part is cut within, and a large map like a list', () => {
    const value = {
      sections: [
        { title: 'One', clauses: Array.from({ length: 300 }, (_, at) => `clause ${at} ${'y'.repeat(80)}`) },
      ],
      paths: Object.fromEntries(
        Array.from({ length: 400 }, (_, at) => [`path ${at}`, { at, text: 'z'.repeat(50) }]),
      ),
    };
    const parts = partsOf(value, 5_000);
    assert.ok(parts.length > 5);
    const clauses = parts.flatMap((part) =>
      (Object(part).sections ?? []).flatMap((each: { clauses?: string[] }) => each.clauses ?? []),
    );
    assert.deepEqual(clauses, value.sections[0]?.clauses);
    assert.deepEqual(Object.assign({}, ...parts.map((part) => Object(part).paths)), value.paths);
  });

  it('large items without a long text are counted with their size', () => {
    const rows = Array.from({ length: 40 }, (_, id) => ({
      id,
      ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`member ${at}`, `${at}`.repeat(450)])),
    }));
    const withText = rows.map((row) => ({ ...row, text: `${'line\n'.repeat(300)}` }));
    for (const value of [{ rows }, { rows: withText }]) {
      const parts = partsOf(value, 28_000);
      for (const part of parts)
        assert.ok(JSON.stringify(part).length < 40_000, 'a part is within its budget');
      const ids = parts.flatMap((part) => Object(part).rows.map(({ id }: { id: number }) => id));
      assert.deepEqual(
        [...new Set(ids)],
        rows.map(({ id }) => id),
      );
    }
  });

  it('texts are cut between lines, and a long line never within a character', () => {
    const text = `${'a'.repeat(1_999)}😀${'b'.repeat(3_000)}\nlast`;
    const parts = partsOf(text, 2_000);
    assert.equal(parts.join(''), text);
    for (const part of parts) assert.ok(String(part).isWellFormed());
  });

  it('the continuation of another answer is refused; a new id in the answer makes it no other', () => {
    const rows = Array.from({ length: 200 }, (_, id) => `row ${id} ${'x'.repeat(60)}`);
    const { continuation } = takePart({ search: 'one', rows }, undefined, 2_000);
    assert.ok(continuation !== null);
    assert.ok(takePart({ search: 'two', rows }, continuation, 2_000).continuation);
    assert.throws(() => takePart({ search: 'one', rows: rows.slice(1) }, continuation, 2_000), isRefusal);
    const afterTheEnd = continuation.replace(/^\d+/, '999999');
    for (const broken of ['', '5', '-1.abc', `${continuation}0`, 'x.y', afterTheEnd])
      assert.throws(() => takePart({ search: 'one', rows }, broken, 2_000), isRefusal, broken);
  });
});
