/**
 * Tests of the JSON export of a project revision, its certificate and the public keys, and of the integrated content:
 * a pinned standard with the values of every datasheet.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { sha256 } from '../../../shared/hash.ts';
import { hashCanonical, toCanonicalJson } from '../../../shared/revisioning/outline/canonical-json.ts';
import { eventually } from '../../../test/eventually.ts';
import { administrator, anonymous, editor, lead, stranger, viewer, withKey } from '../../../test/people.ts';
import { callerFor, expectRejection } from '../../../test/service-node.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import { fieldInput, SMALL_OUTLINE, StandardsWorld } from '../../../test/world/standards-world.ts';
import { publishStandard } from '../../../tools/world/standards.ts';

describe('projects: export and integrated content', () => {
  const site = ProjectsWorld.use();

  it('a published export carries header, sections, values, fingerprints and what verifies them (P12, R-070, R-014)', async () => {
    const { projectId, standardId, datasheetIds, revision } = await site.createFilledProject('Exported', 2);
    const published = await site.publish(projectId, { revision_name: 'Issued' });
    const exported = await site.node.call(lead, 'projects.export', { id: projectId });
    assert.equal(exported.project.name, 'Exported');
    assert.equal(exported.revision.content_hash, published.revision.content_hash);
    assert.equal(sha256(exported.content ?? ''), exported.certificate?.content_sha256);
    assert.equal(
      toCanonicalJson(JSON.parse(exported.content ?? '')),
      exported.content,
      'content is RFC 8785 text',
    );
    assert.deepEqual(exported.certificate?.revision, {
      id: published.revision.id,
      code: '1',
      name: 'Issued',
    });
    assert.equal(exported.certificate?.previous_certificate_sha256, null);
    const [fingerprint] = exported.certificate?.fingerprints ?? [];
    assert.deepEqual(
      [fingerprint?.standard_id, fingerprint?.standard_revision_id],
      [standardId, revision.id],
    );
    assert.deepEqual(
      exported.datasheets.map(({ id, section }) => [id, section?.heading_path]),
      datasheetIds.map((id) => [id, ['Concrete']]),
    );
    const [sheet] = exported.datasheets;
    assert.equal(sheet?.standard_revision.fingerprint, fingerprint?.content_hash);
    assert.deepEqual(
      sheet?.values.map(({ label, user_value, unit, section }) => [label, user_value, unit, section]),
      [
        ['Value 1', 'd1', 'mm', '2'],
        ['Value 2', 'd2', 'mm', '2'],
      ],
    );
    assert.equal(sheet?.template, undefined);
  });

  it('sections are the document tree in order with the text under each heading, the same in both forms (P18)', async () => {
    const { projectId } = await site.createFilledProject('Tree');
    await site.publish(projectId);
    const { sections } = await site.node.call(lead, 'projects.export', { id: projectId });
    assert.deepEqual(
      sections.map(({ heading_path, scope_statement }) => [heading_path.join(' > '), scope_statement]),
      [
        ['Concrete', ''],
        ['Concrete > Tree standard', 'About Tree standard'],
        ['Concrete > Tree standard > Scope', 'Covers Tree standard, edition 1 – “Beton”.'],
        ['Concrete > Tree standard > Products', ''],
      ],
    );
    const verbose = await site.node.call(lead, 'projects.export', { id: projectId, isVerbose: true });
    assert.deepEqual(verbose.sections, sections);
    assert.deepEqual(
      verbose.datasheets[0]?.template?.map(({ label, input_type, default_value }) => [
        label,
        input_type,
        default_value,
      ]),
      [
        ['Value 1', 'text', 'd1'],
        ['Value 2', 'text', 'd2'],
      ],
    );
    assert.ok(!JSON.stringify(verbose).includes('Clause 2.1'), 'clause prose is no part of it');
  });

  it('content and certificate do not depend on isVerbose or datasheetIds, and chain to the revision before (P12)', async () => {
    const { projectId, datasheetIds } = await site.createFilledProject('Chained', 3);
    await site.publish(projectId);
    const [, second = 0] = datasheetIds;
    const all = await site.node.call(lead, 'projects.export', { id: projectId });
    const one = await site.node.call(lead, 'projects.export', {
      id: projectId,
      datasheetIds: [second],
      isVerbose: true,
    });
    assert.deepEqual(
      [one.content, one.certificate, one.signature],
      [all.content, all.certificate, all.signature],
    );
    assert.deepEqual(
      one.datasheets.map(({ id }) => id),
      [second],
    );
    assert.equal(
      (await site.node.call(lead, 'projects.export', { id: projectId, datasheetIds: [] })).datasheets.length,
      3,
    );
    await site.node.call(lead, 'projects.draft.create', { id: projectId });
    await site.publish(projectId);
    const next = await site.node.call(lead, 'projects.export', { id: projectId });
    assert.equal(next.certificate?.previous_certificate_sha256, hashCanonical(all.certificate));
  });

  it('foreign datasheets 404, without project:export 403, out of reach 404 (P18, H1)', async () => {
    const { projectId } = await site.createFilledProject('Refused');
    const other = await site.createFilledProject('Other');
    const foreign = { id: projectId, datasheetIds: other.datasheetIds };
    await expectRejection(site.node.call(lead, 'projects.export', foreign), 404);
    await expectRejection(site.node.call(editor, 'projects.export', { id: projectId }), 403);
    await expectRejection(site.node.call(stranger, 'projects.export', { id: projectId }), 404);
    const noDraft = withKey(lead, ['project:export', 'project:read']);
    await expectRejection(site.node.call(noDraft, 'projects.export', { id: projectId }), 404);
    await site.publish(projectId);
    assert.ok((await site.node.call(noDraft, 'projects.export', { id: projectId })).certificate);
  });

  it('the export of a draft carries none of the three; the default is the published revision (P12)', async () => {
    const { projectId } = await site.createFilledProject('Draft');
    const draft = await site.node.call(lead, 'projects.export', { id: projectId, isVerbose: true });
    assert.equal(draft.revision.is_draft, true);
    assert.deepEqual([draft.content, draft.certificate, draft.signature], [undefined, undefined, undefined]);
    assert.equal(draft.datasheets[0]?.template?.length, 2);
    await site.publish(projectId);
    await site.node.call(lead, 'projects.draft.create', { id: projectId });
    assert.equal((await site.node.call(lead, 'projects.export', { id: projectId })).revision.is_draft, false);
  });

  it('in a draft, a datasheet behind its pin has the code and the fingerprint of its own revision (document 1)', async () => {
    const { page, projectId, standardId, revision } = await site.createFilledProject('Behind');
    const next = await site.createStandard({ title: 'Behind standard', page, edition: 2, fields: 3 });
    await site.node.call(lead, 'projects.standardRevisions.apply', {
      id: projectId,
      changes: [{ standardId, toStandardRevisionId: next.revision.id }],
    });
    const { datasheets } = await site.node.call(lead, 'projects.export', { id: projectId });
    const { revisions } = await site.node.call(lead, 'standards.revisions', { id: standardId });
    const own = revisions.find(({ id }) => id === revision.id);
    assert.deepEqual(
      datasheets.map(({ standard_revision }) => standard_revision),
      [{ id: revision.id, code: revision.code, fingerprint: own?.content_hash }],
    );
    assert.match(own?.content_hash ?? '', /^[0-9a-f]{64}$/);
  });

  it('every export is one audit entry (R-171, A23)', async () => {
    const { projectId } = await site.createFilledProject('Logged');
    for (const isVerbose of [true, false])
      await site.node.call(lead, 'projects.export', { id: projectId, isVerbose });
    const filter = { action: 'projects.export', resource_id: String(projectId) };
    await eventually(async () =>
      assert.equal((await site.node.call(administrator, 'admin.audit.list', filter)).total, 2),
    );
  });

  it('the keys are public, and the key is there before the first publish (P12)', async () => {
    const { keys } = await site.node.call(anonymous, 'certificates.keys', {});
    assert.equal(keys.length, 1);
    assert.match(keys[0]?.pem ?? '', /^-----BEGIN PUBLIC KEY-----/);
    assert.ok(!JSON.stringify(keys).includes('PRIVATE'));
  });

  it('integrated content: the pinned elements with every datasheet’s value with each field', async () => {
    const { projectId, standardId, datasheetIds } = await site.createFilledProject('Integrated', 2);
    const [first = 0] = datasheetIds;
    const { elements } = await site.node.call(editor, 'datasheets.get', { id: first });
    await site.node.call(editor, 'datasheets.revise', {
      id: first,
      severity: 'MINOR',
      changes: [{ element_id: elements[0]?.id ?? 0, new_value: 'forty' }],
    });
    const read = { projectId, standardId } as const;
    const shown = await site.node.call(editor, 'projects.integratedContent', read);
    const clause = shown.elements.find(({ address }) => address === '2.1');
    assert.deepEqual(
      clause?.fields[0]?.values.map(({ datasheet_id, user_value }) => [datasheet_id, user_value]),
      datasheetIds.map((id) => [id, id === first ? 'forty' : 'd1']),
    );
    assert.equal(shown.total, 4);
    const found = await site.node.call(editor, 'projects.integratedContent', {
      ...read,
      searchQuery: '2.2 OF',
      format: 'compact',
    });
    assert.deepEqual(
      found.elements.map((element) => [element.address, Object.keys(element)]),
      [['2.2', ['address', 'content', 'toc_content', 'fields']]],
    );
    for (const searchQuery of ['.*', '(a+)+$', '2.2\0']) {
      const none = await site.node.call(editor, 'projects.integratedContent', { ...read, searchQuery });
      assert.deepEqual(none.elements, [], `H5: ${JSON.stringify(searchQuery)}`);
    }
    await expectRejection(
      site.node.call(editor, 'projects.integratedContent', { projectId, standardId: first + 9_999 }),
      404,
    );
    assert.equal(
      (await expectRejection(site.node.call(viewer, 'projects.integratedContent', read))).status,
      404,
      'not issued yet',
    );
    await site.publish(projectId);
    assert.equal((await site.node.call(viewer, 'projects.integratedContent', read)).revision.is_draft, false);
  });

  it('integrated content never shows a value under another label or unit without those it was recorded under (D7)', async () => {
    const standards = new StandardsWorld(site.node);
    const strength = (unit: string) => [fieldInput('1.1', 'Strength', { input_type: 'range', unit })];
    const { id: standardId } = await standards.publishStandard(SMALL_OUTLINE, strength('MPa'));
    const projectId = await site.createProject('Two units');
    await site.importStandard(projectId, standardId);
    const { id } = await site.createDatasheet(projectId, standardId, { name: 'Piers' });
    const { elements } = await site.node.call(editor, 'datasheets.get', { id });
    const changes = [{ element_id: elements[0]?.id ?? 0, new_value: '30' }];
    await site.node.call(editor, 'datasheets.revise', { id, severity: 'MINOR', changes });
    const { revision: imperial } = await publishStandard(
      callerFor(site.node, lead),
      standardId,
      {},
      {
        elements: SMALL_OUTLINE,
        datasheetElements: strength('psi'),
      },
    );
    const shown = async () => {
      const read = { projectId, standardId, format: 'compact' } as const;
      const { datasheets, elements } = await site.node.call(editor, 'projects.integratedContent', read);
      const [field] = elements.find(({ address }) => address === '1.1')?.fields ?? [];
      return [datasheets[0]?.standard_revision.code, field?.unit, field?.values[0]?.recorded_under];
    };
    assert.deepEqual(await shown(), ['1.0.0', 'MPa', undefined]);
    const pin = { standardId, toStandardRevisionId: imperial.id };
    await site.node.call(lead, 'projects.standardRevisions.apply', { id: projectId, changes: [pin] });
    assert.deepEqual(await shown(), ['1.0.0', 'psi', { label: 'Strength', unit: 'MPa' }]);
  });
});
