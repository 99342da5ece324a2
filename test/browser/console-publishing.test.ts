/**
 * Tests of publishing projects in the console in a real browser: the choice of a company, a stale draft, a hold,
 * exports, the proof of a clause.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { RestClient } from '../../shared/rest-client/client.ts';
import { acceptAgreement, emailOf, joinCompany, registerAccount } from '../../tools/world/accounts.ts';
import { createProject, pinStandard } from '../../tools/world/projects.ts';
import { CONCRETE_PAGE } from '../../tools/world/tenant-texts.ts';
import { adoptPage, createWikiPage } from '../../tools/world/wiki.ts';
import { TEST_ADMINISTRATOR } from '../service-node.ts';
import { skipIf } from '../skip-if.ts';
import { missingBrowserReason, openBrowser } from './chromium.ts';
import { type ConsolePage, openConsole } from './console-page.ts';
import { useConsoleService } from './console-service.ts';

skipIf(missingBrowserReason()).describe('publishing in the console, in a real browser', () => {
  afterAll(() => browser?.close());
  const node = useConsoleService();
  let browser: Browser;
  let admin: RestClient;
  let grace: RestClient;
  let tab: ConsolePage;
  let projectId: number;
  let wikiPageId: string;
  let standardId: number;

  beforeAll(async () => {
    const ada = await registerAccount(node.url, 'Ada', 'Acme');
    grace = await registerAccount(node.url, 'Grace');
    projectId = await createProject(grace, { name: 'Harbour station' });
    await joinCompany(ada, { member: grace, email: emailOf('Grace'), role: 'CompanyEditor' });
    admin = await new RestClient(node.url).openSession('account.login', TEST_ADMINISTRATOR);
    await acceptAgreement(admin);
    await admin.call('admin.wiki.libraries.create', { slug: 'codes', name: 'Codes' });
    const page = await createWikiPage(admin, { librarySlug: 'codes', ...CONCRETE_PAGE });
    await adoptPage(admin, page);
    wikiPageId = page.id;
    const { standards } = await grace.call('standards.list', { subject_type: 'global' });
    standardId = standards[0]?.id ?? 0;
    await pinStandard(grace, projectId, { standardId });
    browser = await openBrowser();
    tab = await openConsole(browser, node.url);
    await tab.signIn(`/projects/${projectId}/publish`, emailOf('Grace'));
  });

  it('shows what changed since somebody looked, asks for the company, and publishes', async () => {
    const { page } = tab;
    await page.getByLabel('Name of the revision').fill('Issued for tender');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Choose the company that owns the project.').waitFor();
    await page.getByLabel('Acme').check();
    const { draftVersion } = await grace
      .call('projects.details', { id: projectId })
      .then((details) => ('stakeholders' in details ? details : assert.fail()));
    await grace.call('projects.edit', {
      id: projectId,
      baseVersion: draftVersion ?? '',
      address_city: 'Springfield',
    });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('heading', { name: 'What changed since you looked' }).waitFor();
    assert.match(await page.getByRole('status').innerText(), /header address_city.*Grace/);
    assert.ok(await page.getByLabel('Acme').isChecked(), 'what was chosen stays');
    await page.getByRole('button', { name: 'Publish it as it is now' }).click();
    await page.getByText('Revision 1, Issued for tender, is published and sealed.').waitFor();
  });

  it('exports a revision as it was signed; whoever gets the file verifies it without an account', async () => {
    const { page } = tab;
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export revision 1' }).click(),
    ]);
    const exported = await readFile(await download.path());
    const stranger = await openConsole(browser, node.url);
    const give = (name: string, buffer: Buffer) =>
      stranger.page
        .getByLabel('Drop files here')
        .setInputFiles({ name, mimeType: 'application/json', buffer });
    await stranger.open('/verify');
    await give('export.json', exported);
    await stranger.page.getByText('The file is as it was signed.').waitFor();
    const shown = await stranger.page.locator('main').innerText();
    assert.match(shown, /Harbour station \(1\)[\s\S]*1 Issued for tender[\s\S]*0 of 0 datasheets/);
    assert.deepEqual(await stranger.findBarriers(), []);
    const text = exported.toString();
    await give('changed.json', Buffer.from(text.replace('Springfield', 'Springfielt')));
    await stranger.page.getByText('Refused.').waitFor();
    await stranger.page.getByText('shown-differs').waitFor();
    const signature = /"sig":"(.)/.exec(text)?.[1] === 'A' ? 'B' : 'A';
    await give('signature.json', Buffer.from(text.replace(/("sig":").(?=[^"]*")/, `$1${signature}`)));
    await stranger.page.getByText('bad-signature').waitFor();
    await stranger.page.evaluate(`
      const data = new DataTransfer();
      data.items.add(new File(['{}'], 'nothing.json'));
      const drop = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
      document.querySelector('.drop').dispatchEvent(drop);
    `);
    await stranger.page.getByText('not-signed').waitFor();
    assert.deepEqual(stranger.complaints, []);
  });

  it('publishes under a hold, when each standard is acknowledged by its name; its words are not in the page', async () => {
    const { page, open } = tab;
    await grace.call('projects.draft.create', { id: projectId });
    const { elements } = await grace
      .call('standards.get', { id: standardId })
      .then((standard) => ('elements' in standard ? standard : assert.fail()));
    const clause = elements.find(({ content }) => content !== '');
    const { adopted_revisions } = await admin.call('wiki.adopted.list', { id: wikiPageId });
    await admin.call('wiki.adopted.elements.revoke', {
      id: wikiPageId,
      adoptedRevId: adopted_revisions[0]?.id ?? '',
      element_addresses: [clause?.address ?? ''],
      reason_code: 'copyright_notice',
    });
    await open(`/projects/${projectId}/publish`);
    const name = CONCRETE_PAGE.title ?? 'Concrete code';
    // Before the button is pressed, and once.
    await page.getByText('Standards under a moderation notice').waitFor();
    assert.equal(await page.getByText('under a moderation notice').count(), 1);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText(`Tick the notice of ${name} to publish with it.`).waitFor();
    await page.locator('input[type=checkbox]:focus').waitFor();
    await page.getByLabel(`I publish with ${name} under this notice`).check();
    assert.match(await page.locator('.held').innerText(), /text withheld, copyright notice/);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('It records that Grace acknowledged 1 notice.').waitFor();
    await page.getByRole('link', { name: 'All revisions' }).click();
    await page.getByText(/Grace acknowledged a notice/).waitFor();
    await page.getByRole('link', { name: /^2 / }).click();
    await page.getByRole('link', { name }).click();
    await page.locator('.withheld').waitFor();
    assert.ok(!(await page.content()).includes(clause?.content ?? ''), 'withheld words are not in the page');
  });

  it('saves the proof of a clause, which is verified as well', async () => {
    const { page, open } = tab;
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /^Proof of clause/ })
        .first()
        .click(),
    ]);
    assert.match(download.suggestedFilename(), /^proof-\d+-[\d.]+\.json$/);
    const path = await download.path();
    await open('/verify');
    await page.getByLabel('Drop files here').setInputFiles(path);
    await page.getByText('The file is as it was signed.').waitFor();
    await page.getByText('Concrete code').waitFor();
  });

  it('has no barrier of WCAG 2.2 AA, needs no scrolling sideways, and breaks no policy', async () => {
    const { expectNoBarriers, complaints } = tab;
    const at = `/projects/${projectId}`;
    const { revisions } = await grace.call('projects.revisions', { id: projectId });
    const [to, from] = revisions.map(({ id }) => id);
    await expectNoBarriers([
      `${at}/publish`,
      `${at}/revisions`,
      `${at}/revisions/${to}`,
      `${at}/standards/${standardId}?revision=${to}`,
      `${at}/addendum?from=${from}&to=${to}`,
    ]);
    assert.deepEqual(complaints, []);
  });
});
