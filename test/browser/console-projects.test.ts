/**
 * Tests of projects in the console in a real browser: a project is made, pins a standard and is filled in; pins are
 * moved, and datasheets upgraded.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { RestClient } from '../../shared/rest-client/client.ts';
import {
  ACCOUNT_PASSWORD,
  emailOf,
  identify,
  joinCompany,
  registerAccount,
} from '../../tools/world/accounts.ts';
import { createStandard, publishStandard } from '../../tools/world/standards.ts';
import { eventually } from '../eventually.ts';
import { skipIf } from '../skip-if.ts';
import { missingBrowserReason, openBrowser } from './chromium.ts';
import { type ConsolePage, openConsole } from './console-page.ts';
import { useConsoleService } from './console-service.ts';
import { doors, STANDARD } from './doors.fixture.ts';

/** The id of what has the focus. */
const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.id');

skipIf(missingBrowserReason()).describe('projects in the console, in a real browser', () => {
  afterAll(() => browser?.close());
  const node = useConsoleService();
  let browser: Browser;
  let ada: RestClient;
  let grace: RestClient;
  let tab: ConsolePage;
  let projectId: number;
  let sheetId: number;

  beforeAll(async () => {
    ada = await registerAccount(node.url, 'Ada', 'Acme');
    grace = await registerAccount(node.url, 'Grace');
    const { companyId } = await identify(ada);
    const category = await ada.call('categories.create', {
      name: 'Openings',
      subject_type: 'company',
      subject_id: companyId,
    });
    const { id } = await createStandard(
      ada,
      { name: STANDARD, category_id: category.id, subject_type: 'company', subject_id: companyId },
      doors('32 inches'),
    );
    await publishStandard(ada, id, { summary: 'First issue' });
    browser = await openBrowser();
    tab = await openConsole(browser, node.url);
    const { page } = tab;
    await page.goto('/projects/new');
    await page.getByLabel('Email').fill(emailOf('Grace'));
    await page.getByLabel('Password').fill(ACCOUNT_PASSWORD);
    await page.keyboard.press('Enter');
  });

  it('makes a project; what was typed stays when the service refuses it or cannot be reached', async () => {
    const { page } = tab;
    await page.getByRole('heading', { name: 'New project' }).waitFor();
    await page.getByLabel('Name').fill('x'.repeat(301));
    await page.getByLabel('Summary').fill('A railway station.');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Create the project' }).click();
    await page.locator('.finding').waitFor();
    assert.equal(await page.getByLabel('Name').getAttribute('aria-invalid'), 'true');
    await page.getByLabel('Name').fill('Harbour station');
    await page.route('**/api/projects/create', (route) => route.abort());
    await page.getByRole('button', { name: 'Create the project' }).click();
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    assert.equal(await page.getByLabel('Summary').inputValue(), 'A railway station.');
    await page.reload();
    assert.equal(await page.getByLabel('Summary').inputValue(), 'A railway station.', 'kept in the browser');
    await page.unroute('**/api/projects/create');
    await page.getByLabel('Name').fill('Harbour station');
    await page.getByRole('button', { name: 'Create the project' }).click();
    await page.getByRole('heading', { name: 'Harbour station' }).waitFor();
    projectId = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]);
    await page.getByText('The draft holds nothing yet').waitFor();
    assert.match(await page.locator('main').innerText(), /A railway station\./);
  });

  it('adds a standard and a datasheet of it, whose first field has the focus', async () => {
    const { page } = tab;
    await joinCompany(ada, { member: grace, email: emailOf('Grace'), role: 'CompanyEditor' });
    await page.getByRole('link', { name: 'Add its first standard' }).click();
    await page.getByLabel('Find a standard by name').fill('08 11');
    await page.getByRole('button', { name: `Add ${STANDARD}` }).click();
    await page.getByText(`${STANDARD} 1.0.0 is added, in a new section Openings.`).waitFor();
    await page.getByRole('link', { name: '0 datasheets' }).click();
    await page.getByRole('button', { name: `New datasheet of ${STANDARD}` }).click();
    await page.getByLabel('Name').fill('Main entrance');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Main entrance' }).waitFor();
    sheetId = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]);
    await page.locator('#main :focus').waitFor();
    assert.equal(await focused(page), await page.getByLabel('Clear width (in)').getAttribute('id'));
  });

  it('says that a value is below its minimum, and that a default is nobody’s', async () => {
    const { page } = tab;
    await page.getByText('0 of 3 filled in, 1 default, 2 empty').waitFor();
    await page.getByText('Minimum · default 32 · As the standard gives it').waitFor();
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

  it('fills a datasheet in by keyboard alone, and asks before a value is erased', async () => {
    const { page } = tab;
    await page.getByLabel('Clear width (in)').fill('36');
    await page.keyboard.press('Enter');
    assert.equal(await focused(page), await page.getByLabel('Colour', { exact: true }).getAttribute('id'));
    await page.keyboard.type('RAL 7016');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Saved as revision 1.1.0: 2 fields.').waitFor();
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

  it('lists a datasheet with how far it is filled in, and a menu that the keyboard opens and closes', async () => {
    const { page, open } = tab;
    await open(`/projects/${projectId}/datasheets`);
    await page.getByText('2 of 3 filled in, 1 empty').waitFor();
    const menu = page.getByLabel('More for Main entrance');
    await menu.press('Enter');
    await page.getByRole('link', { name: 'History' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'History' }).waitFor({ state: 'hidden' });
    assert.equal(
      await page.evaluate('document.activeElement.getAttribute("aria-label")'),
      'More for Main entrance',
    );
    await menu.press('Enter');
    await page.getByRole('button', { name: 'Archive Main entrance' }).click();
    await page.getByText('It is left out of what is published').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await open(`/projects/${projectId}/datasheets/${sheetId}`);
  });

  it('keeps what was typed over a lost session, and settles a field that both changed', async () => {
    const { page, open } = tab;
    await page.getByLabel('Clear width (in)').fill('38');
    await open(`/projects/${projectId}/datasheets/${sheetId}`);
    assert.equal(await page.getByLabel('Clear width (in)').inputValue(), '38', 'kept in the browser');
    const sheet = await grace.call('datasheets.get', { id: sheetId });
    const width = sheet.elements.find(({ label }) => label === 'Clear width')?.id ?? 0;
    await grace.call('datasheets.revise', {
      id: sheetId,
      severity: 'MINOR',
      baseVersion: sheet.version,
      changes: [{ element_id: width, new_value: '40' }],
    });
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

  it('moves a pin, after it has shown what that means for datasheets', async () => {
    const { page, open } = tab;
    const { standards } = await grace.call('projects.standards.list', { id: projectId });
    await publishStandard(ada, standards[0]?.standard_id ?? 0, { summary: 'Wider' }, doors('864 mm', 'mm'));
    await open(`/projects/${projectId}/standards`);
    await page.getByRole('button', { name: `Bring to 1.1.0: ${STANDARD}` }).click();
    await page
      .getByRole('status')
      .filter({
        hasText: /1\.0\.0 → 1\.1\.0; 1 datasheet has to be upgraded, 1 of them with values to decide/,
      })
      .waitFor();
    await page.getByRole('button', { name: 'Move the pin' }).click();
    await page.getByText('Every standard is on its current revision').waitFor();
    await page.getByLabel(`More for ${STANDARD}`).click();
    await page.getByRole('button', { name: 'Choose a revision' }).click();
    await page.getByLabel(`Revision of ${STANDARD}`).waitFor();
    await open(`/projects/${projectId}/publish`);
    await page.getByText('One thing has to be settled first').waitFor();
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    assert.equal(await publish.getAttribute('aria-disabled'), 'true');
  });

  it('upgrades a datasheet, with a choice for each value that does not fit by itself', async () => {
    const { page } = tab;
    await page.getByRole('link', { name: 'Datasheets' }).click();
    await page.getByText(': 1 to decide').waitFor();
    await page.getByRole('link', { name: 'Main entrance' }).first().click();
    await page.getByText('The value would mean something else. Recorded: 38 in').waitFor();
    await page.getByRole('button', { name: 'Upgrade (1 to decide)' }).click();
    await page.getByText('1 values are not decided yet.').waitFor();
    assert.deepEqual(await tab.findBarriers(), []);
    await page.getByLabel('Another value').check();
    await page.getByLabel('Clear width (mm)').fill('965');
    await page.reload();
    assert.equal(await page.getByLabel('Clear width (mm)').inputValue(), '965', 'what was decided is kept');
    const { version, elements } = await grace.call('datasheets.get', { id: sheetId });
    await grace.call('datasheets.revise', {
      id: sheetId,
      severity: 'MINOR',
      baseVersion: version,
      changes: [
        {
          element_id: elements.find(({ label }) => label === 'Colour')?.id ?? 0,
          disposition: 'specified',
          new_value: 'RAL 9010',
        },
      ],
    });
    await page.getByRole('button', { name: 'Upgrade', exact: true }).click();
    await page.getByRole('heading', { name: 'What changed since you looked' }).waitFor();
    await page
      .locator('section.notice')
      .filter({ hasText: /Grace saved revision.*RAL 9010/ })
      .waitFor();
    await page.getByRole('button', { name: 'Upgrade', exact: true }).click();
    await page.getByRole('heading', { name: 'Main entrance', exact: true }).waitFor();
    await page.getByText('standard, revision 1.1.0').waitFor();
    assert.equal(await page.getByLabel('Clear width (mm)').inputValue(), '965');
  });

  it('has no barrier of WCAG 2.2 AA, needs no scrolling sideways, and breaks no policy', async () => {
    const { expectNoBarriers, complaints } = tab;
    const at = `/projects/${projectId}`;
    await expectNoBarriers([
      '/projects',
      '/projects/new',
      at,
      `${at}/edit`,
      `${at}/standards`,
      `${at}/datasheets`,
      `${at}/datasheets/${sheetId}`,
      `${at}/datasheets/${sheetId}/history`,
      `${at}/datasheets/${sheetId}/upgrade`,
    ]);
    assert.deepEqual(complaints, []);
  });
});
