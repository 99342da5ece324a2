/** Tests of moderation in the console in a real browser: adopting a page, errata, a hold from its beginning to its end. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { RestClient } from '../../shared/rest-client/client.ts';
import { acceptAgreement } from '../../tools/world/accounts.ts';
import { createWikiPage } from '../../tools/world/wiki.ts';
import { TEST_ADMINISTRATOR } from '../service-node.ts';
import { skipIf } from '../skip-if.ts';
import { CONCRETE_MARKDOWN } from '../world/wiki-world.ts';
import { missingBrowserReason, openBrowser } from './chromium.ts';
import { type ConsolePage, openConsole } from './console-page.ts';
import { useConsoleService } from './console-service.ts';

const HELD = 'Cement shall be fresh.';

skipIf(missingBrowserReason()).describe('moderation in the console, in a real browser', () => {
  afterAll(() => browser?.close());
  const node = useConsoleService();
  let browser: Browser;
  let admin: RestClient;
  let moderator: ConsolePage;
  let reader: ConsolePage;
  let pageId = '';

  beforeAll(async () => {
    admin = await new RestClient(node.url).openSession('account.login', TEST_ADMINISTRATOR);
    await acceptAgreement(admin);
    await admin.call('admin.wiki.libraries.create', { slug: 'codes', name: 'Codes' });
    const page = { librarySlug: 'codes', title: 'Concrete code', content: CONCRETE_MARKDOWN };
    pageId = (await createWikiPage(admin, page)).id;
    const { userId } = { userId: (await admin.call('discovery.whoami')).user.id };
    await admin.call('wiki.roles.assign', { id: pageId, userId, role: 'moderator' });
    browser = await openBrowser();
    moderator = await openConsole(browser, node.url);
    reader = await openConsole(browser, node.url);
    await moderator.open('/sign-in');
    await moderator.page.getByLabel('Email').fill(TEST_ADMINISTRATOR.email);
    await moderator.page.getByLabel('Password').fill(TEST_ADMINISTRATOR.password);
    await moderator.page.keyboard.press('Enter');
    await moderator.page.getByRole('heading', { name: /^Hello/ }).waitFor();
  });

  it('a reader has no buttons; an adopter proposes an edition and publishes it', async () => {
    await reader.open('/wiki/codes/concrete-code');
    assert.equal(await reader.page.getByRole('link', { name: 'Editions and errata' }).count(), 0);
    const { page, open } = moderator;
    await open('/wiki/codes/concrete-code');
    await page.getByRole('link', { name: 'Editions and errata' }).click();
    await page.getByText('The page has no edition yet').waitFor();
    await page.getByRole('button', { name: 'Propose revision 1' }).click();
    await page.getByRole('button', { name: 'Publish edition 1' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.locator('.tag', { hasText: 'current' }).waitFor();
  });

  it('issues an erratum, and withdraws it with a reason; what was typed and refused stays', async () => {
    const { page } = moderator;
    await page.getByText('Issue an erratum').click();
    await page.getByLabel('Clause', { exact: false }).last().fill('9.9');
    await page.getByLabel('What is wrong').fill('The unit is missing.');
    await page.getByRole('button', { name: 'Issue the erratum' }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('What is wrong').inputValue(), 'The unit is missing.');
    await page.getByLabel('Clause', { exact: false }).last().fill('2.1');
    await page.getByRole('button', { name: 'Issue the erratum' }).click();
    await page.locator('.rows li', { hasText: 'The unit is missing.' }).waitFor();
    await page.locator('summary', { hasText: 'Withdraw' }).click();
    await page
      .locator('.rows li', { hasText: 'The unit is missing.' })
      .getByLabel('Reason')
      .fill('It was there.');
    await page.getByRole('button', { name: 'Withdraw the erratum' }).click();
    await page.getByText('withdrawn: It was there.').waitFor();
  });

  it('a clause is held from its edition; the note survives a page that is left', async () => {
    const { page, open } = moderator;
    await open('/wiki/codes/concrete-code/manage');
    await page.locator('summary', { hasText: 'Hold clauses of edition 1' }).click();
    const form = page.locator('details', { hasText: 'Hold clauses of edition 1' });
    await form.getByLabel('Note').fill('Letter of 3 March.');
    await open('/wiki/codes/concrete-code/manage');
    await page.locator('summary', { hasText: 'Hold clauses of edition 1' }).click();
    assert.equal(await form.getByLabel('Note').inputValue(), 'Letter of 3 March.');
    await form.getByLabel('Clauses').fill('2.1');
    await form.getByLabel('Reason').selectOption('copyright_notice');
    await form.getByRole('button', { name: 'Hold clauses of edition 1' }).click();
    await page.getByRole('link', { name: 'under a hold' }).waitFor();
  });

  it('the morning of a moderator: the first page names the matter, the texts stand side by side, the hold is lifted', async () => {
    const { page, open } = moderator;
    const { current_revision, content } = await admin.call('wiki.standards.get', {
      librarySlug: 'codes',
      standardSlug: 'concrete-code',
    });
    await admin.call('wiki.standards.update', {
      id: pageId,
      baseRevisionId: current_revision.id,
      content: content.replace(HELD, 'Cement shall be dry.'),
    });
    await open('/');
    await page
      .getByRole('link', { name: /Clause 2.1 of the standard “Concrete code” is under a hold/ })
      .click();
    await page.getByText('The text is withheld from everybody').waitFor();
    const sides = page.locator('.sides');
    assert.match(await sides.innerText(), /Cement shall be fresh\.[\s\S]*dry/);
    await open('/moderation');
    await page.locator('.tag', { hasText: 'the text has changed' }).waitFor();
    await page.getByRole('link', { name: /Concrete code: clause 2.1/ }).click();
    assert.deepEqual(await moderator.findBarriers(), []);
    await page.locator('summary', { hasText: 'Lift the hold' }).click();
    await page.getByLabel('Reason').first().selectOption('other');
    await page.getByRole('button', { name: 'Lift the hold' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Note').first().fill('Settled with the holder.');
    await page.getByRole('button', { name: 'Lift the hold' }).click();
    await page.getByText('The matter is resolved').waitFor();
    await open('/moderation');
    await page.getByText('No matter is open').waitFor();
  });

  it('has no barrier of WCAG 2.2 AA, fits 320 px, breaks no policy, and shows others nothing', async () => {
    const { expectNoBarriers, complaints } = moderator;
    await expectNoBarriers(['/moderation', '/moderation/1', '/wiki/codes/concrete-code/manage']);
    assert.deepEqual(complaints, []);
    await reader.open('/wiki/codes/concrete-code');
    assert.ok(!(await reader.page.content()).includes(HELD));
  });
});
