/**
 * Tests of reading in the console in a real browser: the wiki, standards, their changes and PDFs, and search; also of
 * signing in on the way to a page.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { ACCOUNT_PASSWORD, emailOf, registerAccount } from '../../tools/world/accounts.ts';
import { createStandard, publishStandard } from '../../tools/world/standards.ts';
import { skipIf } from '../skip-if.ts';
import { missingBrowserReason, openBrowser } from './chromium.ts';
import { type ConsolePage, openConsole } from './console-page.ts';
import { useConsoleService } from './console-service.ts';

const LONG_NAME = `Doors_${'Gates'.repeat(40)} \u05d3\u05dc\u05ea ${'and doors '.repeat(12)}`
  .slice(0, 300)
  .trim();
const clausesOf = (width: string) => ({
  confirmReplace: true,
  elements: [
    { address: '1', toc_content: 'Doors, Doorways, and Gates', content: '', attributes: { inToc: true } },
    {
      address: '1.1',
      toc_content: '',
      content: `Door openings shall provide a clear width of **${width}** minimum.\n\n| Door | Width |\n|---|---|\n| single | ${width} |`,
      attributes: {},
    },
  ],
  datasheetElements: [
    { element_address: '1.1', label: 'Clear width', input_type: 'number' as const, unit: 'in' },
  ],
});

skipIf(missingBrowserReason()).describe('reading in the console, in a real browser', () => {
  afterAll(() => browser?.close());
  const node = useConsoleService();
  let browser: Browser;
  let reader: ConsolePage;
  let standardId: number;

  beforeAll(async () => {
    const ada = await registerAccount(node.url, 'Ada', 'Acme');
    const { companies } = await ada.call('companies.list', {});
    const { categories } = await ada.call('categories.list', {
      subject_type: 'company',
      subject_id: companies[0]?.id,
    });
    const category =
      categories[0]?.id ??
      (
        await ada.call('categories.create', {
          name: 'Openings',
          subject_type: 'company',
          subject_id: companies[0]?.id,
        })
      ).id;
    const made = await createStandard(
      ada,
      { name: LONG_NAME, category_id: category, subject_type: 'company', subject_id: companies[0]?.id },
      clausesOf('32 inches'),
    );
    standardId = made.id;
    await publishStandard(ada, standardId, { summary: 'First issue' });
    await publishStandard(ada, standardId, { summary: 'Wider openings' }, clausesOf('34 inches'));
    browser = await openBrowser();
    reader = await openConsole(browser, node.url);
  });

  it('signs in, and goes on to the page that was asked for', async () => {
    const { page } = reader;
    await page.goto(`/standards/${standardId}`);
    await page.getByLabel('Email').fill(emailOf('Ada'));
    await page.getByLabel('Password').fill('not the password');
    await page.keyboard.press('Enter');
    assert.match(await page.getByRole('alert').innerText(), /password/i);
    assert.equal(await page.getByLabel('Email').inputValue(), emailOf('Ada'), 'what was typed stays');
    await page.getByLabel('Password').fill(ACCOUNT_PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('.document').waitFor();
    assert.equal(new URL(page.url()).pathname, `/standards/${standardId}`);
  });

  it('shows a standard with its outline, numbers, table and revisions, and a link to each clause', async () => {
    const { page } = reader;
    assert.equal(await page.locator('h1').innerText(), LONG_NAME);
    assert.match(await page.getByRole('navigation', { name: 'Outline' }).innerText(), /^1\s+Doors, Doorways/);
    const clause = page.locator('[id="clause-1.1"]');
    assert.match(await clause.innerText(), /clear width of 34 inches minimum/);
    assert.equal(await clause.locator('td').last().innerText(), '34 inches');
    await clause.getByRole('link', { name: '1.1' }).click();
    assert.equal(new URL(page.url()).hash, '#clause-1.1');
    await page.getByLabel('Revision').selectOption({ label: '1.0.0' });
    await page.getByText('The current one is').waitFor();
    assert.match(await clause.innerText(), /clear width of 32 inches minimum/);
    await page.goBack();
    await page.getByText('clear width of 34 inches').waitFor();
  });

  it('copies the link to a clause, and says so', async () => {
    const { page } = reader;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy link to 1.1' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Link copied' }).waitFor();
    assert.equal(await page.getByRole('status').first().innerText(), 'Link copied: 1.1');
    assert.equal(
      await page.evaluate('navigator.clipboard.readText()'),
      `${node.url}/standards/${standardId}#clause-1.1`,
    );
  });

  it('shows no revision that could not be read as the one that was asked for', async () => {
    const { page, open } = reader;
    await open(`/standards/${standardId}`);
    await page.route('**/api/standards/*?revisionId=*', (route) =>
      route.fulfill({ status: 503, headers: { 'retry-after': '120' } }),
    );
    await page.getByLabel('Revision').selectOption({ label: '1.0.0' });
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByText('clear width of').count(), 0, 'that of another revision');
    await page.unrouteAll();
    await open(`/standards/${standardId}`);
  });

  it('downloads a revision as a PDF', async () => {
    const { page } = reader;
    await page.getByText('Download').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'PDF' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /\.pdf$/);
    assert.equal(await download.failure(), null);
  });

  it('shows what changed between revisions, side by side and inline', async () => {
    const { page } = reader;
    await page.getByRole('link', { name: /^Compare with/ }).click();
    await page.locator('.sides').waitFor();
    assert.deepEqual(await page.locator('.sides del').allInnerTexts(), ['32', '32']);
    assert.deepEqual(await page.locator('.sides ins').allInnerTexts(), ['34', '34']);
    assert.deepEqual(await reader.findBarriers(), []);
    await page.getByLabel('Inline').check();
    assert.equal(await page.locator('.sides').count(), 0);
    assert.match(await page.locator('.words').innerText(), /width of \*\*3234 inches/);
    const [compared, heading] = [new URL(page.url()), await page.locator('h1').innerText()];
    assert.equal(heading, `Changes of ${LONG_NAME} from 1.0.0 to 1.1.0`);
    await reader.open(compared.pathname);
    await page.locator('.sides').waitFor();
    assert.equal(await page.locator('h1').innerText(), heading, 'the two latest where none are named');
  });

  it('finds a clause by its words with the keyboard alone', async () => {
    const { page } = reader;
    await page.keyboard.press('/');
    await page.keyboard.type('clear width');
    await page.keyboard.press('Enter');
    await page
      .getByText(/^\d+ results?$/)
      .first()
      .waitFor();
    const found = page.getByRole('listitem').filter({ hasText: 'Door openings' }).first();
    assert.deepEqual((await found.locator('mark').allInnerTexts()).slice(0, 2), ['clear', 'width']);
    await found.getByRole('link', { name: /^1\.1/ }).first().click();
    await page.locator('.document').waitFor();
    assert.equal(new URL(page.url()).hash, '#clause-1.1');
  });

  it('shows first what is done most often on a narrow screen, and the rest on demand', async () => {
    const { page, open } = reader;
    await page.setViewportSize({ width: 340, height: 800 });
    await open(`/standards/${standardId}`);
    const [edit, more] = [
      page.getByRole('link', { name: 'Edit' }),
      page.getByRole('button', { name: 'More' }),
    ];
    assert.equal((await edit.boundingBox())?.y, (await more.boundingBox())?.y, 'in one row');
    assert.equal(await page.getByText('Download').isVisible(), false);
    await more.click();
    assert.equal(await page.getByText('Download').isVisible(), true);
    await open('/console/styles');
    const tabs = await page.locator('.tabs a').all();
    const tops = await Promise.all(tabs.map(async (tab) => (await tab.boundingBox())?.y));
    assert.deepEqual([tabs.length, new Set(tops).size], [7, 1], 'tabs in one row');
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  it('moves no link of the header from page to page, and draws all buttons at one height', async () => {
    const { page, open } = reader;
    await open(`/standards/${standardId}`);
    const placesOf = async () => {
      const links = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all();
      return Promise.all(links.map((link) => link.boundingBox()));
    };
    const before = await placesOf();
    const shapes = await Promise.all(
      (await page.locator('.actions :is(.button, button, summary, select):visible').all()).map((one) =>
        one.boundingBox(),
      ),
    );
    assert.ok(shapes.length > 4);
    assert.deepEqual([...new Set(shapes.map((shape) => `${shape?.y} ${shape?.height}`))].length, 1);
    await open('/wiki');
    assert.deepEqual(await placesOf(), before);
  });

  it('has no barrier of WCAG 2.2 AA on any page, light and dark, and none needs to be scrolled sideways', async () => {
    const { expectNoBarriers } = reader;
    const paths = [
      '/',
      '/standards',
      `/standards/${standardId}`,
      '/standards/new',
      `/standards/${standardId}/settings`,
      `/standards/${standardId}/customize`,
      '/search?query=width',
      '/wiki',
      '/sign-in',
      '/console/styles',
      '/nothing',
    ];
    await expectNoBarriers(paths);
  });

  it('reads the wiki without an account; a private page asks to sign in', async () => {
    const stranger = await openConsole(browser, node.url);
    await stranger.open('/wiki');
    assert.equal(await stranger.page.locator('h1').innerText(), 'Wiki');
    await stranger.open('/standards');
    assert.equal(await stranger.page.locator('h1').innerText(), 'Sign in');
    await stranger.open('/sign-in?to=//elsewhere.example/');
    assert.deepEqual(stranger.complaints, []);
  });

  it('asks only its own origin, and breaks no policy', () => {
    assert.deepEqual(reader.complaints, []);
    assert.deepEqual(
      reader.requested.filter((url) => !url.startsWith(node.url) && !url.startsWith('data:')),
      [],
    );
  });
});
