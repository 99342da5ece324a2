/**
 * Tests of the upgrade of one datasheet through the service: status, plan, resolutions, the move of the pin, and
 * revises over a version from before the upgrade.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { colleague, editor, lead, throughAssistant, viewer } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import {
  type DatasheetResult,
  elementIdOf,
  ProjectsWorld,
  userValueOf,
} from '../../../test/world/projects-world.ts';
import { createUpgradeScenario, resolutionsFor } from './upgrade-scenario.fixture.ts';

describe('upgrading datasheets', () => {
  const site = ProjectsWorld.use();

  const prepare = (names?: string[]) => createUpgradeScenario(site, names);
  const first = (sheets: readonly DatasheetResult[]): DatasheetResult => {
    const [sheet] = sheets;
    assert.ok(sheet);
    return sheet;
  };
  const movePin = (projectId: number, standardId: number, toStandardRevisionId: number) =>
    site.node.call(lead, 'projects.standardRevisions.apply', {
      id: projectId,
      changes: [{ standardId, toStandardRevisionId }],
    });
  it('upgrade-status reports the standard’s current revision and the pinned one (D4, D7)', async () => {
    const { projectId, standardId, revision, sheets, next } = await prepare();
    const { id } = first(sheets);
    const status = () => site.node.call(viewer, 'datasheets.upgradeStatus', { id });
    await expectRejection(status(), 404);
    const seen = () => site.node.call(editor, 'datasheets.upgradeStatus', { id });
    const { current, pinned, standard_revision } = await seen();
    assert.deepEqual(
      [current, pinned],
      [
        { ...next, behind: true },
        { ...revision, behind: false },
      ],
    );
    assert.deepEqual(standard_revision, revision);
    await movePin(projectId, standardId, next.id);
    assert.deepEqual((await seen()).pinned, { ...next, behind: true });
    assert.equal((await site.getDatasheet(id)).upgrade_status, 'needs_upgrade');
  });

  it('plans against the latest revision, with conflicts, auto-resolved and new elements (D7)', async () => {
    const { sheets, next, revision } = await prepare();
    const sheet = first(sheets);
    const plan = await site.node.call(editor, 'datasheets.upgradePlan', { id: sheet.id });
    assert.deepEqual([plan.needsUpgrade, plan.currentStandardRevision, plan.target], [true, revision, next]);
    assert.deepEqual(
      plan.conflicts.map(({ label, reason, elementId, toElementId, recorded }) => [
        label,
        reason,
        elementId === toElementId,
        recorded.value,
      ]),
      [
        ['Thickness', 'meaning_changed', true, '6'],
        ['Finish', 'invalid', true, 'Broom'],
      ],
    );
    assert.deepEqual(
      plan.autoResolved.map(({ label, reason }) => [label, reason]),
      [
        ['Supplier', 'unchanged'],
        ['Slope', 'unchanged'],
        ['Admixtures', 'removed'],
      ],
    );
    assert.deepEqual(
      plan.newElements.map(({ label, starts }) => [label, starts.value]),
      [['Joints', 'Sawn']],
    );
    assert.deepEqual([plan.additions, plan.removals, plan.modifications], [1, 1, 2]);
    const page = await site.node.call(editor, 'datasheets.upgradePlan', {
      id: sheet.id,
      conflictOffset: 1,
      conflictLimit: 1,
    });
    assert.deepEqual(page.conflictPage, { total: 2, offset: 1, limit: 1, nextOffset: null });
    const none = await site.node.call(editor, 'datasheets.upgradePlan', {
      id: sheet.id,
      toRevisionId: revision.id,
    });
    assert.deepEqual([none.needsUpgrade, none.conflicts, none.newElements], [false, [], []]);
  });

  it('an unknown target and another standard’s are 404 (D7)', async () => {
    const [mine, other] = [await prepare(), await prepare()];
    const { id } = first(mine.sheets);
    for (const target of [99_999_999, other.next.id]) {
      await expectRejection(
        site.node.call(editor, 'datasheets.upgradePlan', { id, toRevisionId: target }),
        404,
      );
      const upgrade = site.node.call(editor, 'datasheets.upgrade', { id, toStandardRevisionId: target });
      await expectRejection(upgrade, 404);
    }
  });

  it('upgrades to the pin by default, inherits the severity, and refuses what is there already (D4)', async () => {
    const { projectId, standardId, sheets, next, revision } = await prepare();
    const sheet = first(sheets);
    const upgrade = () =>
      site.node.call(editor, 'datasheets.upgrade', { id: sheet.id, resolutions: resolutionsFor(sheet) });
    await expectRejection(upgrade(), 409, 'ALREADY_ON_TARGET');
    await movePin(projectId, standardId, next.id);
    const response = await upgrade();
    assert.deepEqual([response.fromStandardRevision, response.toStandardRevision], [revision, next]);
    assert.deepEqual(
      [response.pinMoved, response.resolved, response.additions, response.removals],
      [false, 2, 1, 1],
    );
    const read = await site.getDatasheet(sheet.id);
    assert.equal(read.version, response.version);
    assert.deepEqual(
      read.elements.map(({ label, user_value, disposition }) => [label, user_value, disposition]),
      [
        ['Supplier', 'Any', 'specified'],
        ['Thickness', '152', 'specified'],
        ['Finish', 'Mirror', 'specified'],
        ['Slope', null, 'per_drawings'],
        ['Joints', 'Sawn', 'specified'],
      ],
    );
    assert.equal(read.upgrade_status, 'current');
    assert.equal(read.revision.summary, `Upgrade to ${next.code}`);
    await expectRejection(upgrade(), 'ALREADY_ON_TARGET');
  });

  it('going past the pin moves the draft’s pin with it (D4)', async () => {
    const { projectId, standardId, sheets, next } = await prepare();
    const sheet = first(sheets);
    const response = await site.node.call(editor, 'datasheets.upgrade', {
      id: sheet.id,
      toStandardRevisionId: next.id,
      resolutions: resolutionsFor(sheet),
      severity: 'PATCH',
      summary: 'Second edition',
    });
    assert.equal(response.pinMoved, true);
    assert.deepEqual(
      [response.revision.code, response.revision.severity, response.revision.summary],
      ['1.0.1', 'PATCH', 'Second edition'],
    );
    const { standards } = await site.node.call(editor, 'projects.manifest', { project_id: projectId });
    assert.deepEqual(standards.find((held) => held.standard_id === standardId)?.standard_revision, next);
  });

  it('missing, unknown, ambiguous and faulty resolutions are refused and write nothing (D4, D7)', async () => {
    const { sheets, next } = await prepare();
    const sheet = first(sheets);
    const [thickness, finish] = [elementIdOf(sheet, 'Thickness'), elementIdOf(sheet, 'Finish')];
    const upgrade = (resolutions: Record<string, unknown>[]) =>
      expectRejection(
        site.node.callUntyped(editor, 'datasheets.upgrade', {
          id: sheet.id,
          toStandardRevisionId: next.id,
          resolutions,
        }),
      );
    const missing = await upgrade([{ elementId: thickness, resolution: 'user_accepted' }]);
    assert.deepEqual([missing.code, missing.status], ['MISSING_RESOLUTION', 409]);
    assert.deepEqual(missing.extras.metadata?.missing, [
      { datasheetId: sheet.id, elementId: finish, address: '1.3', label: 'Finish' },
    ]);
    const all = resolutionsFor(sheet);
    const cases: [Record<string, unknown>, string][] = [
      [{ elementId: elementIdOf(sheet, 'Supplier'), resolution: 'user_accepted' }, 'UNKNOWN_RESOLUTION'],
      [{ address: '7.7', resolution: 'user_accepted' }, 'UNKNOWN_RESOLUTION'],
      [{ elementId: thickness, resolution: 'user_accepted' }, 'VALIDATION_ERROR'],
      [{ resolution: 'user_accepted' }, 'VALIDATION_ERROR'],
      [{ elementId: thickness, resolution: 'keep' }, 'VALIDATION_ERROR'],
    ];
    for (const [resolution, code] of cases) {
      const end = await upgrade([...all, resolution]);
      assert.deepEqual([end.code, end.status], [code, 400], JSON.stringify(resolution));
    }
    assert.equal((await upgrade([{ elementId: thickness, resolution: 'user_modified' }])).status, 400);
    assert.equal((await site.getDatasheet(sheet.id)).version, sheet.version);
  });

  it('user_accepted keeps a value that is no longer an option; it is checked at the next change (D7)', async () => {
    const { sheets, next } = await prepare();
    const sheet = first(sheets);
    await site.node.call(editor, 'datasheets.upgrade', {
      id: sheet.id,
      toStandardRevisionId: next.id,
      resolutions: [
        { address: '1.2', resolution: 'user_accepted' },
        { address: '1.3', resolution: 'user_accepted' },
      ],
    });
    const read = await site.getDatasheet(sheet.id);
    assert.deepEqual([userValueOf(read, 'Thickness'), userValueOf(read, 'Finish')], ['6', 'Broom']);
    await site.reviseDatasheet(sheet.id, [{ element_id: elementIdOf(read, 'Supplier'), new_value: 'ACME' }]);
    await expectRejection(
      site.reviseDatasheet(sheet.id, [{ element_id: elementIdOf(read, 'Finish'), new_value: 'Broom' }]),
      400,
    );
  });

  it('a revise over a version from before the upgrade is 409 upgraded (rule 8)', async () => {
    const { sheets, next } = await prepare();
    const sheet = first(sheets);
    await site.node.call(colleague, 'datasheets.upgrade', {
      id: sheet.id,
      toStandardRevisionId: next.id,
      resolutions: resolutionsFor(sheet),
    });
    const changes = [{ element_id: elementIdOf(sheet, 'Supplier'), new_value: 'ACME' }];
    const assistant = throughAssistant(editor);
    for (const who of [editor, assistant]) {
      const { code, extras } = await expectRejection(
        site.reviseDatasheet(sheet.id, changes, { baseVersion: sheet.version }, who),
      );
      assert.deepEqual(
        [code, extras.metadata?.reason, extras.metadata?.standardRevision],
        ['EDIT_CONFLICT', 'upgraded', next],
      );
    }
  });

  it('it is so too when the datasheet has been brought back since (rule 8)', async () => {
    const { sheets, next, revision } = await prepare();
    const sheet = first(sheets);
    for (const target of [next, revision]) {
      const { conflicts } = await site.node.call(editor, 'datasheets.upgradePlan', {
        id: sheet.id,
        toRevisionId: target.id,
      });
      await site.node.call(colleague, 'datasheets.upgrade', {
        id: sheet.id,
        toStandardRevisionId: target.id,
        resolutions: conflicts.map(({ elementId }) => ({ elementId, resolution: 'user_accepted' })),
      });
    }
    const before = await site.getDatasheet(sheet.id);
    const changes = [{ element_id: elementIdOf(sheet, 'Supplier'), new_value: 'ACME' }];
    const { code, extras } = await expectRejection(
      site.reviseDatasheet(sheet.id, changes, { baseVersion: sheet.version }),
    );
    assert.deepEqual(
      [code, extras.metadata?.reason, extras.metadata?.standardRevision],
      ['EDIT_CONFLICT', 'upgraded', revision],
    );
    assert.deepEqual(await site.getDatasheet(sheet.id), before);
    const { changed } = await site.reviseDatasheet(sheet.id, changes, { baseVersion: before.version });
    assert.equal(changed, 1);
  });

  it('a concurrent upgrade and revise: both are in the head, or the revise conflicts', async () => {
    const { sheets, next } = await prepare();
    const sheet = first(sheets);
    const [upgrade, revise] = await Promise.allSettled([
      site.node.call(editor, 'datasheets.upgrade', {
        id: sheet.id,
        toStandardRevisionId: next.id,
        resolutions: resolutionsFor(sheet),
      }),
      site.reviseDatasheet(
        sheet.id,
        [{ element_id: elementIdOf(sheet, 'Supplier'), new_value: 'ACME' }],
        { baseVersion: sheet.version },
        colleague,
      ),
    ]);
    assert.equal(upgrade.status, 'fulfilled');
    const read = await site.getDatasheet(sheet.id);
    assert.deepEqual(read.revision.standard_revision, next);
    if (revise.status === 'fulfilled') assert.equal(userValueOf(read, 'Supplier'), 'ACME');
    else assert.equal(revise.reason.data.metadata.reason, 'upgraded');
  });

  it('counts for other services what an upgrade would take', async () => {
    const { sheets, next, revision } = await prepare();
    const revision_id = first(sheets).revision.id;
    const { plans } = await site.node.call(editor, 'datasheets.planCounts', {
      moves: [
        { revision_id, to_standard_revision_id: next.id },
        { revision_id, to_standard_revision_id: revision.id },
      ],
    });
    const none = { revision_id, warnings: [] };
    assert.deepEqual(plans, [
      { ...none, needsUpgrade: true, conflictCount: 2, additions: 1, removals: 1, modifications: 2 },
      { ...none, needsUpgrade: false, conflictCount: 0, additions: 0, removals: 0, modifications: 0 },
    ]);
  });
});
