/** Tests of the endpoint that checks markup without saving it, also with a megabyte of text. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { lead, viewer, withKey } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { StandardsWorld } from '../../../test/world/standards-world.ts';

describe('validate-markdown', () => {
  const node = useNode(['standards', 'projects']);
  const world = new StandardsWorld(node);

  const validate = (markdown: string, more: object = {}, who = lead) =>
    node.call(who, 'standards.validateMarkdown', { markdown, ...more });

  it('counts, previews and finds nothing wrong with a good text; frontmatter is ignored (S22)', async () => {
    const text =
      '---\ntitle: X\n---\n# 1 Materials\n\n1.1 Cement.\n\n```field\nlabel: Strength\ntype: number\nunit: MPa\n```\n\n> **Note 1.1.1** Grey.\n';
    const { ok, errors, errorCount, warnings, preview, ...rest } = await validate(text);
    assert.deepEqual([ok, errors, errorCount, warnings, rest], [true, [], 0, [], {}]);
    assert.deepEqual(preview.counts, { section: 1, clause: 1, note: 1, field: 1 });
    assert.deepEqual(preview.elements[1], { address: '1.1', kind: 'clause', text: 'Cement.' });
    assert.equal(preview.fields[0]?.unit, 'MPa');
    assert.equal(preview.truncated, false);
  });

  it('a hundred errors by line of all that are counted; three hundred elements shown (R-234)', async () => {
    const many = await validate(Array.from({ length: 150 }, (_, index) => `# Heading ${index}`).join('\n\n'));
    assert.deepEqual([many.ok, many.errors.length, many.errorCount], [false, 100, 150]);
    assert.deepEqual([many.errors[0]?.line, many.errors[0]?.rule], [1, 'heading-without-address']);
    const long = await validate(
      Array.from({ length: 301 }, (_, index) => `# ${index + 1} Section`).join('\n\n'),
    );
    assert.deepEqual(
      [long.preview.elements.length, long.preview.counts.section, long.preview.truncated],
      [300, 301, true],
    );
  });

  it('one character above a million is 413, counted in code points and before the standard is looked at (R-222, G18)', async () => {
    await expectRejection(
      validate('😀'.repeat(1_000_001), { standardId: 999_999 }),
      413,
      'PAYLOAD_TOO_LARGE',
    );
    assert.equal((await validate('x'.repeat(1_000_000))).ok, false);
  });

  it('with standardId compares by address with the open draft for those who see it, else with the current revision (S22, X9)', async () => {
    const { id } = await world.publishStandard();
    await node.call(lead, 'standards.edit', { id });
    await node.call(lead, 'standards.workingCopy.save', {
      id,
      elements: [{ address: '1' }, { address: '2' }],
    });
    const text = '# 1 A\n\n1.1 B\n\n# 3 C\n';
    const author = await validate(text, { standardId: id });
    assert.deepEqual([author.comparison, author.hasOpenDraft], [{ matched: 1, new: 2, removed: 1 }, true]);
    const reader = await validate(text, { standardId: id }, viewer);
    assert.deepEqual([reader.comparison, reader.hasOpenDraft], [{ matched: 2, new: 1, removed: 2 }, true]);
    // Who may see drafts but comes with a key that may not is answered like a reader.
    const key = await validate(text, { standardId: id }, withKey(lead, ['standard:read']));
    assert.deepEqual(key.comparison, reader.comparison);
    const withDrafts = await validate(
      text,
      { standardId: id },
      withKey(lead, ['standard:read', 'standard:view_drafts']),
    );
    assert.deepEqual(withDrafts.comparison, author.comparison);
    const unsaved = await world.createWorkingCopy();
    assert.deepEqual((await validate(text, { standardId: unsaved.id }, viewer)).comparison, {
      matched: 0,
      new: 3,
      removed: 0,
    });
    await node.call(lead, 'standards.publish', { id });
    assert.equal((await validate(text, { standardId: id })).hasOpenDraft, false);
    await expectRejection(validate(text, { standardId: 999_999 }), 404);
  });

  it('without the wiki the text is checked all the same, and a warning says what was not (Y17)', async () => {
    const { ok, warnings } = await validate('# 1 A\n\nSee [[ada/doors#1]].\n');
    assert.deepEqual(
      [ok, warnings.map(({ rule, line }) => [rule, line])],
      [true, [['reference_unchecked', 3]]],
    );
  });

  it('writes nothing and wants markdown', async () => {
    const wrong: object = { markdown: undefined };
    await expectRejection(
      node.call(withKey(lead, ['category:read']), 'standards.validateMarkdown', { markdown: '' }),
      403,
    );
    await expectRejection(node.call(lead, 'standards.validateMarkdown', { markdown: '', ...wrong }), 400);
  });
});

describe('a megabyte of markup', () => {
  const node = useNode(['standards', 'projects']);

  it('does not delay others: a request after the slowest text is answered before it (hardening A5)', async () => {
    const answered: string[] = [];
    const slow = node.call(lead, 'standards.validateMarkdown', {
      markdown: `# 1 A\n\n${'> x\n\n'.repeat(199_000)}`,
    });
    const quick = node.call(lead, 'standards.validateMarkdown', { markdown: '# 1 A' });
    await Promise.all([slow.then(() => answered.push('slow')), quick.then(() => answered.push('quick'))]);
    assert.deepEqual(answered, ['quick', 'slow']);
  });

  it('concurrent texts each get their own report', async () => {
    const reports = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        node.call(lead, 'standards.validateMarkdown', {
          markdown: Array.from({ length: 3_000 + index }, (_, at) => `# ${at + 1} A`).join('\n\n'),
        }),
      ),
    );
    assert.deepEqual(
      reports.map(({ preview }) => preview.counts.section),
      [3_000, 3_001, 3_002, 3_003, 3_004, 3_005],
    );
  });
});
