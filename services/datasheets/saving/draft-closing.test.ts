/**
 * Tests of reads and writes of a project and its datasheets during which the draft is closed: a read gives the
 * published revision, a write is refused.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, lead } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { type DatasheetResult, elementIdOf, ProjectsWorld } from '../../../test/world/projects-world.ts';
import { isLongRun } from '../../../test/world/share-of.ts';
import { createUpgradeScenario, resolutionsFor } from '../upgrading/upgrade-scenario.fixture.ts';

const ROUNDS = isLongRun ? 30 : 10;

interface Sealed {
  projectId: number;
  standardId: number;
  sheet: DatasheetResult;
  next: { id: number; code: string };
}

describe('a call that races with the closing of a draft is never 404 (X14)', () => {
  const site = ProjectsWorld.use();

  /** A published project with a sheet of an edition before the newest. */
  async function published(): Promise<Sealed> {
    const { projectId, standardId, sheets, next } = await createUpgradeScenario(site, ['Slab']);
    const [sheet] = sheets;
    assert.ok(sheet);
    await site.publish(projectId);
    return { projectId, standardId, sheet, next };
  }

  const readsOf = ({ projectId: id, standardId, sheet }: Sealed): Record<string, () => Promise<unknown>> => ({
    'datasheets.get': () => site.getDatasheet(sheet.id),
    'datasheets.revisions': () => site.node.call(editor, 'datasheets.revisions', { id: sheet.id }),
    'datasheets.upgradeStatus': () => site.node.call(editor, 'datasheets.upgradeStatus', { id: sheet.id }),
    'datasheets.upgradePlan': () => site.node.call(editor, 'datasheets.upgradePlan', { id: sheet.id }),
    'datasheets.checkName': () =>
      site.node.call(editor, 'datasheets.checkName', {
        project_id: id,
        standard_id: standardId,
        name: 'Other',
      }),
    'projects.details': () => site.node.call(editor, 'projects.details', { id }),
    'projects.details v2': () => site.node.call(editor, 'projects.details', { id, shape: 'v2' }),
    'projects.standards.list': () => site.node.call(editor, 'projects.standards.list', { id }),
    'projects.datasheets.list': () => site.node.call(editor, 'projects.datasheets.list', { id }),
    'projects.integratedContent': () =>
      site.node.call(editor, 'projects.integratedContent', { projectId: id, standardId }),
  });

  let names = 0;
  const writesOf = ({
    projectId,
    standardId,
    sheet,
    next,
  }: Sealed): Record<string, () => Promise<unknown>> => ({
    'datasheets.revise': () =>
      site.reviseDatasheet(sheet.id, [
        { element_id: elementIdOf(sheet, 'Supplier'), new_value: `S${++names}` },
      ]),
    'datasheets.create': () => site.createDatasheet(projectId, standardId, { name: `Sheet ${++names}` }),
    'datasheets.upgrade': () =>
      site.node.call(editor, 'datasheets.upgrade', {
        id: sheet.id,
        toStandardRevisionId: next.id,
        resolutions: resolutionsFor(sheet),
      }),
    'standards.batchUpgrade': () =>
      site.node.call(editor, 'standards.batchUpgrade', {
        project_id: projectId,
        standardId,
        to_revision_id: next.id,
        datasheet_ids: [sheet.id],
        resolutions: { [sheet.id]: resolutionsFor(sheet) },
      }),
    'projects.standardRevisions.preview': () =>
      site.node.call(editor, 'projects.standardRevisions.preview', {
        id: projectId,
        changes: [{ standardId, toStandardRevisionId: next.id }],
      }),
  });

  it('a call that found the draft and then not what it holds reads the published revision; a write is 409 NO_OPEN_DRAFT', async () => {
    const sealed = await published();
    await site.openDraft(sealed.projectId);
    // What a call sees that came between the two: the project still names the draft, and the draft is gone.
    const revisions = (await site.node.node.openDatabase('projects')).collection('project_revisions');
    await revisions.deleteOne({ project_id: sealed.projectId, is_draft: true });
    for (const [what, read] of Object.entries(readsOf(sealed))) assert.ok(await read(), what);
    assert.equal((await site.getDatasheet(sealed.sheet.id)).version, sealed.sheet.version);
    for (const [what, write] of Object.entries(writesOf(sealed))) {
      const { status, code } = await expectRejection(write());
      assert.deepEqual([status, code], [409, 'NO_OPEN_DRAFT'], what);
    }
  });

  it('many calls concurrent with a revert: every read is answered, every write is done or 409', async () => {
    const sealed = await published();
    const wrong: string[] = [];
    const note = async (what: string, call: Promise<unknown>, allowed: readonly string[]): Promise<void> => {
      const code = await call.then(
        () => null,
        (error: unknown) =>
          expectRejection(Promise.reject(error)).then((refused) => `${refused.status} ${refused.code}`),
      );
      if (code !== null && !allowed.includes(code)) wrong.push(`${what}: ${code}`);
    };
    const conflicts = ['409 NO_OPEN_DRAFT', '409 EDIT_CONFLICT', '409 ALREADY_ON_TARGET'];
    const reads = Object.entries(readsOf(sealed));
    const writes = Object.entries(writesOf(sealed));
    for (let round = 0; round < ROUNDS; round += 1) {
      await site.openDraft(sealed.projectId);
      let closed = false;
      // Everybody goes on until the draft is closed, and once more: some call of each round meets the
      // closing.
      const goOn = async (calls: typeof reads, from: number, allowed: readonly string[]): Promise<void> => {
        for (let at = from; ; at += 1) {
          const last = closed;
          const [what, call] = calls[at % calls.length] ?? ['', async () => undefined];
          await note(what, call(), allowed);
          if (last) return;
        }
      };
      const workers = [
        ...Array.from({ length: 6 }, (_, at) => goOn(reads, round + at * 2, [])),
        ...Array.from({ length: 3 }, (_, at) => goOn(writes, round + at, conflicts)),
      ];
      const revert = site.node.call(lead, 'projects.revert', { id: sealed.projectId }).finally(() => {
        closed = true;
      });
      await Promise.all([...workers, note('projects.revert', revert, [])]);
    }
    assert.deepEqual([...new Set(wrong)], []);
  });
});
