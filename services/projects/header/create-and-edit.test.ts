/**
 * Tests of creating projects and editing their headers, with merges of concurrent edits; also of who may edit and of
 * choosing the owner company.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { InputOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import {
  anonymous,
  authorOf,
  colleague,
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

describe('projects: creating and editing', () => {
  const node = useNode(['projects', 'audit']);

  const create = (name = 'Harbour') =>
    node.call(colleague, 'projects.create', { name, vertical_id: 3, status_id: 2 });
  const edit = (as: UserPrincipal, changes: InputOf<EndpointMap['projects.edit']>) =>
    node.call(as, 'projects.edit', changes);
  const versionOf = async (id: number): Promise<string> => {
    const shown = await node.call(lead, 'projects.details', { id });
    assert.ok('draftVersion' in shown && typeof shown.draftVersion === 'string');
    return shown.draftVersion;
  };

  it('creation echoes vertical and owner company and opens the first draft (P1, R-063, R-064)', async () => {
    const made = await create('Hafen Süd 🏗');
    assert.equal(made.name, 'Hafen Süd 🏗');
    assert.equal(made.vertical, 'water treatment');
    assert.equal(made.status, 'design');
    assert.equal(made.owner_company_name, FIRM.name);
    assert.equal(made.address_country, 'USA');
    assert.equal(made.revision?.is_draft, true);
    assert.equal(made.revision?.code, '1');
    assert.equal(made.stakeholders.owner.claim, 'unconfirmed');
    const bare = await node.call(individual, 'projects.create', { name: 'Shed' });
    assert.equal(bare.owner_company_id, null);
  });

  it('an owner company that is not the own one is 400 (P14, P1)', async () => {
    await expectRejection(
      node.call(colleague, 'projects.create', { name: 'X', owner_company_id: OTHER_FIRM.id }),
      400,
      'COMPANY_NOT_ALLOWED',
    );
  });

  it('a vertical outside 1 to 14, an empty name, a wrong type are 400 (R-063, G5)', async () => {
    for (const body of [{ name: 'X', vertical_id: 15 }, { name: ' ' }, { name: 'X', vertical_id: 0 }]) {
      await expectRejection(node.call(colleague, 'projects.create', body), 400);
    }
    await expectRejection(node.call(anonymous, 'projects.create', { name: 'X' }), 401);
  });

  it('company roles reach the project, the creator leads it (A18, P14)', async () => {
    const { id } = await create();
    const roles = await Promise.all(
      [colleague, lead, editor, viewer].map((who) => node.call(who, 'projects.access', { project_id: id })),
    );
    assert.deepEqual(
      roles.map(({ access }) => access?.role),
      ['ProjectOwner', 'ProjectAdmin', 'ProjectEditor', 'ProjectViewer'],
    );
    const byViewer = await node.call(viewer, 'projects.create', { name: 'By a viewer' });
    assert.equal(byViewer.owner_company_id, FIRM.id);
    const held = await node.call(viewer, 'projects.roles', {});
    assert.ok(
      held.roles.some(({ project_id, role }) => project_id === byViewer.id && role === 'ProjectOwner'),
    );
    assert.ok(held.roles.some(({ project_id, role }) => project_id === id && role === 'ProjectViewer'));
    assert.deepEqual((await node.call(stranger, 'projects.roles', {})).roles, []);
  });

  it('a save without baseVersion is BASE_VERSION_REQUIRED (R-190)', async () => {
    const { id } = await create();
    const save = node.callUntyped(lead, 'projects.edit', { id, name: 'New' });
    await expectRejection(save, 400, 'BASE_VERSION_REQUIRED');
  });

  it('an editor may change only the summary; header fields need project:update (P5)', async () => {
    const { id, draftVersion } = await create();
    const refused = await expectRejection(edit(editor, { id, baseVersion: draftVersion, name: 'New' }));
    assert.deepEqual([refused.status, refused.extras.metadata?.permission], [403, 'project:update']);
    const saved = await edit(editor, { id, baseVersion: draftVersion, summary: 'By an editor' });
    assert.equal(saved.header.summary, 'By an editor');
    await expectRejection(edit(viewer, { id, baseVersion: draftVersion, summary: 'x' }), 403);
  });

  it('a summary is lost only with confirm_replace; adding to it loses nothing (P5, P14, R-060)', async () => {
    const { id } = await create();
    const save = async (summary: string | null, confirm: { confirm_replace?: boolean } = {}) =>
      edit(lead, { id, baseVersion: await versionOf(id), summary, ...confirm });
    await save('First');
    for (const lost of ['', null, 'Second']) {
      await expectRejection(save(lost), 400, 'CONFIRM_REPLACE_REQUIRED');
    }
    await save('First, and more');
    assert.equal((await save('Second', { confirm_replace: true })).header.summary, 'Second');
  });

  it('an empty or null country is USA; omitted fields stay (P14, R-061)', async () => {
    const { id, draftVersion } = await create();
    const set = await edit(lead, {
      id,
      baseVersion: draftVersion,
      address_country: 'Chile',
      address_city: 'Arica',
      vertical_id: null,
    });
    assert.deepEqual([set.header.address_country, set.header.vertical], ['Chile', null]);
    const emptied = await edit(lead, { id, baseVersion: set.version, address_country: '' });
    assert.deepEqual([emptied.header.address_country, emptied.header.address_city], ['USA', 'Arica']);
  });

  it('longitude and latitude are texts, kept as they are sent (R-062)', async () => {
    const { id, draftVersion } = await create();
    const place = { longitude: '13.40500', latitude: '-0.0' };
    const { header } = await edit(lead, { id, baseVersion: draftVersion, ...place });
    assert.deepEqual({ longitude: header.longitude, latitude: header.latitude }, place);
    const numbers = { id, baseVersion: draftVersion, longitude: 13.405, latitude: 0 };
    const { status, extras } = await expectRejection(node.callUntyped(lead, 'projects.edit', numbers));
    assert.deepEqual([status, extras.errors?.map(({ path }) => path)], [400, ['longitude', 'latitude']]);
  });

  it('a stale save merges per field and names who changed the others (R-203)', async () => {
    const { id, draftVersion } = await create();
    await edit(colleague, { id, baseVersion: draftVersion, name: 'Renamed' });
    const merged = await edit(lead, { id, baseVersion: draftVersion, address_city: 'Bonn' });
    assert.equal(merged.merged, true);
    assert.deepEqual(
      merged.mergedChanges?.map(({ field, editedBy }) => [field, editedBy]),
      [['name', authorOf(colleague)]],
    );
    assert.deepEqual([merged.header.name, merged.header.address_city], ['Renamed', 'Bonn']);
    const fresh = await edit(lead, { id, baseVersion: merged.version, address_city: 'Köln' });
    assert.equal('merged' in fresh, false);
  });

  it('a field both changed differently is 409 with both sides, and nothing is written (R-203, R-225)', async () => {
    const { id, draftVersion } = await create();
    await edit(colleague, { id, baseVersion: draftVersion, name: 'Theirs', address_city: 'Rome' });
    const before = await versionOf(id);
    const refused = await expectRejection(
      edit(lead, { id, baseVersion: draftVersion, name: 'Mine', address_state: 'NY' }),
      409,
      'EDIT_CONFLICT',
    );
    const { metadata } = refused.extras;
    assert.deepEqual([metadata?.reason, metadata?.currentVersion], ['fields', before]);
    assert.ok(Array.isArray(metadata?.conflicts));
    const [{ editedAt, ...conflict }] = metadata.conflicts;
    assert.ok(editedAt);
    assert.deepEqual(conflict, {
      field: 'name',
      base: 'Harbour',
      mine: 'Mine',
      theirs: 'Theirs',
      editedBy: authorOf(colleague),
    });
    assert.equal(await versionOf(id), before);
    const both = await edit(lead, { id, baseVersion: draftVersion, name: 'Theirs' });
    assert.equal(both.version, before, 'the same value by both is no conflict and changes nothing');
  });

  it('resolvedConflicts apply only with conflictVersion, and not to later changes (P5, P14)', async () => {
    const { id, draftVersion } = await create();
    const first = await edit(colleague, {
      id,
      baseVersion: draftVersion,
      name: 'Theirs',
      address_city: 'Rome',
    });
    const mine = { id, baseVersion: draftVersion, name: 'Mine', address_city: 'Oslo' } as const;
    const choices: { field: string; choice: 'mine' | 'theirs' }[] = [
      { field: 'name', choice: 'mine' },
      { field: 'address_city', choice: 'theirs' },
    ];
    await expectRejection(edit(lead, { ...mine, resolvedConflicts: choices }), 409);
    await edit(colleague, { id, baseVersion: first.version, name: 'Again' });
    const newer = await expectRejection(
      edit(lead, { ...mine, resolvedConflicts: choices, conflictVersion: first.version }),
    );
    assert.ok(Array.isArray(newer.extras.metadata?.conflicts));
    assert.deepEqual(
      newer.extras.metadata.conflicts.map(({ field }: { field: string }) => field),
      ['name'],
    );
    const settled = await edit(lead, {
      ...mine,
      resolvedConflicts: choices,
      conflictVersion: await versionOf(id),
    });
    assert.deepEqual([settled.header.name, settled.header.address_city], ['Mine', 'Rome']);
  });

  it('a version that was never issued is 409 stale, an empty or huge one 400 (H11, R-242)', async () => {
    const { id } = await create();
    const foreign = await create();
    for (const baseVersion of ['never', foreign.draftVersion]) {
      const refused = await expectRejection(edit(lead, { id, baseVersion, name: 'N' }));
      assert.deepEqual([refused.status, refused.extras.metadata?.reason], [409, 'stale']);
    }
    for (const baseVersion of ['', 'x'.repeat(5_000)]) {
      await expectRejection(edit(lead, { id, baseVersion, name: 'N' }), 400);
    }
  });
  it('two concurrent saves of one field: one wins, the other conflicts; of different fields both are saved', async () => {
    const { id, draftVersion: baseVersion } = await create();
    const race = await Promise.allSettled([
      edit(lead, { id, baseVersion, name: 'One' }),
      edit(colleague, { id, baseVersion, name: 'Two' }),
    ]);
    assert.deepEqual(race.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const base = await versionOf(id);
    await Promise.all([
      edit(lead, { id, baseVersion: base, address_city: 'A' }),
      edit(colleague, { id, baseVersion: base, address_state: 'B' }),
      edit(editor, { id, baseVersion: base, summary: 'C' }),
    ]);
    const shown = await node.call(lead, 'projects.details', { id });
    assert.ok('summary' in shown);
    assert.deepEqual([shown.address_city, shown.address_state, shown.summary], ['A', 'B', 'C']);
  });
  it('the owner company stays once set; choosing the first is the creator’s in a browser session (P14)', async () => {
    const { id, draftVersion } = await create();
    await expectRejection(
      edit(lead, { id, baseVersion: draftVersion, owner_company_id: OTHER_FIRM.id }),
      409,
      'OWNER_COMPANY_FIXED',
    );
    const orphan = await node.call(individual, 'projects.create', { name: 'Orphan' });
    const joined = { ...individual, company: FIRM, companyRole: 'CompanyViewer' as const };
    const choose = { id: orphan.id, baseVersion: orphan.draftVersion, owner_company_id: FIRM.id };
    const byKey = withKey(joined, ['project:draft:edit', 'project:update', 'project:read']);
    await expectRejection(edit(byKey, choose), 'DELEGATED_ACCESS_REFUSED');
    const chosen = await edit(joined, choose);
    assert.equal(chosen.header.owner_company_name, FIRM.name);
    assert.equal(
      (await node.call(editor, 'projects.access', { project_id: orphan.id })).access?.role,
      'ProjectEditor',
    );
  });
});
