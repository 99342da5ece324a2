/** Tests of accounts in the console in a real browser: registering, invitations, keys, sessions and passwords. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { RestClient } from '../../shared/rest-client/client.ts';
import { ACCOUNT_PASSWORD, emailOf, registerAccount } from '../../tools/world/accounts.ts';
import { skipIf } from '../skip-if.ts';
import { missingBrowserReason, openBrowser } from './chromium.ts';
import { type ConsolePage, openConsole } from './console-page.ts';
import { useConsoleService } from './console-service.ts';

skipIf(missingBrowserReason()).describe('accounts in the console, in a real browser', () => {
  afterAll(() => browser?.close());
  const node = useConsoleService();
  let browser: Browser;
  let grace: ConsolePage;

  beforeAll(async () => {
    browser = await openBrowser();
    grace = await openConsole(browser, node.url);
  });

  it('registers; a value that is refused is named beside its field, and what was typed stays', async () => {
    const { page, open } = grace;
    await open('/register');
    await page.getByLabel('Name', { exact: true }).fill('Grace');
    await page.getByLabel('Email').fill(emailOf('Grace'));
    await page.getByLabel('Password').fill('short');
    await page.keyboard.press('Enter');
    await page.locator('.finding', { hasText: /password.*characters/i }).waitFor();
    assert.equal(await page.getByLabel('Password').getAttribute('aria-invalid'), 'true');
    assert.equal(await page.evaluate('document.activeElement.name'), 'password');
    assert.equal(await page.getByLabel('Email').inputValue(), emailOf('Grace'));
    await page.getByLabel('Password').fill(ACCOUNT_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Hello Grace' }).waitFor();
  });

  it('accepts the invitation of a company', async () => {
    const { page, open } = grace;
    const ada = await registerAccount(node.url, 'Ada', 'Acme');
    const { companies } = await ada.call('companies.list', {});
    const companyId = companies[0]?.id ?? 0;
    await ada.call('companies.members.add', {
      id: companyId,
      email: emailOf('Grace'),
      role: 'CompanyViewer',
    });
    await open('/');
    await page.getByRole('button', { name: /^Accept .*Acme/ }).click();
    await page.getByRole('button', { name: /^Accept .*Acme/ }).waitFor({ state: 'detached' });
    await open('/account');
    assert.match(await page.locator('main').innerText(), /Acme/);
  });

  it('creates a key from a preset, shows its secret once, and revokes it when asked again', async () => {
    const { page, open } = grace;
    await page.getByLabel('Name of the key').fill('nightly check');
    await page.getByLabel('What it may do').selectOption('reader');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const secret = await page.locator('#key-secret').innerText();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied.').waitFor();
    const row = page.locator('li', { hasText: 'nightly check' });
    await row.getByText(/^reader \(\d+ permissions\)$/).waitFor();
    await row.getByText(/^expires \d{4}-\d\d-\d\d$/).waitFor();
    await row.getByText('not used yet').waitFor();
    const whoami = await new RestClient(node.url, { key: secret }).call('discovery.whoami');
    assert.deepEqual([whoami.user?.name, whoami.credential.type], ['Grace', 'key']);
    await open('/account');
    assert.ok(!(await page.content()).includes(secret));
    await page.getByRole('button', { name: 'Revoke the key nightly check' }).click();
    await page.getByText('are refused from now on').waitFor();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('You have no key yet').waitFor();
    await assert.rejects(new RestClient(node.url, { key: secret }).call('discovery.whoami'), { status: 401 });
  });

  it('ends another session, and changes the password', async () => {
    const { page, open } = grace;
    const other = await new RestClient(node.url).openSession('account.login', {
      email: emailOf('Grace'),
      password: ACCOUNT_PASSWORD,
    });
    await open('/account');
    await page.getByRole('button', { name: /^End the session/ }).click();
    await page.getByRole('button', { name: /^End the session/ }).waitFor({ state: 'detached' });
    await assert.rejects(other.call('discovery.whoami'), { status: 401 });
    await page.getByLabel('Current password').fill(ACCOUNT_PASSWORD);
    await page.getByLabel('New password').fill('another long password');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The password is changed').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  });

  it('has no barrier of WCAG 2.2 AA, and breaks no policy', async () => {
    const { page, expectNoBarriers, complaints } = grace;
    await expectNoBarriers(['/register', '/reset-password', '/sign-in']);
    await page.getByLabel('Email').fill(emailOf('Grace'));
    await page.getByLabel('Password').fill('another long password');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Hello/ }).waitFor();
    await expectNoBarriers(['/', '/account']);
    assert.deepEqual(complaints, []);
  });

  it('writes nothing for who signed in last in another tab, and asks to sign in again', async () => {
    const { page, open } = grace;
    await open('/account');
    const other = await page.context().newPage();
    await other.goto('/sign-in');
    await other.getByLabel('Email').fill(emailOf('Ada'));
    await other.getByLabel('Password').fill(ACCOUNT_PASSWORD);
    await other.keyboard.press('Enter');
    await other.getByRole('heading', { name: 'Hello Ada' }).waitFor();
    await page.getByLabel('Name of the key').fill('of the wrong account');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill('another long password');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Name of the key').inputValue(), 'of the wrong account');
    const ada = await new RestClient(node.url).openSession('account.login', {
      email: emailOf('Ada'),
      password: ACCOUNT_PASSWORD,
    });
    assert.deepEqual((await ada.call('account.keys.list', {})).keys, []);
    await other.close();
  });
});
