/**
 * Tests that no tool result is larger than 64 KB, in any script and shape, and that one that was cut says what is
 * missing.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { toolAnswer, toolRefusal } from './tool-answers.ts';

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const MAX_BYTES = 63 * 1024;

const clause = (id: number, text: string) => ({ id, content: text.repeat(100), yours: text, theirs: text });

describe('the size of results (A24)', () => {
  const texts = ['words ', '混凝土强度', '"\\\n', '😀', '\u0001'];

  it('a refusal with large lists is cut, in every script', () => {
    for (const text of texts)
      for (const count of [1, 150]) {
        const conflicts = Array.from({ length: count }, (_, id) => clause(id, text));
        const problem = {
          status: 409,
          code: 'EDIT_CONFLICT',
          detail: 'Read again.',
          metadata: { conflicts },
        };
        const { content, isError } = toolRefusal(problem);
        assert.ok(bytes({ content, isError }) <= MAX_BYTES, `${text} ${count}: ${bytes(content)}`);
        const [first] = content;
        const shown = first?.type === 'text' ? Object(JSON.parse(first.text)) : {};
        assert.equal(shown.code, 'EDIT_CONFLICT');
        assert.ok(shown.metadata.conflicts.length > 0);
        if (content.length > 1)
          assert.match(JSON.stringify(content[1]), /Not whole: metadata\.conflicts.* of \d+\)/);
      }
  });

  it('large items of short texts alone are cut with a continuation, and all of them are given', () => {
    for (const text of texts) {
      const row = (id: number) => ({
        id,
        ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`member_${at}`, text.repeat(60)])),
      });
      const rows = Array.from({ length: 20 }, (_, id) => row(id));
      const seen: number[] = [];
      let continuation: string | undefined;
      do {
        const result = toolAnswer({ rows }, { name: 't', continuation, canContinue: true, notes: [] });
        assert.ok(bytes(result) <= MAX_BYTES, `${JSON.stringify(text)}: ${bytes(result)}`);
        const part = Object(result.structuredContent);
        seen.push(...part.rows.map(({ id }: { id: number }) => id));
        ({ continuation } = part);
      } while (continuation !== undefined && seen.length <= rows.length);
      assert.deepEqual(
        seen,
        rows.map(({ id }) => id),
      );
    }
  });

  it('a part names what it has not all of, for a model in words and in the content (A24)', () => {
    const rows = Array.from({ length: 900 }, (_, id) => clause(id, 'words '));
    const body = { id: 1, rows, others: [1, 2, 3] };
    const read = { name: 'standards_get', continuation: undefined, canContinue: true, notes: [] };
    const write = { name: 'standards_merge', continuation: undefined, canContinue: false, notes: [] };
    for (const options of [read, write]) {
      const { structuredContent, content } = toolAnswer(body, options);
      const shown = Object(structuredContent);
      assert.equal('others' in shown, false);
      assert.deepEqual(shown.notWhole, [
        { member: 'rows', shown: shown.rows.length, of: 900 },
        { member: 'others', shown: 0, of: 3 },
      ]);
      const said = JSON.stringify(content.slice(1));
      assert.match(said, /Not whole: rows \(\d+ of 900\), others \(0 of 3\)\./);
      const how = options.canContinue
        ? /call standards_get again/
        : /Read the rest with standards_workingCopy_get/;
      assert.match(said, how);
    }
  });

  it('a write whose answer is too large has no part of a text of a document, and names what reads it', () => {
    const large = 'A line of a long text.\n'.repeat(4_000);
    const elements = Array.from({ length: 900 }, (_, id) => clause(id, 'words '));
    const answers: [string, object, string[], string][] = [
      ['standards_edit', { version: 3, markdown: large }, ['version'], 'standards_workingCopy_get'],
      ['standards_merge', { version: 3, elements }, ['version'], 'standards_workingCopy_get'],
      [
        'standards_workingCopy_save',
        { version: 3, workingCopy: { version: 3, elements } },
        ['version', 'workingCopy'],
        'standards_workingCopy_get',
      ],
      ['wiki_standards_update', { id: 'a', content: large }, ['id'], 'wiki_standards_get'],
    ];
    for (const [name, body, members, reader] of answers)
      for (const isDryRun of [false, true]) {
        const result = toolAnswer(body, {
          name,
          continuation: undefined,
          canContinue: false,
          isDryRun,
          notes: [],
        });
        assert.deepEqual(Object.keys(Object(result.structuredContent)), members, name);
        const shown = JSON.stringify(result);
        assert.doesNotMatch(shown, /A line|words/);
        assert.equal(shown.includes(`Read the text with ${reader}.`), !isDryRun, name);
        assert.equal(shown.includes('The write is done.'), !isDryRun, name);
        assert.equal(shown.includes('Nothing was stored: this was a dry run.'), isDryRun, name);
      }
  });
});
