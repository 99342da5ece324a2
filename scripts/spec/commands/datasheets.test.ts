/** `spec datasheets`: exported, edited, tried and saved from the command line. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { useSpecWorld } from '../spec-world.fixture.ts';

describe('spec datasheets', () => {
  const world = useSpecWorld();
  let project = 0;
  let sheet = 0;
  beforeAll(async () => {
    const markdown =
      '# 1 Slabs\n\n1.1 Slabs shall be thick.\n\n```field\nlabel: Thickness\ntype: text\nunit: mm\n```\n';
    const standardId = await world.createStandard({ markdown });
    await world.author.call('standards.publish', { id: standardId });
    project = (await world.author.call('projects.create', { name: 'Harbour' })).id;
    await world.author.call('projects.standards.add', { id: project, action: 'import', standardId });
    const about = { project_id: project, standard_id: standardId, name: 'Ground floor' };
    sheet = (await world.author.call('datasheets.create', about)).id;
  });
  const shown = async () =>
    (await world.author.call('datasheets.get', { id: sheet })).elements[0]?.user_value;

  it('writes the file, lists its changes with --dry-run, and saves them (D12)', async () => {
    const desk = world.desk();
    const run = (...words: string[]) => desk.spec(['datasheets', ...words]);
    const written = await run('export', String(project), 'sheets.csv', '--format', 'csv');
    assert.deepEqual([written.code, written.out], [0, 'sheets.csv: written.\n'], written.err);
    assert.match((await run('export', String(project), 'sheets.csv')).err, /nothing is overwritten/);
    desk.write('sheets.csv', desk.read('sheets.csv').replace(/,mm,\r/, ',mm,150\r'));
    const change =
      '1 field changed in 1 datasheet, 0 unchanged.\n  Ground floor: 1.1 Thickness: (empty) → "150"\n';
    const tried = await run('import', String(project), 'sheets.csv', '--dry-run');
    assert.equal(tried.out, `${change}sheets.csv: nothing was saved: --dry-run.\n`, tried.err);
    assert.equal(await shown(), null);
    assert.equal((await run('import', String(project), 'sheets.csv')).out, `${change}sheets.csv: saved.\n`);
    assert.equal(await shown(), '150');
  });

  it('an untouched workbook saves nothing; what others set otherwise is exit code 2 (D12)', async () => {
    const desk = world.desk();
    const run = (...words: string[]) => desk.spec(['datasheets', ...words]);
    await run('export', String(project), 'sheets.csv', '--format', 'csv');
    const same = await run('import', String(project), 'sheets.csv');
    assert.equal(same.out, '0 fields changed in 0 datasheets, 1 unchanged.\nsheets.csv: nothing to save.\n');
    const { elements, version } = await world.author.call('datasheets.get', { id: sheet });
    const changes = [{ element_id: elements[0]?.id ?? 0, new_value: '200' }];
    await world.author.call('datasheets.revise', {
      id: sheet,
      severity: 'MINOR',
      baseVersion: version,
      changes,
    });
    desk.write('sheets.csv', desk.read('sheets.csv').replace(/,mm,150\r/, ',mm,175\r'));
    const conflict = await run('import', String(project), 'sheets.csv');
    assert.deepEqual([conflict.code, /line 2/.test(conflict.err)], [2, true], conflict.err);
    assert.equal(await shown(), '200');
    for (const words of [[], ['copy', '1'], ['import', '1'], ['export', '1', '--format', 'ods']])
      assert.equal((await run(...words)).code, 64);
  });
});
