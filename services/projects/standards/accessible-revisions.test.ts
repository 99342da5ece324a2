/** Tests that members of a project read the pinned revisions of a standard and nothing else of it. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { parseRepresentation } from '../../../shared/kernel/representations/representation.ts';
import { editor, lead, viewer } from '../../../test/people.ts';
import { callerFor, expectRejection } from '../../../test/service-node.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import { createStandard, publishStandard } from '../../../tools/world/standards.ts';
import { openProjects } from '../open-projects.ts';

const FIELD = { element_address: '1.1', label: 'Strength', input_type: 'range', unit: 'MPa' } as const;

describe('members of a project read the revisions that it pins, and nothing else of the standard (X11)', () => {
  const site = ProjectsWorld.use();

  let made = 0;
  /**
   * A standard of Ada's own, which nobody else may read, saved once; with a project of the firm that holds
   * that revision.
   */
  async function privateStandard() {
    made += 1;
    const { id: category_id } = await site.node.call(lead, 'categories.create', {
      name: `Mine ${made}`,
      subject_type: 'user',
    });
    const about = { name: `Private ${made}`, category_id, subject_type: 'user' } as const;
    const { id: standardId } = await createStandard(callerFor(site.node, lead), about);
    const first = await save(standardId, 'first');
    const projectId = await site.createProject(`Holder ${made}`);
    await site.importStandard(projectId, standardId);
    return { standardId, projectId, first };
  }
  /** Another revision of it, by Ada. @returns its id */
  async function save(id: number, words: string): Promise<number> {
    const elements = [
      { address: '1', toc_content: 'Materials', content: '' },
      { address: '1.1', content: `Concrete, ${words}.` },
    ];
    const text = { elements, datasheetElements: [{ ...FIELD, unit: words }] };
    const note = { severity: 'major', summary: words } as const;
    return (await publishStandard(callerFor(site.node, lead), id, note, text)).revision.id;
  }
  const read = (id: number, who = editor, revisionId?: number) =>
    site.node.call(who, 'standards.get', { id, ...(revisionId === undefined ? {} : { revisionId }) });

  it('the pinned revision is the current one for them; no response shows what its owner saves afterwards', async () => {
    const { standardId: id, projectId, first } = await privateStandard();
    const second = await save(id, 'secret');
    const shown = await read(id);
    assert.ok('current_revision' in shown);
    assert.equal(shown.current_revision?.id, first);
    assert.ok('updated_at' in shown && 'revision' in shown);
    assert.equal(shown.updated_at, shown.revision?.created_at, 'not when the other one was saved');
    assert.doesNotMatch(JSON.stringify(shown), /secret/);
    assert.ok('current_revision' in (await read(id, editor, first)));
    await expectRejection(read(id, editor, second), 404);
    const { revisions, total } = await site.node.call(editor, 'standards.revisions', { id });
    assert.deepEqual([revisions.map((revision) => revision.id), total], [[first], 1]);
    await expectRejection(site.node.call(editor, 'standards.compare', { id, from: first, to: second }), 404);
    const template = await site.node.call(editor, 'datasheets.template', { standardId: id });
    assert.equal(template.revision?.id, first);
    await site.node.call(lead, 'standards.edit', { id });
    const result = await site.node.call(editor, 'standards.validateMarkdown', {
      markdown: '# 1 Materials',
      standardId: id,
    });
    assert.equal(result.hasOpenDraft, false);
    assert.deepEqual((await site.node.call(lead, 'standards.revisions', { id })).total, 2);
    // Nothing of the draft is published yet: who may not look into it reaches nothing.
    await expectRejection(read(id, viewer), 404);
    await site.createDatasheet(projectId, id, { name: 'Sheet' });
    await site.publish(projectId);
    assert.ok('current_revision' in (await read(id, viewer)));
    await expectRejection(read(id, viewer, second), 404);
  });

  it('a reader through the scope and a reader through the project have different ETags, for they see different heads (X2)', async () => {
    const { standardId: id } = await privateStandard();
    await site.node.call(lead, 'standards.update', { id, description: 'changed privately' });
    const etagOf = async (who: typeof lead) => {
      const meta = { principal: site.node.node.tokens.sign(who, 'tools'), ifNoneMatch: [] };
      return parseRepresentation(
        await site.node.node.broker.call<unknown, object>('standards.get', { id }, { meta }),
      ).etag;
    };
    const [own, through] = [await read(id, lead), await read(id)];
    assert.ok('updated_at' in own && 'updated_at' in through);
    assert.notEqual(own.updated_at, through.updated_at);
    assert.notEqual(await etagOf(lead), await etagOf(editor));
    // Its category is of a scope they may not see.
    assert.deepEqual([own.category === null, through.category], [false, null]);
  });

  it('options, preview and apply show and reach another revision only to those who read the standard by its own scope', async () => {
    const { standardId, projectId: id, first } = await privateStandard();
    const second = await save(standardId, 'secret');
    const changes = [{ standardId, toStandardRevisionId: second }];
    const options = async (who: typeof lead) => {
      const { standards } = await site.node.call(who, 'projects.standardRevisionOptions', { id });
      return [standards[0]?.revisions.map((revision) => revision.id), standards[0]?.bringCurrentTo];
    };
    assert.deepEqual(await options(editor), [[first], null]);
    assert.deepEqual(await options(lead), [[first, second], second]);
    const preview = (who: typeof lead) =>
      site.node.call(who, 'projects.standardRevisions.preview', { id, changes });
    const apply = (who: typeof lead) =>
      site.node.call(who, 'projects.standardRevisions.apply', { id, changes });
    await expectRejection(preview(editor), 'REVISION_NOT_ELIGIBLE');
    await expectRejection(apply(editor), 'REVISION_NOT_ELIGIBLE');
    assert.equal((await preview(lead)).standards.length, 1);
    assert.equal((await apply(lead)).applied.length, 1);
    // Now the project holds it, and no longer the first, which was never published.
    assert.deepEqual(await options(editor), [[second], null]);
  });

  it('the upgrade of a datasheet neither shows nor reaches one either', async () => {
    const { standardId, projectId, first } = await privateStandard();
    const { id } = await site.createDatasheet(projectId, standardId, { name: 'Sheet' });
    const second = await save(standardId, 'secret');
    const plan = (who: typeof lead, toRevisionId?: number) =>
      site.node.call(who, 'datasheets.upgradePlan', {
        id,
        ...(toRevisionId === undefined ? {} : { toRevisionId }),
      });
    assert.equal((await plan(editor)).target.id, first);
    await expectRejection(plan(editor, second), 404);
    assert.equal((await plan(lead)).target.id, second);
    assert.equal((await site.node.call(editor, 'datasheets.upgradeStatus', { id })).current?.id, first);
    const upgrade = { id, toStandardRevisionId: second };
    await expectRejection(site.node.call(editor, 'datasheets.upgrade', upgrade), 404);
    const batch = { standardId, project_id: projectId, to_revision_id: second };
    await expectRejection(site.node.call(editor, 'standards.batchUpgrade', batch), 404);
    assert.deepEqual(
      (await site.node.call(lead, 'datasheets.upgrade', upgrade)).toStandardRevision.id,
      second,
    );
    assert.ok('current_revision' in (await read(standardId, editor, second)));
  });

  it('a standard that is readable only through a project cannot be imported into another one', async () => {
    const { standardId } = await privateStandard();
    const elsewhere = await site.createProject('Elsewhere');
    const refused = await expectRejection(site.importStandard(elsewhere, standardId, {}, editor));
    const missing = await expectRejection(site.importStandard(elsewhere, 999_999, {}, editor));
    assert.deepEqual(refused, missing);
    assert.equal((await site.importStandard(elsewhere, standardId)).standard.standard_id, standardId);
  });

  it('a revision that was published stays in reach when the draft has gone on; a project of an earlier time tells its pins too', async () => {
    const { standardId, projectId, first } = await privateStandard();
    await site.createDatasheet(projectId, standardId, { name: 'Sheet' });
    await site.publish(projectId);
    await site.node.call(lead, 'projects.draft.create', { id: projectId });
    const second = await save(standardId, 'next');
    const changes = [{ standardId, toStandardRevisionId: second }];
    await site.node.call(lead, 'projects.standardRevisions.apply', { id: projectId, changes });
    const connection = await site.node.node.openDatabase('projects');
    await connection
      .collection('project_revisions')
      .updateMany({ project_id: projectId }, { $unset: { pins: 1 } });
    const seen = async (who: typeof lead) =>
      (await site.node.call(who, 'standards.revisions', { id: standardId })).revisions.map(({ id }) => id);
    assert.deepEqual(await seen(viewer), [first]);
    assert.deepEqual(await seen(editor), [second, first]);
    const { revisions } = await openProjects(site.node.node);
    const rows = await revisions.listPins([standardId], [projectId]);
    const pinned = rows.flatMap(({ pins }) => pins.map(({ id }) => id));
    assert.deepEqual(new Set(pinned), new Set([first, second]));
  });
});
