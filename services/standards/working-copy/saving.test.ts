import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { refusal, startTestNode, type TestNode } from '../../../test/service-node.ts';
import { ada, auditDetails, byKey, byron, type Clause, Desk, field, SMALL, stranger, viewer } from '../desk.fixture.ts';

describe('saving the working copy', () => {
  let node: TestNode;
  let desk: Desk;
  beforeAll(async () => {
    node = await startTestNode(['standards', 'projects', 'audit']);
    desk = new Desk(node);
  });
  afterAll(() => node.stop());

  const save = (id: number, more: object, who = ada) => node.call(who, 'standards.workingCopy.save', { id, ...more });
  const addresses = async (id: number) => (await desk.read(id)).elements.map(({ address }) => address);

  it('rule 1: a full replace deletes what is not sent and keeps the identity of what is', async () => {
    const { id, version } = await desk.draft();
    const before = await desk.read(id);
    const saved = await save(id, { baseVersion: version, elements: [...SMALL.slice(0, 2), { address: '1.3', content: 'New.' }] });
    assert.notEqual(saved.version, version);
    const after = await desk.read(id);
    assert.deepEqual(await addresses(id), ['1', '1.1', '1.3']);
    assert.equal(after.elements[1]?.element_id, before.elements[1]?.element_id);
    assert.ok(!before.elements.some(({ element_id }) => element_id === after.elements[2]?.element_id));
  });

  it('S4, S16: a clause moves by its identity, and what it left is a new clause', async () => {
    const { id } = await desk.draft();
    const { elements } = await desk.read(id);
    const cement = elements[1]?.element_id ?? 0;
    await save(id, {
      elements: [
        SMALL[0],
        { element_id: cement, address: '1.3', content: 'Cement shall be grey.' },
        { address: '1.1', content: 'Sand.' },
      ],
    });
    const moved = (await desk.read(id)).elements;
    assert.equal(moved.find(({ address }) => address === '1.3')?.element_id, cement);
    assert.notEqual(moved.find(({ address }) => address === '1.1')?.element_id, cement);
  });

  it('R-238, S5: under half of the clauses needs confirmReplace, and the answer has both counts', async () => {
    const { id, version } = await desk.draft();
    const elements = SMALL.slice(0, 1);
    const { code, status, extras } = await refusal(save(id, { elements }));
    assert.deepEqual([code, status], ['CONFIRM_REPLACE_REQUIRED', 400]);
    assert.deepEqual(extras.metadata, { newCount: 1, existingCount: 4 });
    assert.equal((await desk.read(id)).version, version);
    await save(id, { elements: SMALL.slice(0, 2) });
    await save(id, { elements: [], confirmReplace: true });
    assert.deepEqual(await addresses(id), []);
  });

  it('S26: a save that changes nothing returns the same version', async () => {
    const { id, version } = await desk.draft(SMALL, [field('1.1', 'Strength')]);
    assert.equal((await save(id, { elements: SMALL })).version, version);
    assert.equal(
      (await save(id, { elements: SMALL, baseVersion: version, datasheetElements: [field('1.1', 'Strength')] })).version,
      version,
    );
    assert.equal((await save(id, { datasheetElementsOnly: true })).version, version);
  });

  const illegal: [string, Clause[], string][] = [
    ['a doubled address', [...SMALL, { address: '1.1', content: 'Again' }], 'elements[4].address'],
    ['a missing parent', [{ address: '2.1', content: 'x' }], 'elements[0].address'],
    [
      'a skipped level',
      [
        { address: '2', content: 'x' },
        { address: '2.1.1', content: 'x' },
      ],
      'elements[1].address',
    ],
    ['a leading zero', [{ address: '01', content: 'x' }], 'elements[0].address'],
    ['two dots', [{ address: '1..2', content: 'x' }], 'elements[0].address'],
    ['a letter', [{ address: '1.a', content: 'x' }], 'elements[0].address'],
    [
      '1.0',
      [
        { address: '1', content: 'x' },
        { address: '1.0', content: 'x' },
      ],
      'elements[1].address',
    ],
    ['13 levels', [{ address: Array(13).fill('1').join('.'), content: 'x' }], 'elements[0].address'],
    ['both kinds', [{ address: '1', attributes: { inToc: true, isNote: true } }], 'elements[0].attributes'],
  ];
  for (const [why, elements, path] of illegal) {
    it(`rule 4, H9: ${why} is 400 naming the place`, async () => {
      const { id } = await desk.draft([]);
      const { status, code, extras } = await refusal(save(id, { elements }));
      assert.deepEqual([status, code], [400, 'VALIDATION_ERROR']);
      assert.equal(extras.errors?.[0]?.path, path);
    });
  }

  it('H9: a hundred thousand elements are one 400', async () => {
    const { id } = await desk.draft([]);
    const elements = Array.from({ length: 100_000 }, (_, index) => ({ address: String(index + 1) }));
    const { extras } = await refusal(save(id, { elements }));
    assert.deepEqual(
      extras.errors?.map(({ path }) => path),
      ['elements'],
    );
  });

  it('S26: an element id sent twice is 400; an unknown or foreign one counts as absent', async () => {
    const { id } = await desk.draft();
    const { elements } = await desk.read(id);
    const cement = elements[1]?.element_id ?? 0;
    const twice = [SMALL[0], { element_id: cement, address: '1.1' }, { element_id: cement, address: '1.2' }];
    assert.equal((await refusal(save(id, { elements: twice }))).status, 400);
    const other = (await desk.read((await desk.draft()).id)).elements[1]?.element_id;
    const foreign = elements.map(({ address, content, toc_content, attributes }) => ({
      element_id: address === '1.1' ? other : 4_000_000_000,
      address,
      content,
      toc_content,
      attributes,
    }));
    const { version } = await desk.read(id);
    assert.equal((await save(id, { elements: foreign })).version, version);
  });

  it('rule 5, R-219: a seal token that this working copy never gave out is 409', async () => {
    const { id, version } = await desk.draft();
    for (const element of [
      { address: '1', content: '<!-- notice:withheld:abc123 -->' },
      { address: '1', content: 'x', seal_token: 'abc123' },
    ]) {
      const { status, code } = await refusal(save(id, { elements: [element], confirmReplace: true }));
      assert.deepEqual([status, code], [409, 'FOREIGN_SEAL_TOKEN']);
    }
    assert.equal((await desk.read(id)).version, version);
  });

  it('rule 7: markdown replaces the standard by key and by MCP; a session or the assistant must send elements', async () => {
    const { id } = await desk.draft();
    const markdown =
      '---\ntitle: Ignored\n---\n# 1 Materials\n\n1.1 Cement shall be grey.\n\n```field\nlabel: Strength\ntype: number\n```\n';
    for (const who of [ada, { ...byKey(ada), channel: 'assistant' as const }, { ...ada, channel: 'assistant' as const }]) {
      const { code, status } = await refusal(save(id, { markdown }, who));
      assert.deepEqual([code, status], ['ELEMENTS_REQUIRED', 400]);
    }
    const saved = await save(id, { markdown }, byKey(ada));
    assert.deepEqual([saved.element_count, saved.field_count], [2, 1]);
    const again = await save(id, { markdown }, { ...byKey(ada), channel: 'mcp' });
    assert.equal(again.version, saved.version);
    // Beside elements, markup that the caller may not use is ignored like any parameter that is not its own.
    assert.equal((await save(id, { markdown: '# nonsense', elements: SMALL })).element_count, 4);
    assert.equal((await refusal(save(id, { markdown, elements: SMALL }, byKey(ada)))).status, 400);
  });

  it('R-223, S22: markup with errors is 422 with a list, too long a text 413', async () => {
    const { id } = await desk.draft();
    const { status, code, extras } = await refusal(save(id, { markdown: 'lost\n\n# Heading\n' }, byKey(ada)));
    assert.deepEqual([status, code], [422, 'MARKUP_ERRORS']);
    assert.deepEqual(
      extras.errors?.map(({ line, rule }) => [line, rule]),
      [
        [1, 'text-outside-outline'],
        [3, 'heading-without-address'],
      ],
    );
    const long = `# 1 ${'😀'.repeat(999_996)}`;
    assert.equal((await refusal(save(id, { markdown: `${long}x` }, byKey(ada)))).status, 413);
    await save(id, { markdown: long, confirmReplace: true }, byKey(ada));
  });

  it('G11: baseVersion left out saves over what is current, and the audit entry says so', async () => {
    const { id } = await desk.draft();
    await save(id, { elements: SMALL.slice(0, 3) }, byron);
    const details = await auditDetails(node, id, 'standards.workingCopy.save', ({ mode }) => mode === 'replace');
    assert.equal(details.baseVersionSent, false);
  });

  it('R-201: without a working copy 404; without the permission 403; of another company 404', async () => {
    const { id } = await desk.published();
    assert.equal((await refusal(save(id, { elements: SMALL }))).status, 404);
    assert.equal((await refusal(save(id, { elements: SMALL }, viewer))).code, 'PERMISSION_DENIED');
    assert.equal((await refusal(save(id, { elements: SMALL }, byKey(ada, ['standard:read'])))).code, 'PERMISSION_DENIED');
    const foreign = await refusal(save(id, { elements: SMALL }, stranger));
    const missing = await refusal(save(999_999, { elements: SMALL }, stranger));
    assert.equal(foreign.status, 404);
    assert.deepEqual(foreign, missing);
  });

  it('ELEMENTS_REQUIRED: a save without elements, fields or markup says what to send', async () => {
    const { id } = await desk.draft();
    assert.equal((await refusal(save(id, {}))).code, 'ELEMENTS_REQUIRED');
    assert.equal((await refusal(save(id, { elements: 'all' }))).code, 'VALIDATION_ERROR');
    assert.equal((await refusal(save(id, { elements: [null] }))).code, 'VALIDATION_ERROR');
    assert.equal((await refusal(save(id, { elements: [{ address: { $gt: '' } }] }))).code, 'VALIDATION_ERROR');
  });

  it('keeps text as it is sent: other scripts, emoji, markup; line ends are LF (X8)', async () => {
    const content = 'Größe ≥ 5 mm — “ok” 漢字 🧱\r\n\r\n- a\n- b <script>';
    const { id } = await desk.draft([{ address: '1', content, toc_content: 'Ünïcode' }]);
    const [element] = (await desk.read(id)).elements;
    assert.equal(element?.content, content.replaceAll('\r\n', '\n'));
    assert.equal(element?.toc_content, 'Ünïcode');
  });
});
