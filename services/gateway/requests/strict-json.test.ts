/** Tests of the JSON parser of request bodies: what it reads, refuses and reports, as laws and by example. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import type { Props } from '../../../shared/contracts/schema.ts';
import { hasErrorCode } from '../../../shared/kernel/errors/errors.ts';
import { type InexactNumber, scanJson } from '../../../shared/kernel/json/json-scan.ts';
import { parseJsonBody, parseStrictJson } from '../../../shared/kernel/json/strict-json.ts';
import { exactValueFilter } from './exact-numbers.ts';

const parse = (text: string): unknown => parseStrictJson(Buffer.from(text));
const refuses = (bytes: Buffer | string): void => {
  assert.throws(
    () => parseStrictJson(Buffer.from(bytes)),
    (error) => hasErrorCode(error, 'MALFORMED_JSON'),
  );
};
const isFree = (value: unknown): boolean => !/__proto__|constructor|prototype/.test(JSON.stringify(value));

describe('strict JSON', () => {
  it('reads everything that JSON.stringify writes, unchanged (G18)', () => {
    const json = fc.jsonValue({ maxDepth: 6 }).filter(isFree);
    fc.assert(
      fc.property(json, (value) =>
        assert.deepEqual(parse(JSON.stringify(value)), JSON.parse(JSON.stringify(value))),
      ),
    );
  });

  it('refuses duplicate keys, also escaped and nested ones (H8)', () => {
    refuses('{"a":1,"a":2}');
    refuses('{"a":1,"\\u0061":2}');
    refuses('{"x":[{"k":{},"k":1}]}');
    assert.deepEqual(parse('{"a":{"a":1},"b":[{"a":1},{"a":2}]}'), { a: { a: 1 }, b: [{ a: 1 }, { a: 2 }] });
    assert.deepEqual(parse('{"a":"\\"a\\":","b":"{\\"a\\":1,\\"a\\":2}"}'), {
      a: '"a":',
      b: '{"a":1,"a":2}',
    });
  });

  it('refuses a number that no number of ours can hold: between nodes it would be null (X12)', () => {
    for (const text of ['1e999', '-1e999', '9'.repeat(400)]) refuses(`{"a":[${text}]}`);
    assert.deepEqual(parse('{"a":1.7976931348623157e308}'), { a: Number.MAX_VALUE });
  });

  it('refuses keys that name a prototype, and no prototype is touched (H6)', () => {
    refuses('{"__proto__":{"isAdmin":true}}');
    refuses('{"a":{"constructor":{"prototype":{}}}}');
    refuses('{"\\u005f_proto__":1}');
    assert.equal('isAdmin' in {}, false);
  });

  it('refuses a byte order mark, invalid UTF-8, lone surrogates, NaN, trailing bytes and depth over 100 (H8)', () => {
    refuses(Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]));
    refuses(Buffer.from([0x22, 0xff, 0x22]));
    refuses('{"a":"\\ud800"}');
    refuses('{"\\udc00":1}');
    refuses('NaN');
    refuses('{} x');
    refuses('');
    refuses('{"a":"');
    refuses(`${'['.repeat(101)}${']'.repeat(101)}`);
    refuses('['.repeat(1_000_000));
    assert.deepEqual(parse('{"a":"\\ud83d\\ude00"}'), { a: '😀' });
    assert.ok(parse(`${'['.repeat(100)}${']'.repeat(100)}`));
  });

  it('the error names the reason: an invalid literal, the position where the text breaks off, or an early end (X1)', () => {
    const reasons = {
      '{"name":NaN}': 'NaN at position 9 is not a JSON value',
      '[1, Infinity]': 'Infinity at position 5 is not a JSON value',
      '{"a":"ok","b":undefined}': 'undefined at position 15 is not a JSON value',
      '{"a":True}': 'unexpected character at position 6',
      "{'a':1}": 'unexpected character at position 2',
      '[1,]': 'unexpected character at position 4',
      '{"a":1]': 'unexpected character at position 7',
      '{"a":1} x': 'unexpected character at position 9',
      '{"a":1': 'it is incomplete',
      '{"a":nul': 'it is incomplete',
      [`[${'"\\n",'.repeat(40_000)}NaN]`]: 'NaN at position 200002 is not a JSON value',
      [`[${'1,'.repeat(200_000)}NaN]`]: 'it contains an unexpected character',
    };
    for (const [text, reason] of Object.entries(reasons)) {
      assert.throws(
        () => parse(text),
        { message: `The body is not valid JSON: ${reason}.` },
        text.slice(0, 40),
      );
    }
  });

  it('refuses more values and more different keys than any standard has, before they cost anything (H8)', () => {
    const objects = (count: number): string => `[${'{"a":1},'.repeat(count)}1]`;
    const keys = (count: number): string =>
      `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')}}`;
    assert.ok(parse(objects(200_000)));
    refuses(objects(300_000));
    assert.ok(parse(keys(25_000)));
    refuses(keys(25_001));
  });

  it('finds the end of a string, whatever precedes its quote (H8)', () => {
    for (const text of ['', '\\', '\\\\', '"', '\\"', '\n\\', '{"a":1,"a":2}']) {
      assert.deepEqual(parse(JSON.stringify({ [text]: text, after: 1 })), { [text]: text, after: 1 });
    }
    refuses('{"a":"\\\\","a":1}');
  });

  it('finds the numbers that are not exactly as written, with their positions (X12)', async () => {
    const written = fc.stringMatching(/^-?(0|[1-9][0-9]{0,20})([.][0-9]{1,20})?([eE][+-]?[0-9]{1,3})?$/);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(written, fc.double({ noNaN: true, noDefaultInfinity: true }).map(String))),
        async (numbers) => {
          const { inexactNumbers } = await parseJsonBody(
            Buffer.from(`{"a,1":"-0","in":[{},${numbers.map((text) => `{"is":[${text}]},`).join('')}0]}`),
            () => true,
          );
          assert.deepEqual(
            inexactNumbers,
            numbers.flatMap((text, index) =>
              String(Number(text)) === text ? [] : [{ path: ['in', index + 1, 'is', 0], text }],
            ),
          );
        },
      ),
    );
    const { inexactNumbers: inexact } = await parseJsonBody(
      Buffer.from('{"a": -0 , "b":{"c":1.0}}'),
      () => true,
    );
    assert.deepEqual(inexact, [
      { path: ['a'], text: '-0' },
      { path: ['b', 'c'], text: '1.0' },
    ]);
  });

  it('of 100,000 inexact numbers none is recorded where none is kept, and the first hundred where all are (X12)', async () => {
    const props: Props = { values: { type: 'array', items: { type: 'any', exact: true }, max: 500_000 } };
    const recorded = async (name: string): Promise<readonly InexactNumber[]> => {
      const deep = `${'['.repeat(96)}${'1.0,'.repeat(100_000)}0${']'.repeat(96)}`;
      return (await parseJsonBody(Buffer.from(`{"${name}":[${deep}]}`), exactValueFilter(props)))
        .inexactNumbers;
    };
    assert.equal((await recorded('other')).length, 0);
    const kept = await recorded('values');
    assert.equal(kept.length, 100);
    assert.deepEqual(kept[99]?.path, ['values', ...Array.from({ length: 96 }, () => 0), 99]);
  });

  it('other requests are served while a large body is parsed (H8)', async () => {
    let served = 0;
    const timer = setInterval(() => {
      served += 1;
    }, 1);
    // Blanks are scanned one by one: many times longer than other requests may wait, on a fast machine too.
    await parseJsonBody(Buffer.from(`[${'{"a":"\\n"},'.repeat(150_000)}${' '.repeat(40_000_000)}1]`));
    clearInterval(timer);
    assert.ok(served > 0);
    // All of it one string, all of that escaped.
    assert.ok([...scanJson(`["${'\\"'.repeat(2_000_000)}"]`)].length > 5);
  });
});
