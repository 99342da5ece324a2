/** Tests of `standards.customize`: the copy, its category and name, refusals. */
import assert from 'node:assert/strict';
import { describe, expect, it } from '@jest/globals';
import {
  administrator,
  anonymous,
  editor,
  FIRM,
  individual,
  lead,
  OTHER_FIRM,
  stranger,
  viewer,
  withKey,
} from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import {
  fieldInput,
  findAuditDetails,
  SMALL_OUTLINE,
  StandardsWorld,
} from '../../../test/world/standards-world.ts';
import { assertCopyable } from '../revision/revoked-edition.ts';
import { CustomizationWorld } from './customization-world.fixture.ts';

describe('customising a standard', () => {
  const node = useNode(['identity', 'standards', 'projects', 'audit']);
  const site = new CustomizationWorld(node);
  const world = new StandardsWorld(node);
  const customize = (who: typeof lead, params: { id: number; [name: string]: unknown }) =>
    node.call(who, 'standards.customize', params);
  const refused = async (who: typeof lead, params: { id: number; [name: string]: unknown }) => {
    const { status, code } = await expectRejection(customize(who, params));
    return [status, code];
  };

  it('the copy is sealed as 1.0.0 with the content, tags and identities of the source, and has no working copy (S17, R-033, R-005)', async () => {
    const source = await site.publishSource(SMALL_OUTLINE, [fieldInput('1.1', 'Colour')]);
    const copy = await site.customize(source.id);
    expect(copy).toMatchObject({
      name: source.name,
      scope: { subject_type: 'company', subject_id: FIRM.id },
      current_revision: { code: '1.0.0' },
      customized_from_revision_id: source.revisionId,
      parent_current_revision_id: source.revisionId,
      last_seen_source_revision_id: source.revisionId,
      category: { name: 'Masonry' },
      library: { name: 'Standards' },
      tags: [],
      created_by: { userId: lead.user.id },
    });
    const [original, shown] = await Promise.all(
      [source.id, copy.id].map((id) => node.call(lead, 'standards.get', { id })),
    );
    assert.ok(original && 'elements' in original && shown && 'elements' in shown);
    assert.deepEqual(shown.elements, original.elements);
    assert.deepEqual(shown.datasheet_elements, original.datasheet_elements);
    assert.equal(shown.content_hash, original.content_hash);
    await expectRejection(node.call(lead, 'standards.workingCopy.get', { id: copy.id }), 404);
    const details = await findAuditDetails(node, copy.id, 'standards.customize', () => true);
    expect(details).toMatchObject({
      name: source.name,
      source: { standard_id: source.id, revision: { id: source.revisionId, code: '1.0.0' } },
    });
  });

  it('the category of the same name is adopted once, at the same path; categoryId of another scope is 400 (S9)', async () => {
    const top = await site.categoryId();
    const child = await node.call(administrator, 'categories.create', {
      name: 'Bricks',
      subject_type: 'global',
      parent_id: top,
    });
    const source = await site.publishSource();
    await node.call(administrator, 'standards.update', { id: source.id, category_id: child.id });
    const copies = await Promise.all(
      ['Bricks A', 'Bricks B', 'Bricks C'].map((name) => site.customize(source.id, { name })),
    );
    const categories = new Set(copies.map(({ category_id }) => category_id));
    assert.equal(categories.size, 1);
    assert.deepEqual(
      copies.map(({ category }) => category?.name),
      ['Bricks', 'Bricks', 'Bricks'],
    );
    const { categories: listed } = await node.call(lead, 'categories.list', { subject_type: 'company' });
    const bricks = listed.find(({ name }) => name === 'Bricks');
    const masonry = listed.find(({ name }) => name === 'Masonry');
    assert.deepEqual([bricks?.parent_id, bricks?.id], [masonry?.id, copies[0]?.category_id]);
    const named = await site.customize(source.id, { name: 'Filed', category_id: masonry?.id });
    assert.equal(named.category_id, masonry?.id);
    assert.deepEqual(await refused(lead, { id: source.id, companyId: FIRM.id, categoryId: top }), [
      400,
      'UNKNOWN_CATEGORY',
    ]);
  });

  it('a name that is taken in the scope is 409, and nothing is written (R-028, G13)', async () => {
    const source = await site.publishSource();
    const copy = await site.customize(source.id);
    const { status, code, extras } = await expectRejection(site.customize(source.id));
    assert.deepEqual([status, code, extras.metadata?.existingId], [409, 'NAME_TAKEN', copy.id]);
    const both = await Promise.allSettled([
      site.customize(source.id, { name: 'Twice' }),
      site.customize(source.id, { name: 'twice' }),
    ]);
    assert.deepEqual(both.map((outcome) => outcome.status).toSorted(), ['fulfilled', 'rejected']);
  });

  it('exactly one of projectId and companyId; another company is 403, a project out of reach 404 (document 2, customize, R-193)', async () => {
    const { id } = await site.publishSource();
    const { id: projectId } = await node.call(lead, 'projects.create', { name: 'Bridge' });
    assert.deepEqual(await refused(lead, { id }), [400, 'VALIDATION_ERROR']);
    assert.deepEqual(await refused(lead, { id, projectId, companyId: FIRM.id }), [400, 'VALIDATION_ERROR']);
    for (const companyId of [OTHER_FIRM.id, 99_999])
      assert.deepEqual(await refused(lead, { id, companyId }), [403, 'PERMISSION_DENIED']);
    assert.deepEqual(await refused(viewer, { id, companyId: FIRM.id }), [403, 'PERMISSION_DENIED']);
    const keyed = withKey(lead, ['standard:read', 'standard:customize']);
    assert.deepEqual(await refused(keyed, { id, companyId: FIRM.id }), [403, 'PERMISSION_DENIED']);
    for (const project of [projectId, 99_999])
      assert.deepEqual(await refused(stranger, { id, projectId: project }), [404, 'NOT_FOUND']);
    assert.deepEqual(await refused(viewer, { id, projectId }), [403, 'PERMISSION_DENIED']);
    await expectRejection(node.call(anonymous, 'standards.customize', { id, projectId }), 401);
    // snake_case, and a key that may customise but not create.
    const copy = await customize(keyed, { id, project_id: projectId });
    assert.deepEqual(copy.scope, { subject_type: 'project', subject_id: projectId });
  });

  it('a missing section is adopted into a project immediately, with and without a draft (S9, S17, S21)', async () => {
    const source = await site.publishSource();
    const { id: projectId } = await node.call(lead, 'projects.create', { name: 'Tunnel' });
    const copy = await customize(editor, { id: source.id, projectId });
    assert.deepEqual([copy.scope.subject_id, copy.category?.name], [projectId, 'Masonry']);
    await node.call(lead, 'projects.publish', { id: projectId });
    const again = await customize(editor, { id: source.id, projectId, name: 'Without draft' });
    assert.equal(again.category_id, copy.category_id);
    const bare = await world.publishStandard();
    const other = await customize(editor, { id: bare.id, projectId });
    assert.equal(other.category?.name, 'Concrete');
    const { categories } = await node.call(viewer, 'categories.list', {
      subject_type: 'project',
      subject_id: projectId,
    });
    assert.deepEqual(
      categories.map(({ name }) => name),
      ['Concrete', 'Masonry'],
    );
    const projects = await node.node.openDatabase('projects');
    await projects
      .collection<{ _id: number }>('projects')
      .updateOne({ _id: projectId }, { $set: { archived_at: new Date() } });
    assert.deepEqual(await refused(editor, { id: source.id, projectId, name: 'Late' }), [
      409,
      'PROJECT_ARCHIVED',
    ]);
  });

  it('an earlier revision by id; another standard’s or a missing one is 404, a source never published 400 (S17)', async () => {
    const source = await site.publishSource();
    const other = await site.publishSource();
    const second = await site.reword(source.id, { '1.1': 'White cement.' });
    const old = await site.customize(source.id, { name: 'Old one', source_revision_id: source.revisionId });
    assert.equal(old.customized_from_revision_id, source.revisionId);
    assert.equal((await site.read(old.id))['1.1'], SMALL_OUTLINE[1]?.content);
    assert.equal((await site.customize(source.id)).customized_from_revision_id, second);
    const params = { id: source.id, companyId: FIRM.id };
    for (const sourceRevisionId of [other.revisionId, 99_999_999])
      assert.deepEqual(await refused(lead, { ...params, sourceRevisionId }), [404, 'NOT_FOUND']);
    const { id: unpublished } = await site.createSource();
    assert.deepEqual(await refused(lead, { id: unpublished, companyId: FIRM.id }), [400, 'VALIDATION_ERROR']);
  });

  it('a standard that is not readable, or through a project only, is 404 (X11)', async () => {
    const { id } = await world.publishStandard();
    assert.deepEqual(await refused(stranger, { id, companyId: OTHER_FIRM.id }), [404, 'NOT_FOUND']);
    assert.deepEqual(await refused(individual, { id: 99_999_999, companyId: 1 }), [404, 'NOT_FOUND']);
  });

  it('a revision under notice is 409, a revoked edition that was named 400 (R-206, S17)', () => {
    const expectCode = (
      source: Parameters<typeof assertCopyable>[0],
      isNamed: boolean,
      code: string | null,
    ) => {
      if (code === null) assertCopyable(source, isNamed);
      else assert.throws(() => assertCopyable(source, isNamed), { type: code });
    };
    expectCode({ isRevoked: false, isHeld: false }, true, null);
    expectCode({ isRevoked: true, isHeld: false }, true, 'VALIDATION_ERROR');
    expectCode({ isRevoked: true, isHeld: true }, false, 'STANDARD_UNDER_MODERATION_NOTICE');
    for (const isNamed of [true, false])
      expectCode({ isRevoked: false, isHeld: true }, isNamed, 'STANDARD_UNDER_MODERATION_NOTICE');
  });
});
