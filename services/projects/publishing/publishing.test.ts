/**
 * Tests of publishing a project and of opening and discarding drafts, also concurrently: what blocks, stale versions,
 * a project without a company, the audit entry.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import {
  administrator,
  authorOf,
  editor,
  FIRM,
  individual,
  lead,
  OTHER_FIRM,
  throughAssistant,
  viewer,
  withKey,
} from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';

describe('projects: publishing and drafts', () => {
  const site = ProjectsWorld.use();

  const outcomes = async (calls: Promise<unknown>[]): Promise<string[]> =>
    Promise.all(
      calls.map((call) =>
        call.then(
          () => 'published',
          async (error: unknown) => {
            const { code, extras } = await expectRejection(Promise.reject(error));
            return `${code} ${String(extras.metadata?.reason ?? '')}`.trim();
          },
        ),
      ),
    );
  const tally = (words: string[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
    return counts;
  };

  it('an empty draft may be published; names, types and codes have their defaults (P15)', async () => {
    const id = await site.createProject('Empty');
    const ready = await site.node.call(lead, 'projects.publishReadiness', { id });
    assert.deepEqual(
      [ready.hasDraft, ready.empty, ready.ready, ready.needsCompany],
      [true, true, true, false],
    );
    const { revision } = await site.publish(id);
    assert.deepEqual([revision.code, revision.name, revision.revision_type], ['1', 'Revision 1', 'other']);
    const draft = await site.node.call(lead, 'projects.draft.create', {
      id,
      revision_type: 'bid',
      draft_name: 'Tender',
    });
    assert.deepEqual([draft.revision.code, draft.revision.is_draft], ['2', true]);
    const second = await site.publish(id, { description: 'Out for tender' });
    assert.deepEqual([second.revision.name, second.revision.revision_type], ['Tender', 'bid']);
    const none = await site.node.call(lead, 'projects.publishReadiness', { id });
    assert.deepEqual([none.hasDraft, none.ready, none.version], [false, false, null]);
  });

  it('acknowledgeHolds is accepted and has no effect while nothing is held', async () => {
    const id = await site.createProject('Nothing held');
    const { acknowledged, revision } = await site.publish(id, {
      acknowledgeHolds: {
        token: '0123456789ab',
        standards: [{ standardId: 1, level: 1, heldClauseCount: 2 }],
      },
    });
    assert.deepEqual([revision.code, acknowledged], ['1', undefined]);
  });

  it('50 concurrent publishes of one version: one succeeds, 49 are EDIT_CONFLICT, codes have no gap (R9, P3)', async () => {
    const id = await site.createProject('Race');
    for (const code of ['1', '2', '3']) {
      if (code !== '1') await site.node.call(lead, 'projects.draft.create', { id });
      const baseVersion = await site.draftVersion(id);
      const counted = tally(
        await outcomes(Array.from({ length: 50 }, () => site.publish(id, { baseVersion }))),
      );
      assert.deepEqual(counted, { published: 1, 'EDIT_CONFLICT draft_closed': 49 });
    }
    const { revisions, current_revision_id } = await site.node.call(viewer, 'projects.revisions', { id });
    assert.deepEqual(
      revisions.map(({ code }) => code),
      ['3', '2', '1'],
    );
    assert.equal(current_revision_id, revisions[0]?.id);
  });

  it('without baseVersion the losers of a race find no open draft (P15)', async () => {
    const id = await site.createProject('Race without version');
    const counted = tally(await outcomes(Array.from({ length: 10 }, () => site.publish(id))));
    assert.deepEqual(counted, { published: 1, NO_OPEN_DRAFT: 9 });
  });

  it('two concurrent drafts: one opens; revert needs something published and frees the code (P3, R-006, R-103)', async () => {
    const id = await site.createProject('Drafts');
    await expectRejection(site.node.call(lead, 'projects.revert', { id }), 409, 'DRAFT_IS_ONLY_REVISION');
    await expectRejection(site.node.call(lead, 'projects.draft.create', { id }), 'DRAFT_ALREADY_OPEN');
    const { revision } = await site.publish(id);
    await expectRejection(site.node.call(lead, 'projects.revert', { id }), 'NO_OPEN_DRAFT');
    const race = await outcomes([1, 2, 3].map(() => site.node.call(lead, 'projects.draft.create', { id })));
    assert.deepEqual(tally(race), { published: 1, DRAFT_ALREADY_OPEN: 2 });
    await expectRejection(site.node.call(editor, 'projects.revert', { id }), 403);
    const reverted = await site.node.call(lead, 'projects.revert', { id });
    assert.equal(reverted.current_revision_id, revision.id);
    const again = await site.node.call(lead, 'projects.draft.create', { id });
    assert.equal(again.revision.code, '2');
    assert.notEqual(again.revision.id, reverted.discarded_revision_id);
  });

  it('a draft is opened as a copy of the published revision, by a holder of project:draft:create (R-025, R-101)', async () => {
    const { projectId: id, standardId, datasheetIds } = await site.createFilledProject('Copied');
    await site.publish(id);
    const drafts = async () =>
      (await site.node.call(lead, 'projects.revisions', { id })).revisions.filter((row) => row.is_draft);
    assert.deepEqual(await drafts(), []);
    const rename = async (baseVersion: string) =>
      site.node.call(lead, 'projects.edit', { id, baseVersion, name: 'Renamed' });
    await expectRejection(rename('none'), 409);
    const unable = withKey(lead, ['project:read', 'project:update', 'project:draft:edit']);
    const refused = await expectRejection(site.node.call(unable, 'projects.draft.create', { id }));
    assert.deepEqual([refused.status, refused.extras.metadata?.permission], [403, 'project:draft:create']);
    const { draftVersion, revision } = await site.node.call(lead, 'projects.draft.create', { id });
    assert.deepEqual(
      (await drafts()).map((row) => row.id),
      [revision.id],
    );
    const { standards } = await site.node.call(editor, 'projects.standards.list', { id });
    const { datasheets } = await site.node.call(editor, 'projects.datasheets.list', { id });
    assert.deepEqual(
      [standards.map((row) => row.standard_id), datasheets.map((row) => row.id)],
      [[standardId], datasheetIds],
    );
    assert.equal((await rename(draftVersion)).header.name, 'Renamed');
  });

  it('a standard with fields and no datasheet blocks; one without fields does not (D11, P15)', async () => {
    const id = await site.createProject('Blocked');
    const { standardId } = await site.createStandard({ title: 'With fields' });
    const bare = await site.createStandard({ title: 'Without fields', fields: 0 });
    await site.importStandard(id, standardId);
    await site.importStandard(id, bare.standardId);
    const blockers = [{ kind: 'standard_without_datasheet', id: standardId, name: 'With fields' }];
    assert.deepEqual((await site.node.call(lead, 'projects.publishReadiness', { id })).blockers, blockers);
    const refused = await expectRejection(site.publish(id));
    assert.deepEqual(
      [refused.status, refused.code, refused.extras.metadata?.blockers],
      [400, 'PUBLISH_BLOCKED', blockers],
    );
    assert.match(refused.detail, /"With fields" has fields and no datasheet: create one/);
    await site.createDatasheet(id, standardId, { name: 'One' });
    await site.publish(id);
  });

  it('a datasheet that is not on the pin blocks (P6, R-295)', async () => {
    const { projectId, standardId, page, datasheetIds } = await site.createFilledProject('Behind');
    const next = await site.createStandard({ title: 'Behind standard', page, edition: 2 });
    const changes = [{ standardId, toStandardRevisionId: next.revision.id }];
    await site.node.call(lead, 'projects.standardRevisions.apply', { id: projectId, changes });
    const refused = await expectRejection(site.publish(projectId));
    assert.deepEqual(refused.extras.metadata?.blockers, [
      { kind: 'datasheet_behind', id: datasheetIds[0], name: 'Sheet 1' },
    ]);
    assert.match(refused.detail, /"Sheet 1" is not on the pinned revision: upgrade it/);
  });

  it('a stale publish names what changed, by whom, and writes nothing (R-203, P15)', async () => {
    const { projectId, datasheetIds, standardId } = await site.createFilledProject('Stale');
    const baseVersion = await site.draftVersion(projectId);
    const [id = 0] = datasheetIds;
    const { elements } = await site.node.call(editor, 'datasheets.get', { id });
    for (const new_value of ['a', 'b']) {
      await site.node.call(editor, 'datasheets.revise', {
        id,
        severity: 'MINOR',
        changes: [{ element_id: elements[0]?.id ?? 0, new_value }],
      });
    }
    await site.createDatasheet(projectId, standardId, { name: 'Late' });
    const header = { id: projectId, baseVersion: await site.draftVersion(projectId), address_city: 'Ulm' };
    await site.node.call(lead, 'projects.edit', header);
    const now = await site.draftVersion(projectId);
    const { code, status, extras } = await expectRejection(site.publish(projectId, { baseVersion }));
    assert.deepEqual(
      [status, code, extras.metadata?.reason, extras.metadata?.currentVersion],
      [409, 'EDIT_CONFLICT', 'stale', now],
    );
    assert.ok(Array.isArray(extras.metadata?.changes));
    const rows = extras.metadata.changes.map(({ editedAt, ...row }: { editedAt: string }) => {
      assert.ok(editedAt);
      return row;
    });
    const by = authorOf(editor);
    assert.deepEqual(rows[0], {
      kind: 'datasheet',
      subject: id,
      name: 'Sheet 1',
      action: 'changed',
      count: 2,
      editedBy: by,
    });
    assert.deepEqual(
      rows.map(({ kind, action, name }: Record<string, unknown>) => [kind, action, name]),
      [
        ['datasheet', 'changed', 'Sheet 1'],
        ['datasheet', 'added', 'Late'],
        ['header', 'changed', 'address_city'],
      ],
    );
    assert.equal(await site.draftVersion(projectId), now);
    await site.publish(projectId, { baseVersion: now });
  });

  it('a stale header save whose fields nobody touched succeeds without merged; of a closed draft it is draft_closed (P14)', async () => {
    const { projectId, standardId } = await site.createFilledProject('Header');
    const baseVersion = await site.draftVersion(projectId);
    await site.createDatasheet(projectId, standardId, { name: 'Meanwhile' });
    const saved = await site.node.call(lead, 'projects.edit', {
      id: projectId,
      baseVersion,
      address_city: 'Ulm',
    });
    assert.equal('merged' in saved, false);
    await site.publish(projectId);
    for (const open of [false, true]) {
      if (open) await site.node.call(lead, 'projects.draft.create', { id: projectId });
      const late = await expectRejection(
        site.node.call(lead, 'projects.edit', { id: projectId, baseVersion, address_city: 'Bonn' }),
      );
      assert.deepEqual([late.code, late.extras.metadata?.reason], ['EDIT_CONFLICT', 'draft_closed']);
      const publish = await expectRejection(site.publish(projectId, { baseVersion }));
      assert.deepEqual([publish.code, publish.extras.metadata?.reason], ['EDIT_CONFLICT', 'draft_closed']);
    }
  });

  it('a project without a company is given to one by its creator, in a browser session (R-159, R-196, R-204, P15)', async () => {
    const { id } = await site.node.call(individual, 'projects.create', { name: 'Orphan' });
    const joined = { ...individual, company: FIRM, companyRole: 'CompanyViewer' as const };
    const asKey = withKey(joined, ['project:publish', 'project:read']);
    for (const more of [{}, { adopt_company_id: FIRM.id }]) {
      const refused = await expectRejection(site.publish(id, more, asKey), 403, 'DELEGATED_ACCESS_REFUSED');
      assert.equal(refused.extras.metadata?.reason, 'project_needs_company');
      assert.equal(refused.extras.metadata?.companies, undefined);
    }
    await expectRejection(site.publish(id, {}, throughAssistant(joined)), 'DELEGATED_ACCESS_REFUSED');
    const requested = await expectRejection(site.publish(id, {}, joined));
    assert.deepEqual(
      [requested.status, requested.code, requested.extras.metadata?.companies],
      [409, 'project_needs_company', [FIRM]],
    );
    await expectRejection(
      site.publish(id, { adopt_company_id: OTHER_FIRM.id }, joined),
      400,
      'COMPANY_NOT_ALLOWED',
    );
    await site.publish(id, { adopt_company_id: FIRM.id }, joined);
    const shown = await site.node.call(viewer, 'projects.details', { id });
    assert.equal('owner_company_name' in shown && shown.owner_company_name, FIRM.name);
    await site.node.call(lead, 'projects.draft.create', { id });
    const twice = await expectRejection(site.publish(id, { adopt_company_id: FIRM.id }));
    assert.deepEqual([twice.status, twice.extras.errors?.[0]?.path], [400, 'adopt_company_id']);
  });

  it('publish leaves one audit entry, which says when no version was sent (G11, H40)', async () => {
    const id = await site.createProject('Audited');
    await site.publish(id);
    const filter = { action: 'projects.publish', resource_type: 'project', resource_id: String(id) };
    const entries = await eventually(async () => {
      const { entries } = await site.node.call(administrator, 'admin.audit.list', filter);
      return entries.length > 0 && entries;
    });
    assert.equal(entries.length, 1);
    assert.equal(entries[0]?.details.baseVersion, 'left out');
  });
});
