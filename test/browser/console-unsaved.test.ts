/** Tests of what the console keeps of a draft in a browser: each tab its own, for a month, and only for who may still read it. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { RestClient } from '../../shared/rest-client/client.ts';
import { ACCOUNT_PASSWORD, emailOf, registerAccount } from '../../tools/world/accounts.ts';
import {
  createTenantCategory,
  createTenantStandard,
  type StandardResources,
} from '../../tools/world/resources.ts';
import { eventually } from '../eventually.ts';
import { skipIf } from '../skip-if.ts';
import { missingBrowserReason, openBrowser } from './chromium.ts';
import { type ConsolePage, openConsole } from './console-page.ts';
import { useConsoleService } from './console-service.ts';

skipIf(missingBrowserReason()).describe('what the console keeps, in a real browser', () => {
  afterAll(() => browser?.close());
  const node = useConsoleService();
  let browser: Browser;
  let ada: RestClient;
  let tab: ConsolePage;
  let standard: StandardResources;
  let path: string;

  beforeAll(async () => {
    ada = await registerAccount(node.url, 'Ada', 'Acme');
    await registerAccount(node.url, 'Bob', 'Bobco');
    const author = { api: ada, owner: 'Acme', scope: 'company' } as const;
    standard = await createTenantStandard(author, 'Concrete', await createTenantCategory(author));
    path = `/standards/${standard.standardId}/edit`;
    browser = await openBrowser();
    tab = await openConsole(browser, node.url);
    await tab.signIn(path, emailOf('Ada'));
    await tab.page.getByRole('heading', { name: 'Edit Concrete' }).waitFor();
  });

  const write = async (page: Page, address: string, text: string): Promise<void> => {
    await page.getByRole('button', { name: `Edit ${address}`, exact: true }).click();
    await page.getByLabel('Text', { exact: true }).fill(text);
  };
  const storeOf = (page: Page): Promise<string> =>
    page.evaluate('JSON.stringify(Object.entries(localStorage))');
  const keptOf = (page: Page): Promise<string[]> =>
    page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('draft ')).sort()");

  it('keeps the draft of each of two tabs, and offers that of the other one', async () => {
    const first = tab.page;
    const second = await first.context().newPage();
    await second.goto(path);
    await second.getByRole('heading', { name: 'Edit Concrete' }).waitFor();
    await write(first, '1.1', 'Cement shall be dry.');
    await write(second, '1.2', 'Concrete shall be tested.');
    await first.reload();
    await first.getByText('which this browser kept, are back').waitFor();
    await first.getByText('Cement shall be dry.').waitFor();
    assert.equal(await first.getByText('Concrete shall be tested.').count(), 0);
    await second.close();
    await first.reload();
    await first.getByText('which another tab kept').waitFor();
    await first.getByRole('button', { name: 'Go on with' }).click();
    await first.getByText('Concrete shall be tested.').waitFor();
    await first.getByRole('button', { name: 'Save', exact: true }).click();
    await first.getByText('Saved', { exact: true }).waitFor();
    await first.reload();
    await first.getByRole('button', { name: 'Go on with' }).click();
    await first.getByText('which this browser kept, are back').waitFor();
    await first.getByRole('button', { name: 'Save', exact: true }).click();
    await first.getByText('Merged with what others saved').waitFor();
    const { elements } = await ada.call('standards.workingCopy.get', { id: standard.standardId });
    assert.deepEqual(
      elements.map(({ content }) => content),
      ['', 'Cement shall be dry.', 'Concrete shall be tested.'],
    );
    assert.deepEqual(await keptOf(first), []);
  });

  it('leaves a draft with the tab that types in it, and offers what was typed since', async () => {
    const first = tab.page;
    const second = await first.context().newPage();
    await second.goto(path);
    await write(second, '1.1', 'Cement shall be grey.');
    await eventually(async () => assert.equal((await keptOf(second)).length, 2));
    const names = await keptOf(second);
    await first.reload();
    const offer = first.getByText('which another tab kept');
    await offer.waitFor();
    assert.deepEqual(await keptOf(first), names);
    await second.getByLabel('Text', { exact: true }).fill('Cement shall be white.');
    await eventually(async () => assert.match(await storeOf(second), /white/));
    await first.getByRole('button', { name: 'Drop them' }).click();
    // The offer is there again, of what was typed since.
    await first.getByRole('button', { name: 'Go on with them' }).click();
    await first.getByText('Cement shall be white.').waitFor();
    // The other tab types on under a name of its own.
    await write(first, '1.1', 'Cement shall be black.');
    await eventually(async () => assert.match(await storeOf(first), /black/));
    await second.getByLabel('Text', { exact: true }).fill('Cement shall be blue.');
    await eventually(async () => assert.match(await storeOf(first), /blue/));
    assert.match(await storeOf(first), /black/);
    await second.close();
    await first.goto('/account');
    await first.evaluate('localStorage.clear()');
    await first.goto(path);
  });

  it('keeps what is typed in a tab and in its duplicate apart', async () => {
    const first = tab.page;
    await write(first, '1.1', 'Cement shall be cold.');
    await eventually(async () => assert.match(await storeOf(first), /cold/));
    const [second] = await Promise.all([
      first.context().waitForEvent('page'),
      // With what the store of the tab has, as a browser duplicates it.
      first.evaluate('void window.open(location.href)'),
    ]);
    await second.getByText('which this browser kept, are back').waitFor();
    await write(second, '1.2', 'Concrete shall be cured.');
    await eventually(async () => assert.match(await storeOf(second), /cured/));
    await first.getByLabel('Text', { exact: true }).fill('Cement shall be cool.');
    await eventually(async () => {
      const store = await storeOf(first);
      assert.match(store, /cool/);
      assert.match(store, /cured/);
    });
    await second.close();
    await first.goto('/account');
    await first.evaluate('localStorage.clear()');
    await first.goto(path);
  });

  it('writes over what was withheld since, once, and not over what another tab types meanwhile', async () => {
    const { page } = tab;
    await write(page, '1.1', 'Cement shall be secret.');
    await eventually(async () => assert.match(await storeOf(page), /secret/));
    await page.route('**/edit', async (route) => {
      if (route.request().isNavigationRequest()) return route.continue();
      const response = await route.fetch();
      const copy: { elements: { address: string }[] } = await response.json();
      const elements = copy.elements.map((one) =>
        one.address === '1.1' ? { ...one, content: '', toc_content: '', sealed: true, seal_token: 'x' } : one,
      );
      await route.fulfill({ response, json: { ...copy, elements } });
    });
    await page.goto(path);
    await page.getByText('is withheld by moderation').first().waitFor();
    const store = await storeOf(page);
    assert.doesNotMatch(store, /secret/);
    await page.addInitScript(`{
      const { setItem } = Storage.prototype;
      window.written = [];
      Storage.prototype.setItem = function (name, value) {
        if (this === localStorage) window.written.push(name);
        setItem.call(this, name, value);
      };
    }`);
    await page.goto(path);
    await page.getByText('is withheld by moderation').first().waitFor();
    assert.deepEqual(await page.evaluate("window.written.filter((name) => name.startsWith('draft '))"), []);
    await page.unrouteAll();
    await page.goto('/account');
    await page.evaluate('localStorage.clear()');
    await page.goto(path);
  });

  it('writes nothing for somebody whose session could not be read, after a wrong password either', async () => {
    const context = await browser.newContext({ baseURL: node.url });
    const page = await context.newPage();
    await page.goto('/sign-in?to=/account');
    await page.getByLabel('Email').fill(emailOf('Ada'));
    await page.getByLabel('Password').fill(ACCOUNT_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByLabel('Name of the key').fill('weekly check');
    await context.clearCookies();
    const create = page.getByRole('button', { name: 'Create a key' });
    await create.click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    const signInAs = async (name: string, password: string): Promise<void> => {
      await dialog.getByLabel('Email').fill(emailOf(name));
      await dialog.getByLabel('Password').fill(password);
      await page.keyboard.press('Enter');
    };
    await page.route('**/whoami', (route) =>
      route.fulfill({ status: 503, headers: { 'retry-after': '120' } }),
    );
    await signInAs('Bob', ACCOUNT_PASSWORD);
    await dialog.getByText('The service could not answer').waitFor();
    await signInAs('Ada', 'not the password');
    await dialog.getByText('The service could not answer').waitFor({ state: 'detached' });
    await dialog.getByRole('alert').waitFor();
    // The button behind the dialog.
    await create.dispatchEvent('click');
    await page.getByText('Somebody else has signed in').waitFor();
    const bob = await new RestClient(node.url).openSession('account.login', {
      email: emailOf('Bob'),
      password: ACCOUNT_PASSWORD,
    });
    assert.deepEqual((await bob.call('account.keys.list', {})).keys, []);
    await context.close();
  });

  it('keeps what was typed where a proxy, a retired address or the session of another tab refuses the page', async () => {
    const { page } = tab;
    await write(page, '1.1', 'Cement shall be new.');
    await eventually(async () => assert.equal((await keptOf(page)).length, 2));
    const names = await keptOf(page);
    const refuse = async (status: number, code?: string): Promise<void> => {
      await page.unrouteAll();
      await page.route(`**/api/standards/${standard.standardId}`, (route) =>
        route.fulfill(
          code === undefined
            ? { status, contentType: 'text/html', body: '<h1>Not Found</h1>' }
            : { status, contentType: 'application/problem+json', body: JSON.stringify({ status, code }) },
        ),
      );
    };
    for (const [status, code] of [
      [404, undefined],
      [410, 'GONE'],
    ] as const) {
      await refuse(status, code);
      await page.goto(path);
      await page.getByRole('alert').waitFor();
      assert.deepEqual(await keptOf(page), names, String(status));
    }
    await page.unrouteAll();
    await page.goto(path);
    await page.getByText('which this browser kept, are back').waitFor();
    await page.evaluate("localStorage.setItem('signed in', '999999')");
    await refuse(404, 'NOT_FOUND');
    await page.getByRole('link', { name: 'Read', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await page.goBack();
    await page.getByRole('alert').waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal((await keptOf(page)).length, names.length, 'of another tab');
    await page.unrouteAll();
    await page.goto(path);
    await page.getByText('which this browser kept, are back').waitFor();
  });

  it('forgets after a month, and at once where nothing can be read any more', async () => {
    const { page, open } = tab;
    await write(page, '1.1', 'Cement shall be fresh.');
    await eventually(async () => assert.equal((await keptOf(page)).length, 2));
    await page.goto('/projects/new');
    await page.getByLabel('Summary').fill('Long ago.');
    const names = await keptOf(page);
    assert.deepEqual(
      names.map((name) => name.split(' ')[2]),
      ['standard', 'standard', 'summary'],
    );
    await page.evaluate(`for (const name of ${JSON.stringify(names.slice(-1))}) {
      const kept = JSON.parse(localStorage.getItem(name));
      localStorage.setItem(name, JSON.stringify({ ...kept, at: new Date(Date.now() - 31 * 86_400_000) }));
    }`);
    // Something else under such a name, and a copy whose changes could not be kept.
    await page.evaluate(
      "localStorage.setItem('draft 0', 'x'); localStorage.setItem('draft 2 standard 9 x base', 'x')",
    );
    await open('/projects/new');
    assert.deepEqual(await keptOf(page), ['draft 0', ...names.slice(0, 2)]);
    await page.evaluate("localStorage.removeItem('draft 0')");
    assert.equal(await page.getByLabel('Summary').inputValue(), '');
    await ada.call('standards.deprecate', { id: standard.standardId });
    await ada.call('standards.delete', { id: standard.standardId, confirmName: 'Concrete' });
    await page.goto(path);
    await page.getByRole('alert').waitFor();
    assert.deepEqual(await keptOf(page), []);
    assert.deepEqual(tab.complaints, []);
  });
});
