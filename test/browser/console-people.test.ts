/** Tests of people in the console in a real browser: what waits, a company with its members, keys, administration. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { RestClient } from '../../shared/rest-client/client.ts';
import { ACCOUNT_PASSWORD, emailOf, registerAccount } from '../../tools/world/accounts.ts';
import { eventually } from '../eventually.ts';
import { TEST_ADMINISTRATOR } from '../service-node.ts';
import { skipIf } from '../skip-if.ts';
import { missingBrowserReason, openBrowser } from './chromium.ts';
import { type ConsolePage, openConsole } from './console-page.ts';
import { useConsoleService } from './console-service.ts';

const LONG_NAME = `${'Werkgemeinschaftsbauverwaltung'.repeat(6)} مكتب`;

skipIf(missingBrowserReason()).describe('people in the console, in a real browser', () => {
  afterAll(() => browser?.close());
  const node = useConsoleService();
  let browser: Browser;
  let ada: ConsolePage;
  let grace: ConsolePage;

  beforeAll(async () => {
    browser = await openBrowser();
    ada = await openConsole(browser, node.url);
    grace = await openConsole(browser, node.url);
    await registerAccount(node.url, 'Grace');
  });

  async function signIn({ page, open }: ConsolePage, email: string, password = ACCOUNT_PASSWORD) {
    await open('/sign-in');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Hello/ }).waitFor();
  }

  it('registers with a company, invites somebody, who accepts on the first page', async () => {
    const { page, open } = ada;
    await open('/register');
    await page.getByLabel('Name', { exact: true }).fill('Ada');
    await page.getByLabel('Email').fill(emailOf('Ada'));
    await page.getByLabel('Password').fill(ACCOUNT_PASSWORD);
    await page.getByLabel('Company').fill('Acme');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Hello Ada' }).waitFor();
    await page.getByText('Nothing waits for you').waitFor();
    await page.getByRole('link', { name: 'Company' }).click();
    await page.getByText('You are alone here').waitFor();
    await page.getByLabel('Email').fill('not an address');
    await page.getByLabel('Email').evaluate((field) => field.removeAttribute('type'));
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.locator('.finding').waitFor();
    assert.equal(await page.getByLabel('Email').inputValue(), 'not an address');
    await page.getByLabel('Email').fill(emailOf('Grace'));
    await page.getByLabel('Role', { exact: true }).selectOption('CompanyViewer');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByText(`${emailOf('Grace')} is invited`).waitFor();

    await signIn(grace, emailOf('Grace'));
    await grace.page.getByText('You are invited to the company “Acme” as viewer').waitFor();
    await grace.page.getByRole('button', { name: /^Accept/ }).click();
    await grace.page.getByText('Nothing waits for you').waitFor();
    await grace.page.getByRole('link', { name: 'Company' }).click();
    await grace.page.locator('.tag', { hasText: 'you' }).waitFor();
    assert.match(
      await grace.page.locator('main').innerText(),
      /Grace[\s\S]*viewer[\s\S]*Ada[\s\S]*administrator/,
    );
    assert.equal(await grace.page.getByRole('button', { name: 'Invite' }).count(), 0);
  });

  it('changes the role of a member, and keeps what is refused', async () => {
    const { page, open } = ada;
    await open('/');
    await page.getByRole('link', { name: 'Company' }).click();
    await page.getByLabel('Role of Grace').selectOption('CompanyEditor');
    await page.locator('.facts', { hasText: 'editor' }).waitFor();
    await page.getByLabel('Name of the company').fill(LONG_NAME);
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: LONG_NAME.slice(0, 40) }).waitFor();
    await page.getByRole('button', { name: /^Leave/ }).click();
    await page.getByRole('button', { name: /^Leave/ }).click();
    await page.getByRole('alert').waitFor();
    assert.match(await page.getByRole('alert').innerText(), /last administrator|administrator/);
  });

  it('creates a key, whose page lists what it was used for', async () => {
    const { page, open } = ada;
    await open('/account');
    await page.getByLabel('Name of the key').fill('nightly check');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const key = await page.getByRole('status').locator('code').innerText();
    await new RestClient(node.url, { key }).call('discovery.whoami');
    await open('/account');
    await page.getByRole('link', { name: /use/ }).click();
    await page.getByRole('heading', { name: /nightly check/ }).waitFor();
    // Requests are stored a moment later.
    for (let tries = 0; tries < 40 && (await page.getByText('/api/whoami').count()) === 0; tries += 1)
      await page.reload({ waitUntil: 'networkidle' });
    assert.ok((await page.getByText('/api/whoami').count()) > 0);
  });

  it('an administrator of the site suspends and approves, makes a library and a tag, and reads the audit trail', async () => {
    const admin = await openConsole(browser, node.url);
    const { page, open } = admin;
    await signIn(admin, TEST_ADMINISTRATOR.email, TEST_ADMINISTRATOR.password);
    await page.getByRole('link', { name: 'Administration' }).click();
    await page.getByLabel('Name or email').fill('grace');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('button', { name: 'Suspend Grace' }).click();
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    await page.getByRole('button', { name: 'Lift the suspension Grace' }).click();
    await page.getByRole('button', { name: 'Suspend Grace' }).waitFor();
    await open('/admin/site');
    await page.getByText('New library').click();
    await page.getByLabel('Name of the library').fill('Codes');
    await page.getByLabel('Address').fill('codes');
    await page.getByRole('button', { name: 'Create the library' }).click();
    await page.getByRole('link', { name: 'Codes' }).waitFor();
    await page.getByText('New tag').click();
    await page.getByLabel('Name of the tag').fill('fire safety');
    await page.getByRole('button', { name: 'Create the tag' }).click();
    await page.getByRole('button', { name: 'Retire fire safety' }).waitFor();
    // The trail has an entry a moment after the change.
    await eventually(async () => {
      await open('/admin/audit?action=admin.tags.create');
      return (await page.getByText('admin.tags.create').count()) > 0;
    });
    await admin.expectNoBarriers(['/admin', '/admin/site', '/admin/audit']);
    assert.deepEqual(admin.complaints, []);
  });

  it('has no barrier, no sideways scrolling at 320 px with a long name, and breaks no policy', async () => {
    const { page, open, expectNoBarriers, complaints } = ada;
    await open('/');
    const company = await page.getByRole('link', { name: 'Company' }).getAttribute('href');
    await expectNoBarriers(['/', company ?? '', '/account', '/account/keys/1']);
    assert.deepEqual(complaints, []);
  });
});
