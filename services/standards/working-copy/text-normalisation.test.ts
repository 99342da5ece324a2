/**
 * Tests of the normal form of clause texts, whichever way they are written and read; also of the characters and
 * addresses that are refused.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { lead } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import {
  authorKey,
  type ClauseInput,
  type FieldInputs,
  fieldInput,
  useWorkingCopies,
} from '../../../test/world/standards-world.ts';

describe('the text of clauses', () => {
  const { node, world, save } = useWorkingCopies();
  const publish = (id: number) => node.call(lead, 'standards.publish', { id });
  const pathsOf = async (call: Promise<unknown>) => {
    const { status, extras } = await expectRejection(call);
    return [status, extras.errors?.map(({ path }) => path)];
  };

  it('what was written as elements and what was written as markdown have one text and one content hash (X8)', async () => {
    const elements: ClauseInput[] = [
      { address: '1', toc_content: ' \ufeffMaterials\t', content: '', attributes: { inToc: true } },
      { address: '1.1', content: '\ufeff\r\n \t\r\nCement\rshall be\r\n\r\n\tgrey\ufeff.\n\n' },
    ];
    const fields: FieldInputs = [
      fieldInput('1.1', 'Col\ufeffour', { unit: '', default_value: 'dark\r\ngrey' }),
    ];
    const markdown =
      '\ufeff# 1 Materials\r\n\r\n1.1 Cement\rshall be\r\n\r\n\tgrey\ufeff.\r\n\r\n```field\r\nlabel: Colour\r\ntype: text\r\ndefault: "dark\\ngrey"\r\n```\r\n';
    const first = await world.createWorkingCopy(elements, fields);
    const second = await world.createWorkingCopy();
    await save(second.id, { markdown, confirmReplace: true }, authorKey(lead));
    const [written] = (await world.readWorkingCopy(first.id)).elements.slice(1);
    assert.equal(written?.content, 'Cement\nshall be\n\n\tgrey.');
    assert.equal((await world.readWorkingCopy(first.id)).elements[0]?.toc_content, 'Materials');
    assert.equal((await publish(first.id)).content_hash, (await publish(second.id)).content_hash);
  });

  it('markup gives back the content of a default that was sent as a number or a truth value (M, S23)', async () => {
    const { id } = await world.createWorkingCopy(
      [{ address: '1', content: 'Cover' }],
      [
        fieldInput('1', 'Thickness', { input_type: 'number', default_value: 30 }),
        fieldInput('1', 'Coated', { default_value: true }),
      ],
    );
    const { content_hash } = await publish(id);
    const read = await node.call(lead, 'standards.get', { id, format: 'markdown' });
    assert.ok('markdown' in read);
    const twin = await world.createWorkingCopy();
    await save(twin.id, { markdown: read.markdown, confirmReplace: true }, authorKey(lead));
    assert.equal((await publish(twin.id)).content_hash, content_hash);
    // Over the standard itself it changes nothing.
    const opened = await node.call(lead, 'standards.edit', { id });
    const saved = await save(id, { markdown: read.markdown }, authorKey(lead));
    assert.equal(saved.version, opened.version);
    const [, thickness] = (await world.readWorkingCopy(id)).datasheet_elements;
    assert.equal(thickness?.default_value, 30);
  });

  it('a text that differs only in line ends, blank lines at its ends and byte order marks changes nothing (X8)', async () => {
    const { id, version } = await world.createWorkingCopy([{ address: '1', content: 'one\ntwo' }]);
    const saved = await save(id, { elements: [{ address: '1', content: '\r\n\ufeffone\r\ntwo\n \n' }] });
    assert.equal(saved.version, version);
  });

  it('control characters and line breaks in headings are 400 with their path, and nothing is written (X8)', async () => {
    const { id, version } = await world.createWorkingCopy();
    for (const [clause, path] of [
      [{ address: '1', content: 'a\u0000b' }, 'elements[0].content'],
      [{ address: '1', content: 'a\u0007b' }, 'elements[0].content'],
      [{ address: '1', content: 'a\u0085b' }, 'elements[0].content'],
      [{ address: '1', toc_content: 'a\u007fb' }, 'elements[0].toc_content'],
      [{ address: '1', toc_content: 'Scope\nand field' }, 'elements[0].toc_content'],
      [{ address: '1', toc_content: 'Scope\r' }, 'elements[0].toc_content'],
    ] as const) {
      assert.deepEqual(
        await pathsOf(save(id, { elements: [clause], confirmReplace: true })),
        [400, [path]],
        JSON.stringify(clause),
      );
    }
    for (const label of ['a\u0001', 'a\u009f']) {
      const sent = {
        elements: [{ address: '1' }],
        datasheetElements: [fieldInput('1', label)],
        confirmReplace: true,
      };
      assert.deepEqual(await pathsOf(save(id, sent)), [400, ['datasheetElements[0].label']]);
    }
    const markdown = '# 1 A\n\n1.1 b\u0007c\n';
    assert.deepEqual(await pathsOf(save(id, { markdown, confirmReplace: true }, authorKey(lead))), [
      400,
      ['markdown'],
    ]);
    const { errors } = await node.call(lead, 'standards.validateMarkdown', { markdown });
    assert.deepEqual(
      errors.map(({ line, rule }) => [line, rule]),
      [[3, 'control-character']],
    );
    assert.equal((await world.readWorkingCopy(id)).version, version);
  });

  it('a number in an address is 1 to 9999 without leading zeros; "0.5 mm" begins a paragraph of text (X8)', async () => {
    const { id } = await world.createWorkingCopy();
    for (const address of ['0', '0.1', '10000', '1.10000', '01', '1.01', '1.0']) {
      assert.deepEqual(await pathsOf(save(id, { elements: [{ address }], confirmReplace: true })), [
        400,
        ['elements[0].address'],
      ]);
    }
    const markdown = '# 9999 Tolerances\n\n0.5 mm at most.\n\n10000.1 is no address.\n';
    await save(id, { markdown, confirmReplace: true }, authorKey(lead));
    const { elements } = await world.readWorkingCopy(id);
    assert.deepEqual(
      elements.map(({ address, content }) => [address, content]),
      [['9999', '0.5 mm at most.\n\n10000.1 is no address.']],
    );
  });
});
