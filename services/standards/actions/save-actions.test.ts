/**
 * Tests of saving a working copy whole, by one editor: as elements or as markup, what is deleted, moved or needs a
 * confirmation, and what is refused.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, lead, stranger, throughAssistant, viewer, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import {
  authorKey,
  type ClauseInput,
  fieldInput,
  findAuditDetails,
  SMALL_OUTLINE,
  useWorkingCopies,
} from '../../../test/world/standards-world.ts';

describe('saving the working copy', () => {
  const { node, world, save } = useWorkingCopies();
  const addresses = async (id: number) =>
    (await world.readWorkingCopy(id)).elements.map(({ address }) => address);

  it('a full replace deletes what is not sent and keeps the identity of what is (rule 1, R-110)', async () => {
    const { id, version } = await world.createWorkingCopy();
    const before = await world.readWorkingCopy(id);
    const saved = await save(id, {
      baseVersion: version,
      elements: [...SMALL_OUTLINE.slice(0, 2), { address: '1.3', content: 'New.' }],
    });
    assert.notEqual(saved.version, version);
    const after = await world.readWorkingCopy(id);
    assert.deepEqual(await addresses(id), ['1', '1.1', '1.3']);
    assert.equal(after.elements[1]?.element_id, before.elements[1]?.element_id);
    assert.ok(!before.elements.some(({ element_id }) => element_id === after.elements[2]?.element_id));
  });

  it('a clause moves by its identity, and what it left is a new clause (S4, S16)', async () => {
    const { id } = await world.createWorkingCopy();
    const { elements } = await world.readWorkingCopy(id);
    const cement = elements[1]?.element_id ?? 0;
    await save(id, {
      elements: [
        SMALL_OUTLINE[0],
        { element_id: cement, address: '1.3', content: 'Cement shall be grey.' },
        { address: '1.1', content: 'Sand.' },
      ],
    });
    const moved = (await world.readWorkingCopy(id)).elements;
    assert.equal(moved.find(({ address }) => address === '1.3')?.element_id, cement);
    assert.notEqual(moved.find(({ address }) => address === '1.1')?.element_id, cement);
  });

  it('under half of the clauses needs confirmReplace, and the response has both counts (R-238, S5)', async () => {
    const { id, version } = await world.createWorkingCopy();
    const elements = SMALL_OUTLINE.slice(0, 1);
    const { extras } = await expectRejection(save(id, { elements }), 400, 'CONFIRM_REPLACE_REQUIRED');
    assert.deepEqual(extras.metadata, { newCount: 1, existingCount: 4 });
    assert.equal((await world.readWorkingCopy(id)).version, version);
    await save(id, { elements: SMALL_OUTLINE.slice(0, 2) });
    await save(id, { elements: [], confirmReplace: true });
    assert.deepEqual(await addresses(id), []);
  });

  it('a save that changes nothing returns the same version (S26)', async () => {
    const { id, version } = await world.createWorkingCopy(SMALL_OUTLINE, [fieldInput('1.1', 'Strength')]);
    assert.equal((await save(id, { elements: SMALL_OUTLINE })).version, version);
    assert.equal(
      (
        await save(id, {
          elements: SMALL_OUTLINE,
          baseVersion: version,
          datasheetElements: [fieldInput('1.1', 'Strength')],
        })
      ).version,
      version,
    );
    assert.equal((await save(id, { datasheetElementsOnly: true })).version, version);
  });

  const illegal: [string, ClauseInput[], string][] = [
    ['a doubled address', [...SMALL_OUTLINE, { address: '1.1', content: 'Again' }], 'elements[4].address'],
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
    it(`${why} is 400 naming the place (rule 4, H9, R-038, R-039, R-181)`, async () => {
      const { id } = await world.createWorkingCopy([]);
      const { extras } = await expectRejection(save(id, { elements }), 400, 'VALIDATION_ERROR');
      assert.equal(extras.errors?.[0]?.path, path);
    });
  }

  it('a hundred thousand elements are one 400 (H9)', async () => {
    const { id } = await world.createWorkingCopy([]);
    const elements = Array.from({ length: 100_000 }, (_, index) => ({ address: String(index + 1) }));
    const { extras } = await expectRejection(save(id, { elements }));
    assert.deepEqual(
      extras.errors?.map(({ path }) => path),
      ['elements'],
    );
  });

  it('an element id sent twice is 400; an unknown or foreign one counts as absent (S26)', async () => {
    const { id } = await world.createWorkingCopy();
    const { elements } = await world.readWorkingCopy(id);
    const cement = elements[1]?.element_id ?? 0;
    const twice = [
      SMALL_OUTLINE[0],
      { element_id: cement, address: '1.1' },
      { element_id: cement, address: '1.2' },
    ];
    await expectRejection(save(id, { elements: twice }), 400);
    const other = (await world.readWorkingCopy((await world.createWorkingCopy()).id)).elements[1]?.element_id;
    const foreign = elements.map(({ address, content, toc_content, attributes }) => ({
      element_id: address === '1.1' ? other : 4_000_000_000,
      address,
      content,
      toc_content,
      attributes,
    }));
    const { version } = await world.readWorkingCopy(id);
    assert.equal((await save(id, { elements: foreign })).version, version);
  });

  it('a seal token that this working copy never gave out is 409 (rule 5, R-219)', async () => {
    const { id, version } = await world.createWorkingCopy();
    for (const element of [
      { address: '1', content: '<!-- notice:withheld:abc123 -->' },
      { address: '1', content: 'x', seal_token: 'abc123' },
    ]) {
      await expectRejection(
        save(id, { elements: [element], confirmReplace: true }),
        409,
        'FOREIGN_SEAL_TOKEN',
      );
    }
    assert.equal((await world.readWorkingCopy(id)).version, version);
  });

  it('markdown replaces the standard by key and by MCP; a session or the assistant must send elements (rule 7)', async () => {
    const { id } = await world.createWorkingCopy();
    const markdown =
      '---\ntitle: Ignored\n---\n# 1 Materials\n\n1.1 Cement shall be grey.\n\n```field\nlabel: Strength\ntype: number\n```\n';
    for (const who of [lead, throughAssistant(authorKey(lead)), throughAssistant(lead)]) {
      await expectRejection(save(id, { markdown }, who), 400, 'ELEMENTS_REQUIRED');
    }
    const saved = await save(id, { markdown }, authorKey(lead));
    assert.deepEqual([saved.element_count, saved.field_count], [2, 1]);
    const again = await save(id, { markdown }, { ...authorKey(lead), channel: 'mcp' });
    assert.equal(again.version, saved.version);
    // Beside elements, markup that the caller may not use is ignored like any parameter that is not its own.
    assert.equal((await save(id, { markdown: '# nonsense', elements: SMALL_OUTLINE })).element_count, 4);
    await expectRejection(save(id, { markdown, elements: SMALL_OUTLINE }, authorKey(lead)), 400);
  });

  it('markup with errors is 422 with a list, too long a text 413 (R-223, S22)', async () => {
    const { id } = await world.createWorkingCopy();
    const { extras } = await expectRejection(
      save(id, { markdown: 'lost\n\n# Heading\n' }, authorKey(lead)),
      422,
      'MARKUP_ERRORS',
    );
    assert.deepEqual(
      extras.errors?.map(({ line, rule }) => [line, rule]),
      [
        [1, 'text-outside-outline'],
        [3, 'heading-without-address'],
      ],
    );
    const section = (number: number): string => `# ${number} ${'😀'.repeat(99_000)}\n\n`;
    const sections = Array.from({ length: 10 }, (_, at) => section(at + 1)).join('');
    const long = sections + ' '.repeat(1_000_000 - [...sections].length);
    await expectRejection(save(id, { markdown: `${long}x` }, authorKey(lead)), 413);
    await save(id, { markdown: long, confirmReplace: true }, authorKey(lead));
  });

  it('without baseVersion a save overwrites the current version, and the audit entry says so (G11)', async () => {
    const { id } = await world.createWorkingCopy();
    await save(id, { elements: SMALL_OUTLINE.slice(0, 3) }, editor);
    const details = await findAuditDetails(
      node,
      id,
      'standards.workingCopy.save',
      ({ mode }) => mode === 'replace',
    );
    assert.equal(details.baseVersionSent, false);
  });

  it('without a working copy 404; without the permission 403; of another company 404 (R-201)', async () => {
    const { id } = await world.publishStandard();
    await expectRejection(save(id, { elements: SMALL_OUTLINE }), 404);
    await expectRejection(save(id, { elements: SMALL_OUTLINE }, viewer), 'PERMISSION_DENIED');
    await expectRejection(
      save(id, { elements: SMALL_OUTLINE }, withKey(lead, ['standard:read'])),
      'PERMISSION_DENIED',
    );
    const foreign = await expectRejection(save(id, { elements: SMALL_OUTLINE }, stranger));
    const missing = await expectRejection(save(999_999, { elements: SMALL_OUTLINE }, stranger));
    assert.equal(foreign.status, 404);
    assert.deepEqual(foreign, missing);
  });

  it('ELEMENTS_REQUIRED: a save without elements, fields or markup says what to send', async () => {
    const { id } = await world.createWorkingCopy();
    await expectRejection(save(id, {}), 'ELEMENTS_REQUIRED');
    await expectRejection(save(id, { elements: 'all' }), 'VALIDATION_ERROR');
    await expectRejection(save(id, { elements: [null] }), 'VALIDATION_ERROR');
    await expectRejection(save(id, { elements: [{ address: { $gt: '' } }] }), 'VALIDATION_ERROR');
  });

  it('keeps text as it is sent: other scripts, emoji, markup; line ends are LF (X8)', async () => {
    const content = 'Größe ≥ 5 mm — “ok” 漢字 🧱\r\n\r\n- a\n- b <script>';
    const { id } = await world.createWorkingCopy([{ address: '1', content, toc_content: 'Ünïcode' }]);
    const [element] = (await world.readWorkingCopy(id)).elements;
    assert.equal(element?.content, content.replaceAll('\r\n', '\n'));
    assert.equal(element?.toc_content, 'Ünïcode');
  });
});
