/**
 * Tests of the wiki in the console in a real browser: pages, errata, history and moderation log without an account; and
 * edits of a page, also when two people edit it.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { RestClient } from '../../shared/rest-client/client.ts';
import { acceptAgreement } from '../../tools/world/accounts.ts';
import { createAdoptedPage, type WikiPageResources } from '../../tools/world/resources.ts';
import { TEST_ADMINISTRATOR } from '../service-node.ts';
import { skipIf } from '../skip-if.ts';
import { missingBrowserReason, openBrowser } from './chromium.ts';
import { type ConsolePage, openConsole } from './console-page.ts';
import { useConsoleService } from './console-service.ts';

skipIf(missingBrowserReason()).describe('the wiki in the console, in a real browser', () => {
  afterAll(() => browser?.close());
  const node = useConsoleService();
  let browser: Browser;
  let stranger: ConsolePage;
  let wiki: WikiPageResources;
  const pathOfPage = () => `/wiki/${wiki.librarySlug}/${wiki.standardSlug}`;

  beforeAll(async () => {
    const admin = await new RestClient(node.url).openSession('account.login', TEST_ADMINISTRATOR);
    await acceptAgreement(admin);
    wiki = await createAdoptedPage(admin);
    const { content, current_revision } = await admin.call('wiki.standards.get', {
      librarySlug: wiki.librarySlug,
      standardSlug: wiki.standardSlug,
    });
    await admin.call('wiki.standards.update', {
      id: wiki.pageId,
      content: content.replace('Covers concrete', 'Covers cast-in-place concrete'),
      baseRevisionId: current_revision?.id ?? '',
      editSummary: 'Which concrete',
    });
    browser = await openBrowser();
    stranger = await openConsole(browser, node.url);
  });

  it('shows a page with its erratum and editions, reached from its library', async () => {
    const { page, open } = stranger;
    await open('/wiki');
    await page.getByRole('link', { name: 'Codes' }).click();
    await page.getByRole('link', { name: 'Concrete code' }).click();
    await page.getByText('Covers cast-in-place concrete').waitFor();
    assert.match(await page.locator('[id="clause-1.1"]').innerText(), /Erratum: A unit is missing/);
    assert.match(await page.locator('main').innerText(), /Edition 1: Concrete code/);
  });

  it('compares two revisions from the history', async () => {
    const { page } = stranger;
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText('Saved revision 2: Which concrete').waitFor();
    await page.getByRole('button', { name: 'Compare 1 with 2' }).click();
    await page.locator('pre.change').waitFor();
    assert.match(await page.locator('pre del').innerText(), /Covers concrete/);
    assert.match(await page.locator('pre ins').innerText(), /Covers cast-in-place concrete/);
  });

  it('shows the public log of moderation, which leads to the page', async () => {
    const { page, open } = stranger;
    await open('/moderation-log');
    const [day, ...entries] = await page
      .locator('section:has(> .day)')
      .first()
      .locator('h2, li')
      .allInnerTexts();
    assert.match(day ?? '', /^\d{4}-\d\d-\d\d$/);
    assert.match(entries.join('\n'), /Archived [\s\S]*spam/);
    await page.getByRole('link', { name: wiki.standardSlug }).first().click();
    await page.getByRole('heading', { name: 'Concrete code' }).waitFor();
  });

  it('has no barrier of WCAG 2.2 AA, and breaks no policy', async () => {
    const { expectNoBarriers, complaints } = stranger;
    const page = pathOfPage();
    const paths = [page, `${page}/history`, `${page}/compare?from=1&to=2`, '/wiki/codes', '/moderation-log'];
    await expectNoBarriers(paths);
    assert.deepEqual(complaints, []);
  });

  it('edits a page as a whole; what somebody else saved meanwhile is named, and nothing is blended', async () => {
    const editor = await openConsole(browser, node.url);
    const { page, findBarriers } = editor;
    await editor.open(`/sign-in?to=${pathOfPage()}`);
    await page.getByLabel('Email').fill(TEST_ADMINISTRATOR.email);
    await page.getByLabel('Password').fill(TEST_ADMINISTRATOR.password);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    const text = page.getByLabel('Text in markup');
    const before = await text.inputValue();
    await text.fill(before.replace('cast-in-place', 'precast'));
    assert.deepEqual(await findBarriers(), []);
    const admin = await new RestClient(node.url).openSession('account.login', TEST_ADMINISTRATOR);
    const about = { librarySlug: wiki.librarySlug, standardSlug: wiki.standardSlug };
    const { current_revision } = await admin.call('wiki.standards.get', about);
    await admin.call('wiki.standards.update', {
      id: wiki.pageId,
      content: `${before.trimEnd()}\n\n**9** It ends here.\n`,
      baseRevisionId: current_revision?.id ?? '',
    });
    // Also after the page was closed: what was typed was typed on the revision of then.
    await page.reload();
    await page.getByText('Somebody saved revision').waitFor();
    assert.match(await text.inputValue(), /precast/);
    await page.getByRole('button', { name: 'Save a new revision' }).click();
    await page.getByRole('alert').waitFor();
    await text.fill(`${(await text.inputValue()).trimEnd()}\n\n**9** It ends here.\n`);
    await page.getByRole('button', { name: 'My text has their changes' }).click();
    await page.getByRole('button', { name: 'Save a new revision' }).click();
    await page.getByText('Covers precast concrete').waitFor();
    await page.getByText('It ends here').waitFor();
    await page.getByRole('link', { name: 'Citations' }).click();
    await page.getByText('Nothing cites it').waitFor();
    assert.deepEqual(await findBarriers(), []);
    assert.deepEqual(editor.complaints, []);
  });
});
