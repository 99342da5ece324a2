/** Tests of reading standards and their revisions in every format, of comparing two, and of who may read them. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { readDocument } from '../../../scripts/import/documents/read-document.ts';
import { readPdf } from '../../../shared/documents/pdf/read-pdf.fixture.ts';
import { hashOutlineContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { lead, personPrincipal, stranger, throughAssistant, viewer } from '../../../test/people.ts';
import { PLAIN_FIELD } from '../../../test/plain-field.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import {
  authorKey,
  type FieldInputs,
  rewordedSave,
  SMALL_OUTLINE,
  StandardsWorld,
} from '../../../test/world/standards-world.ts';

const FIELDS: FieldInputs = [
  {
    element_address: '1.1',
    label: 'Strength',
    input_type: 'select',
    options: ['C25', 'C30'],
    default_value: 'C25',
  },
];

describe('reading standards', () => {
  const node = useNode(['identity', 'standards', 'projects']);
  const world = new StandardsWorld(node);

  it('a pinned read is as it was sealed; another standard’s revision is 404 (R-240, R-200, R-013)', async () => {
    const { id, revisionId } = await world.publishStandard(SMALL_OUTLINE, FIELDS);
    const copy = await node.call(lead, 'standards.edit', { id });
    await node.call(lead, 'standards.workingCopy.save', { id, ...rewordedSave(copy, { '1.1': 'Changed.' }) });
    const { revision } = await node.call(lead, 'standards.publish', { id });
    const [pinned, current] = await Promise.all([
      node.call(viewer, 'standards.get', { id, revisionId }),
      node.call(viewer, 'standards.get', { id }),
    ]);
    assert.ok('elements' in pinned && 'elements' in current);
    assert.equal(pinned.elements[1]?.content, 'Cement shall be grey.');
    assert.equal(current.elements[1]?.content, 'Changed.');
    assert.deepEqual([pinned.revision?.current, current.revision?.current], [false, true]);
    assert.deepEqual(pinned.current_revision, { id: revision.id, code: '1.1.0' });
    assert.notEqual(pinned.content_hash, current.content_hash);
    assert.deepEqual(pinned.datasheet_elements[0], {
      id: pinned.datasheet_elements[0]?.id,
      element_id: pinned.elements[1]?.element_id,
      element_address: '1.1',
      label: 'Strength',
      ...PLAIN_FIELD,
      input_type: 'select',
      options: ['C25', 'C30'],
      default_value: 'C25',
      starts_deferred: false,
    });
    const other = await world.publishStandard();
    await expectRejection(node.call(viewer, 'standards.get', { id, revisionId: other.revisionId }), 404);
    await expectRejection(node.call(viewer, 'standards.get', { id, revisionId: 999_999 }), 404);
  });

  it('compact keeps seven members; format is for HTTP callers, an invalid one 400 (S2, R-036, R-177)', async () => {
    const { id } = await world.publishStandard();
    const tiny: object = { format: 'tiny' };
    const compact = await node.call(viewer, 'standards.get', { id, format: 'compact' });
    assert.deepEqual(Object.keys(compact), [
      'id',
      'name',
      'description',
      'scope',
      'library',
      'category',
      'current_revision',
    ]);
    await expectRejection(node.call(viewer, 'standards.get', { id, ...tiny }), 400);
    const assistant = throughAssistant(viewer);
    assert.ok('elements' in (await node.call(assistant, 'standards.get', { id, format: 'compact' })));
    const [row] = (await node.call(viewer, 'standards.list', { format: 'compact', per_page: 1 })).standards;
    assert.deepEqual(Object.keys(row ?? {}), Object.keys(compact));
    const [full] = (await node.call(assistant, 'standards.list', { format: 'compact', per_page: 1 }))
      .standards;
    assert.ok(full && 'tags' in full);
  });

  it('compact reads no content, and is 404 for a revision that is not the standard’s like any other read (S2)', async () => {
    const { id, revisionId } = await world.publishStandard([{ address: '1', toc_content: 'Read by nobody' }]);
    const database = await node.node.openDatabase('standards');
    const content = await database
      .collection<{ _id: number; content_id: string }>('revisions')
      .findOne({ _id: revisionId });
    await database.collection<{ _id: string }>('contents').deleteOne({ _id: content?.content_id ?? '' });
    assert.ok(
      'current_revision' in (await node.call(viewer, 'standards.get', { id, revisionId, format: 'compact' })),
    );
    await assert.rejects(node.call(viewer, 'standards.get', { id, revisionId }), /is missing/);
    const other = await world.publishStandard();
    const requested = { id, revisionId: other.revisionId, format: 'compact' } as const;
    await expectRejection(node.call(viewer, 'standards.get', requested), 404);
  });

  it('fields_only gives the assistant the fields without clause text; HTTP callers get the whole', async () => {
    const { id, revisionId } = await world.publishStandard(SMALL_OUTLINE, FIELDS);
    const only = await node.call(throughAssistant(viewer), 'standards.get', { id, fields_only: true });
    assert.ok('fields' in only);
    assert.deepEqual(only, {
      id,
      name: only.name,
      revision: { id: revisionId, code: '1.0.0' },
      fields: [
        {
          id: only.fields[0]?.id,
          address: '1.1',
          label: 'Strength',
          input_type: 'select',
          options: ['C25', 'C30'],
          default_value: 'C25',
        },
      ],
    });
    assert.ok('elements' in (await node.call(viewer, 'standards.get', { id, fields_only: true })));
  });

  it('every read of another company’s standard responds exactly as for a missing one (H1, R-199)', async () => {
    const { id, revisionId } = await world.publishStandard();
    const reads = (at: number) => [
      () => node.call(stranger, 'standards.get', { id: at }),
      () => node.call(stranger, 'standards.get', { id: at, revisionId, format: 'compact' }),
      () => node.call(stranger, 'standards.revisions', { id: at }),
      () => node.call(stranger, 'standards.compare', { id: at, from: revisionId, to: revisionId }),
      () => node.call(stranger, 'standards.workingCopy.get', { id: at }),
      () => node.call(stranger, 'standards.validateMarkdown', { markdown: '', standardId: at }),
      () => node.call(stranger, 'standards.pinInfo', { standard_id: at }),
    ];
    for (const [index, read] of reads(id).entries()) {
      assert.deepEqual(
        await expectRejection(read()),
        await expectRejection(reads(999_999)[index]?.() ?? Promise.resolve()),
      );
    }
    await expectRejection(
      node.call(personPrincipal({ id: 99, granted: ['category:read'] }), 'standards.get', { id }),
      403,
    );
  });

  it('a project that holds a standard opens it to its members for reading, drafts and edits aside (A18)', async () => {
    const { id } = await world.publishStandard();
    const { id: projectId } = await node.call(lead, 'projects.create', { name: 'Bridge' });
    await node.call(lead, 'projects.standards.add', { id: projectId, action: 'import', standardId: id });
    // A free account invited to the project would be a member; the stranger is not.
    await expectRejection(node.call(stranger, 'standards.get', { id }), 404);
    const personal = await node.call(lead, 'standards.create', {
      name: 'Ada’s own',
      category_id: (await node.call(lead, 'categories.create', { name: 'Mine', subject_type: 'user' })).id,
      subject_type: 'user',
    });
    await node.call(lead, 'standards.publish', { id: personal.id });
    await expectRejection(node.call(viewer, 'standards.get', { id: personal.id }), 404);
    await node.call(lead, 'projects.standards.add', {
      id: projectId,
      action: 'import',
      standardId: personal.id,
    });
    await node.call(lead, 'projects.publish', { id: projectId });
    await node.call(viewer, 'standards.get', { id: personal.id });
    await node.call(viewer, 'standards.revisions', { id: personal.id });
    await expectRejection(node.call(viewer, 'standards.edit', { id: personal.id }), 'PERMISSION_DENIED');
  });

  it('compare lists what changed by identity, fields and tags beside it (S25)', async () => {
    const { id, revisionId } = await world.publishStandard(SMALL_OUTLINE, FIELDS);
    const copy = await node.call(lead, 'standards.edit', { id });
    const [section, cement, water] = copy.elements;
    assert.ok(section && cement && water);
    await node.call(lead, 'standards.workingCopy.save', {
      id,
      elements: [
        section,
        { ...cement, address: '1.4' },
        { ...water, content: 'Water shall be cold.' },
        { address: '1.3', content: 'Sand.' },
      ],
      datasheetElements: [
        {
          ...FIELDS[0],
          element_address: '1.4',
          label: 'Strength',
          input_type: 'select',
          default_value: 'C30',
        },
      ],
    });
    const { revision } = await node.call(lead, 'standards.publish', { id });
    const { clauses, fields, contentIdentical, from, to } = await node.call(viewer, 'standards.compare', {
      id,
      from: revisionId,
      to: revision.id,
    });
    assert.deepEqual(
      clauses.map(({ change, before, after }) => [change, before?.address ?? null, after?.address ?? null]),
      [
        ['changed', '1.2', '1.2'],
        ['added', null, '1.3'],
        ['moved', '1.1', '1.4'],
        ['removed', '1.2.1', null],
      ],
    );
    assert.deepEqual(
      fields.map(({ change, before, after }) => [
        change,
        before?.element_address,
        after?.element_address,
        after?.default_value,
      ]),
      [['changed', '1.1', '1.4', 'C30']],
    );
    assert.deepEqual([from.code, to.code, contentIdentical], ['1.0.0', '1.1.0', false]);
    const same = await node.call(viewer, 'standards.compare', { id, from: revisionId, to: revisionId });
    assert.deepEqual([same.clauses, same.fields, same.contentIdentical], [[], [], true]);
    await expectRejection(node.call(viewer, 'standards.compare', { id, from: revisionId, to: 999_999 }), 404);
  });

  it('amendment says in words what leads from one revision to another, also as markdown (S25)', async () => {
    const { id, revisionId } = await world.publishStandard(SMALL_OUTLINE, FIELDS);
    const copy = await node.call(lead, 'standards.edit', { id });
    const elements = copy.elements.map((element) =>
      element.content === 'Cement shall be grey.'
        ? { ...element, content: 'Cement shall be white.' }
        : element,
    );
    await node.call(lead, 'standards.workingCopy.save', { id, elements });
    const { revision } = await node.call(lead, 'standards.publish', { id });
    const asked = { id, from: revisionId, to: revision.id };
    const amendment = await node.call(viewer, 'standards.amendment', asked);
    assert.ok('instructions' in amendment);
    const { instructions, total, isComplete, from, to } = amendment;
    assert.deepEqual(instructions, [
      {
        action: 'substitute',
        clause: '1.1',
        part: 'text',
        words: 'grey',
        substitute: 'white',
        sentence: 'In 1.1 for "grey" substitute "white"',
      },
    ]);
    assert.deepEqual([total, isComplete, from.code, to.code], [1, true, '1.0.0', '1.1.0']);
    assert.deepEqual(await node.call(viewer, 'standards.amendment', { ...asked, format: 'markdown' }), {
      markdown: '1. In 1.1 for "grey" substitute "white"\n',
    });
    const pdf = Object(await node.call(viewer, 'standards.amendment', { ...asked, format: 'pdf' }));
    const { pages } = await readPdf(Buffer.from(pdf.bytes, 'base64'));
    assert.match(pages.join('\n'), /From revision: [\s\S]*1 In 1\.1 for "grey" substitute "white"/);
    await expectRejection(
      node.call({ ...viewer, channel: 'mcp' }, 'standards.amendment', { ...asked, format: 'pdf' }),
      400,
    );
    const same = await node.call(viewer, 'standards.amendment', { ...asked, to: revisionId });
    assert.ok('instructions' in same);
    assert.deepEqual([same.instructions, same.isComplete], [[], true]);
    await expectRejection(node.call(viewer, 'standards.amendment', { ...asked, to: 999_999 }), 404);
    await expectRejection(node.call(stranger, 'standards.amendment', asked), 404);
  });

  it('format=oscal is a catalogue that the import reads back to the same content hash, a long one too (S2)', async () => {
    const more = Array.from({ length: 500 }, (_, at) => ({
      address: `9.${at + 1}`,
      content: `Clause ${at}.`,
    }));
    const long = [
      ...SMALL_OUTLINE,
      { address: '9', toc_content: 'Long', attributes: { inToc: true } },
      ...more,
    ];
    for (const outline of [SMALL_OUTLINE, long]) {
      const { id, revisionId } = await world.publishStandard(outline, FIELDS);
      const catalogue = await node.call(viewer, 'standards.get', { id, revisionId, format: 'oscal' });
      const { document, changes } = readDocument({ file: Buffer.from(JSON.stringify(catalogue)) });
      const shown = await node.call(viewer, 'standards.get', { id, revisionId });
      assert.ok('content_hash' in shown);
      assert.equal(hashOutlineContent(document), shown.content_hash);
      assert.deepEqual(changes, []);
    }
  });

  it('format=markdown is the content as markup, and reads back as the same content (S22)', async () => {
    const { id, revisionId } = await world.publishStandard(SMALL_OUTLINE, FIELDS);
    const shown = await node.call(viewer, 'standards.get', { id, revisionId, format: 'markdown' });
    assert.ok('markdown' in shown);
    assert.match(shown.markdown, /^# 1 Materials\n\n1\.1 Cement shall be grey\./);
    const twin = await world.createWorkingCopy([]);
    await node.call(authorKey(lead), 'standards.workingCopy.save', { id: twin.id, markdown: shown.markdown });
    const published = await node.call(lead, 'standards.publish', { id: twin.id });
    const original = await node.call(viewer, 'standards.get', { id, revisionId });
    assert.equal(published.content_hash, 'content_hash' in original ? original.content_hash : null);
  });
});
