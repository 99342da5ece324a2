/** Tests of the reads of projects: lists, details in all forms, revisions, for each kind of caller. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { Permission } from '../../../shared/contracts/permissions.ts';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import {
  colleague,
  editor,
  FIRM,
  lead,
  personPrincipal,
  stranger,
  throughAssistant,
  viewer,
  withKey,
} from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';

describe('projects: reading', () => {
  const site = ProjectsWorld.use();

  it('a key that may edit the draft needs no permission to look into drafts for shape=v2 and draft=1; one that may only look is 403 (X14)', async () => {
    const { projectId: id } = await site.createFilledProject('Consolidated');
    await site.publish(id);
    const asKey = (granted: Permission[]) => {
      return site.node.call(withKey(lead, granted), 'projects.details', { id, shape: 'v2', draft: true });
    };
    await expectRejection(asKey(['project:read', 'project:draft:edit']), 'NO_OPEN_DRAFT');
    const { revision } = await site.node.call(lead, 'projects.draft.create', { id });
    const shown = await asKey(['project:read', 'project:draft:edit']);
    assert.ok('header' in shown);
    assert.equal(shown.header.revision?.id, revision.id);
    const all = await site.node.call(lead, 'projects.details', { id, shape: 'v2', draft: true });
    assert.ok('header' in all);
    const { allowed_actions } = shown.header;
    assert.deepEqual(shown, { ...all, header: { ...all.header, allowed_actions } });
    const { status, extras } = await expectRejection(asKey(['project:read', 'project:draft:view']));
    assert.deepEqual([status, extras.metadata?.permission], [403, 'project:draft:edit']);
  });

  const create = (name = 'Harbour') =>
    site.node.call(colleague, 'projects.create', { name, vertical_id: 3, status_id: 2 });

  it('another company gets the same 404 for this project as for none (H1, R-198)', async () => {
    const { id } = await create();
    const there = await expectRejection(site.node.call(stranger, 'projects.details', { id }));
    const nowhere = await expectRejection(site.node.call(stranger, 'projects.details', { id: 999_999 }));
    assert.deepEqual(there, nowhere);
    assert.equal(there.status, 404);
    assert.equal((await site.node.call(stranger, 'projects.access', { project_id: id })).access, null);
  });

  it('a never-published project shows a viewer its name, revision null and empty lists (P13)', async () => {
    const { id } = await create('Hidden draft');
    assert.deepEqual(await site.node.call(viewer, 'projects.details', { id }), {
      id,
      name: 'Hidden draft',
      revision: null,
    });
    for (const may of ['project:draft:edit', 'project:publish'] as const) {
      const limited = withKey(lead, ['project:read', may]);
      for (const shape of [{}, { shape: 'v2' as const }]) {
        const shown = await site.node.call(limited, 'projects.details', { id, ...shape });
        assert.equal('draftVersion' in shown && shown.draftVersion, await site.draftVersion(id), may);
      }
    }
    assert.equal((await site.node.call(viewer, 'projects.datasheets.list', { id })).datasheets.length, 0);
    const listed = await site.node.call(viewer, 'projects.revisions', { id });
    assert.deepEqual([listed.revisions, listed.current_revision_id], [[], null]);
    const { revision } = await site.node.call(colleague, 'projects.manifest', { project_id: id });
    await expectRejection(
      site.node.call(viewer, 'projects.details', { id, revisionId: revision?.id ?? 0 }),
      404,
    );
  });

  it('those who see the draft know the project by the draft’s name, readers by the issued one (P13)', async () => {
    const { id, draftVersion } = await create('Before');
    const nameFor = async (who: UserPrincipal) =>
      (await site.node.call(who, 'projects.access', { project_id: id })).access?.name;
    await site.node.call(lead, 'projects.publish', { id, baseVersion: draftVersion });
    const draft = await site.node.call(lead, 'projects.draft.create', { id });
    await site.node.call(lead, 'projects.edit', { id, baseVersion: draft.draftVersion, name: 'After' });
    assert.deepEqual([await nameFor(editor), await nameFor(viewer)], ['After', 'Before']);
    await site.node.call(lead, 'projects.revert', { id });
    assert.equal(await nameFor(editor), 'Before');
  });

  it('each project is listed once, in its strongest group (P4, P13)', async () => {
    const { id } = await create();
    const groupOf = async (who: UserPrincipal): Promise<string[]> => {
      const groups = await site.node.call(who, 'projects.list', {});
      return (['owned', 'company', 'shared'] as const).filter((name) =>
        groups[name].some((row) => row.id === id),
      );
    };
    assert.deepEqual(await groupOf(colleague), ['owned']);
    assert.deepEqual(await groupOf(viewer), ['company']);
    assert.deepEqual(await groupOf(stranger), []);
  });

  it('the list of a key whose project:read is dormant is 403, of a person without a project empty (Y3)', async () => {
    const newcomer = personPrincipal({ id: 990 });
    const { status, extras } = await expectRejection(
      site.node.call(withKey(newcomer, ['project:read']), 'projects.list', {}),
    );
    assert.deepEqual([status, extras.metadata], [403, { permission: 'project:read', reason: 'owner_lacks' }]);
    assert.equal((await site.node.call(newcomer, 'projects.list', {})).total, 0);
    await site.node.call(newcomer, 'projects.create', { name: 'First', vertical_id: 3, status_id: 2 });
    const { total } = await site.node.call(withKey(newcomer, ['project:read']), 'projects.list', {});
    assert.equal(total, 1);
  });

  it('a key without project:draft:view sees the issued state only (A18)', async () => {
    const { id } = await create('By key');
    const key = withKey(colleague, ['project:read']);
    const shown = await site.node.call(key, 'projects.details', { id });
    assert.equal('revision' in shown && shown.revision, null);
    const refused = await expectRejection(site.node.call(key, 'projects.draft.create', { id }));
    assert.deepEqual([refused.status, refused.extras.metadata?.permission], [403, 'project:draft:create']);
  });

  it('compact and v2 shapes; draft=1 is for authors (P13)', async () => {
    const { id } = await create('Shapes');
    const compact = await site.node.call(colleague, 'projects.details', { id, format: 'compact' });
    assert.equal(Object.keys(compact).join(), 'id,name,vertical,status,revision_code,city,state');
    const v2 = await site.node.call(colleague, 'projects.details', { id, shape: 'v2', draft: true });
    assert.ok('members' in v2);
    assert.deepEqual(v2.members, [
      { user_id: colleague.user.id, name: colleague.user.name, role: 'ProjectOwner', company_id: FIRM.id },
    ]);
    await expectRejection(site.node.call(viewer, 'projects.details', { id, shape: 'v2', draft: true }), 403);
    const assistant = throughAssistant(colleague);
    assert.ok(
      'summary' in (await site.node.call(assistant, 'projects.details', { id, format: 'compact' })),
      'HTTP only',
    );
  });

  it('an old revision reads byte for byte the same whatever happens later (R-069, P13, R-006, R-013)', async () => {
    const { projectId, standardId, page, datasheetIds } = await site.createFilledProject('Sealed', 2);
    const { revision } = await site.publish(projectId);
    const pinned = { id: projectId, revisionId: revision.id };
    const read = async (): Promise<string> =>
      JSON.stringify([
        await site.node.call(viewer, 'projects.details', pinned),
        await site.node.call(viewer, 'projects.details', { ...pinned, shape: 'v2' }),
        await site.node.call(viewer, 'projects.standards.list', pinned),
        await site.node.call(viewer, 'projects.datasheets.list', pinned),
        await site.node.call(viewer, 'projects.datasheets.list', { ...pinned, format: 'compact' }),
        await site.node.call(viewer, 'projects.integratedContent', {
          projectId,
          standardId,
          revisionId: revision.id,
        }),
        await site.node.call(lead, 'projects.export', { ...pinned, isVerbose: true }),
      ]);
    const before = await read();
    const draft = await site.node.call(lead, 'projects.draft.create', { id: projectId });
    const edit = { id: projectId, baseVersion: draft.draftVersion, name: 'Renamed', summary: 'New' };
    await site.node.call(lead, 'projects.edit', edit);
    const next = await site.createStandard({
      title: 'Sealed standard, renamed',
      page,
      edition: 2,
      fields: 3,
    });
    const toStandardRevisionId = next.revision.id;
    await site.node.call(lead, 'projects.standardRevisions.apply', {
      id: projectId,
      changes: [{ standardId, toStandardRevisionId }],
    });
    for (const id of datasheetIds) {
      await site.node.call(editor, 'datasheets.upgrade', { id, toStandardRevisionId, resolutions: [] });
    }
    await site.publish(projectId);
    assert.equal(await read(), before);
  });

  it('the draft, a historical revision and another project’s are 404 without access (R-241, P13, H15)', async () => {
    const { projectId: id } = await site.createFilledProject('Reach');
    const first = (await site.publish(id)).revision.id;
    await site.node.call(lead, 'projects.draft.create', { id });
    const second = (await site.publish(id)).revision.id;
    const draft = (await site.node.call(lead, 'projects.draft.create', { id })).revision.id;
    const foreign = (await site.draftManifest(await site.createProject('Foreign'))).revision?.id ?? 0;
    const key = withKey(viewer, ['project:read']);
    const status = async (who: typeof lead, revisionId: number): Promise<number> =>
      site.node.call(who, 'projects.datasheets.list', { id, revisionId }).then(
        () => 200,
        async (error: unknown) => (await expectRejection(Promise.reject(error))).status,
      );
    assert.deepEqual(
      await Promise.all([first, second, draft, foreign].map((one) => status(lead, one))),
      [200, 200, 200, 404],
    );
    assert.deepEqual(
      await Promise.all([first, second, draft, foreign].map((one) => status(viewer, one))),
      [200, 200, 404, 404],
    );
    assert.deepEqual(
      await Promise.all([first, second, draft].map((one) => status(key, one))),
      [404, 200, 404],
    );
    assert.equal(await status(stranger, second), 404);
    const shown = await site.node.call(viewer, 'projects.details', { id, revisionId: first });
    assert.equal('draftVersion' in shown, false);
  });

  it('lists show sealed names, count datasheets and search names literally (R-240, P13)', async () => {
    const { projectId, standardId } = await site.createFilledProject('Listed', 2);
    const { standards } = await site.node.call(viewer, 'projects.standards.list', { id: projectId });
    assert.deepEqual(standards, [], 'a reader sees no draft');
    const shown = await site.node.call(editor, 'projects.standards.list', {
      id: projectId,
      searchQuery: 'LISTED',
    });
    assert.deepEqual(
      shown.standards.map(({ standard_id, datasheet_count }) => [standard_id, datasheet_count]),
      [[standardId, 2]],
    );
    for (const searchQuery of ['.*', '(a+)+$', '[', 'Listed\0']) {
      assert.equal(
        (await site.node.call(editor, 'projects.standards.list', { id: projectId, searchQuery })).total,
        0,
      );
    }
    const sheets = await site.node.call(editor, 'projects.datasheets.list', {
      id: projectId,
      searchQuery: 'sheet 2',
    });
    assert.deepEqual(
      sheets.datasheets.map(({ name, upgrade_status }) => [name, upgrade_status]),
      [['Sheet 2', 'current']],
    );
    const compact = await site.node.call(editor, 'projects.datasheets.list', {
      id: projectId,
      format: 'compact',
    });
    assert.ok('fingerprint' in compact);
    assert.deepEqual([compact.project, compact.revision, compact.fingerprint?.length], ['Listed', 1, 64]);
    const live = await site.node.call(editor, 'datasheets.get', { id: sheets.datasheets[0]?.id ?? 0 });
    assert.equal(sheets.datasheets[0]?.version, live.version);
  });

  it('a standard is readable through a project that holds it, a draft only by those who may see drafts (A18)', async () => {
    const { projectId, standardId } = await site.createFilledProject('Reached');
    const held = async (who: typeof lead) =>
      (await site.node.call(who, 'projects.readableRevisions', { standard_id: standardId })).revisions
        .length === 1;
    assert.deepEqual([await held(editor), await held(viewer), await held(stranger)], [true, false, false]);
    await site.publish(projectId);
    assert.deepEqual([await held(viewer), await held(stranger)], [true, false]);
  });
});
