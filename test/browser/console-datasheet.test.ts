/**
 * Tests of a datasheet in the console in a real browser: where it stands, its fields by keyboard, its save bar, and what
 * is typed over a lost session or beside what somebody else saved.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { ACCOUNT_PASSWORD, emailOf, identify, registerAccount } from '../../tools/world/accounts.ts';
import { createProject } from '../../tools/world/projects.ts';
import { createStandard, publishStandard } from '../../tools/world/standards.ts';
import { eventually } from '../eventually.ts';
import { skipIf } from '../skip-if.ts';
import { missingBrowserReason, openBrowser } from './chromium.ts';
import { type ConsolePage, openConsole } from './console-page.ts';
import { useConsoleService } from './console-service.ts';
import { doors, fillIn, STANDARD } from './doors.fixture.ts';

/** The id of what has the focus. */
const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.id');

skipIf(missingBrowserReason()).describe('a datasheet in the console, in a real browser', () => {
  afterAll(() => browser?.close());
  const node = useConsoleService();
  let browser: Browser;
  let grace: RestClient;
  let tab: ConsolePage;
  let projectId: number;
  let sheetId: number;

  beforeAll(async () => {
    grace = await registerAccount(node.url, 'Grace', 'Acme');
    const { companyId } = await identify(grace);
    const owner = { subject_type: 'company', subject_id: companyId } as const;
    const category = await grace.call('categories.create', { name: 'Openings', ...owner });
    const { id: standardId } = await createStandard(
      grace,
      { name: STANDARD, category_id: category.id, ...owner },
      doors('32 inches'),
    );
    await publishStandard(grace, standardId, { summary: 'First issue' });
    projectId = await createProject(grace, { name: 'Harbour station' }, [{ standardId }]);
    for (const name of ['Main entrance', 'Side entrance'])
      await grace.call('datasheets.create', { project_id: projectId, standard_id: standardId, name });
    const { datasheets } = await grace.call('projects.datasheets.list', { id: projectId });
    sheetId = datasheets[0]?.id ?? 0;
    browser = await openBrowser();
    tab = await openConsole(browser, node.url);
    await tab.signIn(`/projects/${projectId}/datasheets/${sheetId}`, emailOf('Grace'));
    await tab.page.getByRole('heading', { name: 'Main entrance' }).waitFor();
  });

  it('names its project, and leads to the datasheets before and after it', async () => {
    const { page } = tab;
    await page.getByRole('link', { name: 'Next: Side entrance' }).click();
    await page.getByRole('heading', { name: 'Side entrance' }).waitFor();
    await page.getByRole('link', { name: 'Harbour station' }).waitFor();
    assert.equal(await page.getByRole('link', { name: /^Next/ }).count(), 0, 'it is the last one');
    await page.getByRole('link', { name: 'Previous: Main entrance' }).click();
    await page.getByRole('heading', { name: 'Main entrance' }).waitFor();
  });

  it('says that a value is below its minimum, and that a default is nobody’s', async () => {
    const { page } = tab;
    assert.equal(await page.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled'), 'true');
    await page.getByText('0 of 3 filled in, 1 default, 2 empty').waitFor();
    await page.getByText('Minimum and default 32 · As the standard gives it').waitFor();
    await page.getByLabel('Clear width (in)').fill('30 1/2');
    await page.getByText('Below the minimum of 32 in; it is saved as it is.').waitFor();
    await page.getByText('One value is beyond what the standard allows: Clear width').waitFor();
    const contents = page.getByRole('navigation', { name: 'Outline' });
    assert.match(await contents.innerText(), /1\.1 Clear width 1 not saved[\s\S]*1\.2 Hardware 2 empty/);
    // Also when it is followed again to where somebody has been.
    for (const _ of [1, 2]) {
      await page.setViewportSize({ width: 1280, height: 300 });
      await page.evaluate('scrollTo(0, 0)');
      await contents.getByRole('link', { name: /Hardware/ }).dispatchEvent('click');
      await eventually(() => page.evaluate<boolean>('scrollY > 50'), { within: 5_000 });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('keeps what has the focus above the bar that saves', async () => {
    const { page } = tab;
    const isCovered = `(() => {
      const { bottom } = document.activeElement.getBoundingClientRect();
      const bar = document.querySelector('.save-bar').getBoundingClientRect();
      return bar.bottom < innerHeight + 1 && bottom > bar.top;
    })()`;
    for (const height of [320, 480]) {
      await page.setViewportSize({ width: 1280, height });
      for (const label of ['Clear width (in)', 'Handle', 'How Colour is given', 'How Handle is given']) {
        await page.evaluate('scrollTo(0, 0)');
        await page.getByLabel(label, { exact: true }).focus();
        await eventually(async () => !(await page.evaluate<boolean>(isCovered)), { within: 5_000 });
      }
    }
    // One whose lower half is behind it, pressed at its upper edge.
    await page.setViewportSize({ width: 1280, height: 320 });
    const width = await page.getByLabel('Clear width (in)').getAttribute('id');
    const at = await page.evaluate<{ x: number; y: number; isBehind: boolean }>(`(() => {
      const field = document.getElementById('${width}');
      const bar = document.querySelector('.save-bar');
      scrollBy(0, field.getBoundingClientRect().top + 10 - bar.getBoundingClientRect().top);
      const { left, top, bottom } = field.getBoundingClientRect();
      return { x: left + 5, y: top + 4, isBehind: bottom > bar.getBoundingClientRect().top };
    })()`);
    assert.ok(at.isBehind);
    await page.mouse.click(at.x, at.y);
    assert.equal(await focused(page), width);
    await eventually(async () => !(await page.evaluate<boolean>(isCovered)), { within: 5_000 });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('fills a datasheet in by keyboard alone, and asks before a value is erased', async () => {
    const { page } = tab;
    await page.getByLabel('Clear width (in)').fill('36');
    await page.keyboard.press('Enter');
    assert.equal(await focused(page), await page.getByLabel('Colour', { exact: true }).getAttribute('id'));
    await page.keyboard.type('RAL 7016');
    await page.getByLabel('Summary').fill('Doors of the station');
    await page.getByLabel('Summary').press('Control+Enter');
    await page.getByText('Saved as revision 1.1.0: 2 fields.').waitFor();
    const { revisions } = await grace.call('datasheets.revisions', { id: sheetId });
    assert.equal(revisions[0]?.summary, 'Doors of the station');
    await page.getByLabel('Colour', { exact: true }).fill('');
    await page.keyboard.press('Control+Enter');
    await page.getByLabel('Empty it on purpose').check();
    await page.getByRole('button', { name: 'Save 1 field' }).click();
    await page.getByText('Saved as revision 1.2.0: 1 field.').waitFor();
    await page.getByLabel('How Colour is given').selectOption('per drawings');
    await page.getByPlaceholder('Note, such as the drawing').fill('A-501');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Saved as revision 1.3.0').waitFor();
    const { elements } = await grace.call('datasheets.get', { id: sheetId });
    assert.deepEqual(
      elements.map(({ label, user_value, disposition, disposition_note }) => [
        label,
        user_value,
        disposition,
        disposition_note,
      ]),
      [
        ['Clear width', '36', 'specified', null],
        ['Colour', null, 'per_drawings', 'A-501'],
        ['Handle', null, 'specified', null],
      ],
    );
  });

  it('shows only the fields that are empty, filled in, or as the standard gives them', async () => {
    const { page } = tab;
    const shown = async (which: string): Promise<string[]> => {
      await page.locator('.show-choice select').selectOption(which);
      return page.locator('.sheet-field > .label').allInnerTexts();
    };
    assert.deepEqual(await shown('empty'), ['Handle']);
    await page.getByText('1 of 3 fields shown').waitFor();
    assert.deepEqual(
      (await shown('filled in')).map((label) => label.replace(/\s*\(in\)$/, '')),
      ['Clear width', 'Colour'],
    );
    assert.deepEqual(await shown('default'), []);
    assert.equal((await shown('all')).length, 3);
  });

  it('keeps what was typed over a lost session, and settles a field that both changed', async () => {
    const { page, open } = tab;
    await page.getByLabel('Clear width (in)').fill('38');
    await open(`/projects/${projectId}/datasheets/${sheetId}`);
    assert.equal(await page.getByLabel('Clear width (in)').inputValue(), '38', 'kept in the browser');
    await fillIn(grace, sheetId, { 'Clear width': '40' });
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save 1 field' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill(ACCOUNT_PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save 1 field' }).click();
    await page.getByText('Grace saved 40 since you began. You have 38.').waitFor();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save 1 field' }).click();
    await page.getByText('Saved as revision 1.5.0: 1 field.').waitFor();
  });

  it('has no barrier of WCAG 2.2 AA, needs no scrolling sideways, and breaks no policy', async () => {
    const { expectNoBarriers, complaints, page } = tab;
    await page.getByLabel('Clear width (in)').fill('41');
    await expectNoBarriers([`/projects/${projectId}/datasheets/${sheetId}`]);
    assert.deepEqual(complaints, []);
  });
});
