/**
 * Tests of projects in the console in a real browser: a project is made, pins a standard and gets a datasheet; pins are
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
import { skipIf } from '../skip-if.ts';
import { missingBrowserReason, openBrowser } from './chromium.ts';
import { type ConsolePage, openConsole } from './console-page.ts';
import { useConsoleService } from './console-service.ts';
import { doors, fillIn, STANDARD } from './doors.fixture.ts';

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
  let standardId: number;

  beforeAll(async () => {
    ada = await registerAccount(node.url, 'Ada', 'Acme');
    grace = await registerAccount(node.url, 'Grace');
    const { companyId } = await identify(ada);
    const category = await ada.call('categories.create', {
      name: 'Openings',
      subject_type: 'company',
      subject_id: companyId,
    });
    const standard = await createStandard(
      ada,
      { name: STANDARD, category_id: category.id, subject_type: 'company', subject_id: companyId },
      doors('32 inches'),
    );
    standardId = standard.id;
    await publishStandard(ada, standardId, { summary: 'First issue' });
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

  it('lists a datasheet with how far it is filled in, and a menu that the keyboard opens and closes', async () => {
    const { page, open } = tab;
    await fillIn(grace, sheetId, { 'Clear width': '38', Colour: 'RAL 7016' });
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
  });

  it('moves a pin, after it has shown what that means for datasheets', async () => {
    const { page, open } = tab;
    await publishStandard(ada, standardId, { summary: 'Wider' }, doors('864 mm', 'mm'));
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
    await page.getByText('Settle the point that is named beside first.').waitFor();
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    assert.equal(await publish.getAttribute('aria-disabled'), 'true');
  });

  it('looks again at what a publication waits for when somebody comes back to its window', async () => {
    const { page } = tab;
    const archive = { id: projectId, datasheetInstanceId: sheetId };
    await grace.call('projects.datasheets.archive', archive);
    const other = await grace.call('datasheets.create', {
      project_id: projectId,
      standard_id: standardId,
      name: 'Side entrance',
    });
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await page.getByText('Settle the point').waitFor({ state: 'detached' });
    await grace.call('projects.datasheets.archive', { ...archive, datasheetInstanceId: other.id });
    await grace.call('projects.datasheets.restore', archive);
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await page.getByText('Settle the point').waitFor();
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
    await fillIn(grace, sheetId, { Colour: 'RAL 9010' });
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
