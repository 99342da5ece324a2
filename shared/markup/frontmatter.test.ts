/** Tests of reading and writing the frontmatter of a markup text. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { parseMarkup } from './parse.ts';
import { serialiseMarkup } from './serialise.ts';

const numRuns = Number(process.env.LAW_RUNS ?? 300);

function read(yaml: string) {
  const { frontmatter, errors } = parseMarkup(`---\n${yaml}\n---\n\n# 1 A\n`);
  return { frontmatter, errors: errors.map(({ line, rule }) => [line, rule]) };
}

describe('frontmatter', () => {
  it('is read as texts, exactly as they were written', () => {
    assert.deepEqual(
      read('title: "Concrete: general"\nversion: 1.10\nissued: 2026-01-02\nok: yes\ntags: [a, 1.0]'),
      {
        frontmatter: {
          title: 'Concrete: general',
          tags: ['a', '1.0'],
          other: { version: '1.10', issued: '2026-01-02', ok: 'yes' },
        },
        errors: [],
      },
    );
  });

  it('may be empty or absent', () => {
    assert.deepEqual(read(''), { frontmatter: {}, errors: [] });
    assert.equal(parseMarkup('# 1 A\n').frontmatter, null);
  });

  it('shifts the lines of what follows', () => {
    assert.equal(parseMarkup('---\ntitle: T\n---\n\n# 1 A\n').elements[0]?.line, 5);
  });

  it('refuses what is not plain', () => {
    const refused: [string, string, number][] = [
      ['a: &x 1\nb: *x', 'frontmatter-bad-yaml', 2],
      ['a: 1\nb: *x', 'frontmatter-bad-yaml', 3],
      ['a: !!js/function "function () {}"', 'frontmatter-bad-yaml', 2],
      ['a: !!str b', 'frontmatter-bad-yaml', 2],
      ['a: 1\na: 2', 'frontmatter-bad-yaml', 3],
      [`a: ${'['.repeat(100)}${']'.repeat(100)}`, 'frontmatter-bad-yaml', 2],
      ['- a', 'frontmatter-bad-yaml', 2],
      ['? [a]\n: b', 'frontmatter-bad-yaml', 2],
      ['a: {b: c}', 'frontmatter-not-scalar', 2],
      ['t: 1\na: [b]', 'frontmatter-not-scalar', 3],
      ['tags: a', 'frontmatter-not-scalar', 2],
      ['tags: [[a]]', 'frontmatter-not-scalar', 2],
      ['__proto__: a', 'frontmatter-bad-key', 2],
      ['constructor: a', 'frontmatter-bad-key', 2],
      ['<<: a', 'frontmatter-bad-key', 2],
      [`a: ${'b'.repeat(8190)}`, 'frontmatter-too-long', 1],
    ];
    for (const [yaml, rule, line] of refused)
      assert.deepEqual(read(yaml).errors, [[line, rule]], yaml.slice(0, 40));
  });

  it('grows no alias bomb and reaches no prototype', () => {
    const levels = Array.from({ length: 9 }, (_, i) => `l${i + 1}: &l${i + 1} [${`*l${i}, `.repeat(9)}]`);
    assert.deepEqual(read(`l0: &l0 lol\n${levels.join('\n')}`).errors, [[2, 'frontmatter-bad-yaml']]);
    assert.deepEqual(read('__proto__: {isAdmin: true}').errors, [[2, 'frontmatter-not-scalar']]);
    assert.equal('isAdmin' in {}, false);
  });

  it('must end', () => {
    const { errors, elements } = parseMarkup('---\ntitle: T\n\n# 1 A\n');
    assert.deepEqual(
      errors.map(({ line, rule }) => [line, rule]),
      [[1, 'frontmatter-unclosed']],
    );
    assert.deepEqual(elements, []);
  });

  it('of a standard is ignored whatever it holds (Y20)', () => {
    for (const yaml of [
      "title: Concrete\nsection: '0330001'\ntags: ['Facility']\nnavigation:\n  key: K\n  order: 30001.0",
      'a: &x 1\nb: *x',
      'a: !!js/function "function () {}"',
      '- a',
      'no mapping',
      '__proto__: {isAdmin: true}',
      `a: ${'['.repeat(10_000)}`,
      `a: ${'b'.repeat(100_000)}`,
      'a: \u0007',
    ]) {
      const { elements, errors } = parseMarkup(`---\n${yaml}\n---\n\n# 1 A\n`, 'standard');
      assert.deepEqual(errors, [], yaml.slice(0, 40));
      assert.deepEqual(
        elements.map(({ address }) => address),
        ['1'],
      );
    }
    const { frontmatter } = parseMarkup('---\ntitle: T\nnavigation:\n  key: K\n---\n\n# 1 A\n', 'import');
    assert.deepEqual(frontmatter, { title: 'T' });
  });

  it('of a standard that never ends is an error, and one that hides clauses a warning (Y20)', () => {
    const rules = (text: string) => {
      const { errors, warnings } = parseMarkup(text, 'standard');
      return [...errors, ...warnings].map(({ line, rule }) => [line, rule]);
    };
    assert.deepEqual(rules('---\ntitle: T\n\n# 1 A\n'), [[1, 'frontmatter-unclosed']]);
    assert.deepEqual(rules('---\n\n# 1 A\n\n---\n\n# 2 B\n'), [[1, 'frontmatter-ignored']]);
    assert.deepEqual(rules('---\n\n1.1 Mortar\n\n---\n\n# 2 B\n'), [[1, 'frontmatter-ignored']]);
    assert.deepEqual(rules('---\n# a comment\na: {b: c}\n---\n\n# 2 B\n'), []);
  });

  it('reads back as it was written', () => {
    const text = fc.oneof(
      fc.constantFrom('---', '...', ': x', 'a\nb', '#', '', 'null', '1.10', '\u2028'),
      fc.string({ unit: 'binary' }),
    );
    const frontmatter = fc.record(
      { title: text, category: text, tags: fc.array(text) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(frontmatter, (written) => {
        const parsed = parseMarkup(serialiseMarkup({ frontmatter: written, elements: [], fields: [] }));
        assert.deepEqual(parsed.errors, []);
        assert.deepEqual({ ...parsed.frontmatter }, { ...written });
      }),
      { numRuns },
    );
  });
});
