/**
 * Tests of the API reference at `/docs` in a real browser: its groups, "try it" with a key, and no request to other
 * sites.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { GROUP_DESCRIPTIONS } from '../../shared/contracts/help.ts';
import { KEY_PRESETS } from '../../shared/contracts/key-presets.ts';
import { RestClient } from '../../shared/rest-client/client.ts';
import { ACCOUNT_PASSWORD, createKey, registerAccount } from '../../tools/world/accounts.ts';
import { useNode } from '../service-node.ts';
import { skipIf } from '../skip-if.ts';
import { missingBrowserReason, openBrowser } from './chromium.ts';

skipIf(missingBrowserReason()).describe('the API reference at /docs (A9, G17), in a real browser', () => {
  afterAll(() => browser?.close());
  const node = useNode();
  let browser: Browser;
  let page: Page;
  let key: string;
  const requested: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    const session = await registerAccount(node.url, 'Ada', 'Acme');
    key = (await createKey(session, ['category:read', 'category:create'])).secret;
    browser = await openBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(30_000);
    page.on('request', (request) => requested.push(request.url()));
    // Violations of the content security policy and files that are not there are told on the console.
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${node.node.url}/docs`);
    await page.locator('.opblock-tag').first().waitFor();
  });

  it('shows every group with what it is about', async () => {
    assert.match(await page.title(), /API reference/);
    assert.match(await page.locator('header h1').innerText(), /Construction Specification Service/);
    const links = page.getByRole('navigation', { name: 'Guides' });
    for (const [name, path] of [
      ['Console', '/'],
      ['Your keys', '/account'],
    ] as const)
      assert.equal(
        new URL((await links.getByRole('link', { name }).getAttribute('href')) ?? '', `${page.url()}`)
          .pathname,
        path,
      );
    const shown = await page.locator('.opblock-tag').allInnerTexts();
    const { groups } = Object(await new RestClient(node.url).get('/api/help?format=index'));
    const expected = groups.map(({ name }: { name: keyof typeof GROUP_DESCRIPTIONS }) => [
      name,
      GROUP_DESCRIPTIONS[name],
    ]);
    assert.deepEqual(
      shown.map((text) =>
        text
          .split('\n')
          .map((part) => part.trim())
          .filter(Boolean),
      ),
      expected,
    );
  });

  /** Opens an endpoint, fills its body and sends it: what the page shows of the response. */
  const tryIt = async (
    group: string,
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: string; shown: string }> => {
    const heading = page.locator(`.opblock-tag[data-tag="${group}"]`);
    if ((await heading.getAttribute('data-is-open')) !== 'true') await heading.click();
    const block = page.locator(`.opblock-${method.toLowerCase()}`, {
      has: page.locator(`.opblock-summary-path[data-path="${path}"]`),
    });
    await block.locator('.opblock-summary-control').click();
    await block.locator('.try-out__btn').click();
    if (body) await block.locator('textarea.body-param__text').fill(JSON.stringify(body));
    await block.locator('.execute').click();
    const row = block.locator('.live-responses-table tr.response').first();
    const status = await row.locator('.response-col_status').innerText();
    return { status: status.trim(), shown: await row.innerText() };
  };

  const openOperation = async (group: string, method: string, path: string): Promise<Locator> => {
    await page.locator(`.opblock-tag[data-tag="${group}"]`).click();
    const block = page.locator(`.opblock-${method}`, {
      has: page.locator(`.opblock-summary-path[data-path="${path}"]`),
    });
    await block.locator('.opblock-summary-control').click();
    await block.locator('.error-codes').waitFor();
    return block;
  };

  it('shows recorded bodies, the permission in the heading, and errors as one table, within three screens', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const block = await openOperation('standards', 'post', '/api/standards');
    assert.match(await block.locator('.opblock-summary .permission').innerText(), /^standard:create$/);
    assert.match(
      await block.locator('.opblock-section-request-body').innerText(),
      /"name": "Exterior doors"/,
    );
    assert.match(await block.locator('.error-codes').innerText(), /409[\s\S]*NAME_TAKEN/);
    assert.equal(await block.locator('.responses-table tr.response').count(), 1);
    const { height = 0 } = (await block.boundingBox()) ?? {};
    assert.ok(height > 0 && height < 3 * 800, `${height} pixels`);
    await block.locator('.opblock-summary-control').click();
    await page.locator('.opblock-tag[data-tag="standards"]').click();
  });

  it('the operation with the most parameters is within three screens, with the shapes of its answer', async () => {
    const block = await openOperation('standards', 'get', '/api/standards');
    const { height = 0 } = (await block.boundingBox()) ?? {};
    assert.ok(height > 0 && height < 3 * 800, `${height} pixels`);
    await block.getByRole('tab', { name: 'Schema' }).click();
    await block.locator('.json-schema-2020-12__title', { hasText: 'per_page' }).waitFor();
    await block.locator('.opblock-summary-control').click();
    await page.locator('.opblock-tag[data-tag="standards"]').click();
  });

  it('has no field for a cookie, and links the guides', async () => {
    await page.locator('.btn.authorize').click();
    assert.equal(await page.locator('.modal-ux .auth-container').count(), 1);
    await page.locator('.modal-ux .btn-done').click();
    for (const link of await page.locator('nav a').all()) {
      const { status } = await fetch(new URL((await link.getAttribute('href')) ?? '', page.url()));
      assert.equal(status, 200, await link.innerText());
    }
  });

  it('“try it” works with a key: 401 without it, 200 for a read and 201 for a write with it', async () => {
    assert.equal(
      (await tryIt('account', 'GET', '/api/account/notifications')).status,
      '401',
      'nobody is signed in',
    );
    await page.locator('.btn.authorize').click();
    await page.locator('.modal-ux input[type=text]').first().fill(key);
    await page.locator('.modal-ux .auth-btn-wrapper .authorize').first().click();
    await page.locator('.modal-ux .btn-done').first().click();
    const whoami = await tryIt('discovery', 'GET', '/api/whoami');
    assert.equal(whoami.status, '200');
    assert.match(whoami.shown, /ada@example\.org/);
    const made = await tryIt('categories', 'POST', '/api/categories', {
      name: 'By the page',
      subject_type: 'company',
    });
    assert.equal(made.status, '201');
    assert.match(made.shown, /By the page/);
  });

  it('keeps no key: nothing of it is in the storage of the browser, and it is gone after a reload (Y5)', async () => {
    const kept = async (): Promise<string> => {
      const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      const cookies = await page.context().cookies();
      return `${stored} ${JSON.stringify(cookies)}`;
    };
    assert.doesNotMatch(await kept(), /css_(live|test)_/);
    assert.ok(!(await kept()).includes(key));
    await page.reload();
    await page.locator('.opblock-tag').first().waitFor();
    assert.equal((await tryIt('discovery', 'GET', '/api/whoami')).status, '401');
  });

  it('signing in and making a key by keyboard shows it once, and “try it” uses it at once (Y5)', async () => {
    // Without the fragment that opens an operation.
    await page.goto(`${node.url}/docs`);
    await page.locator('.opblock-tag').first().waitFor();
    await page.locator('#sign-in [name=email]').focus();
    await page.keyboard.type('ada@example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.type(ACCOUNT_PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('#who', { hasText: 'ada@example.org' }).waitFor();
    const presets = page.locator('#make-key [name=preset] option');
    assert.deepEqual(await presets.evaluateAll((options) => options.map((option) => option.value)), [
      '',
      ...KEY_PRESETS,
    ]);
    // What the key may do has to be chosen, by its first letter.
    assert.ok(!(await page.locator('#make-key').evaluate((form) => form.checkValidity())));
    await page.keyboard.type('r');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('#key').waitFor();
    const secret = await page.locator('#secret').inputValue();
    assert.match(secret, /^css_test_\w+/);
    const whoami = await tryIt('discovery', 'GET', '/api/whoami');
    assert.equal(whoami.status, '200');
    assert.match(whoami.shown, /"name": "API reference"/);
    const stored = await page.evaluate(() => localStorage.length + sessionStorage.length);
    assert.equal(stored, 0);
    await page.reload();
    assert.equal(await page.locator('#secret').inputValue(), '');
  });

  it('asks nobody but this service, and the browser has nothing to complain of but the refused request', () => {
    assert.deepEqual([...new Set(requested.map((url) => new URL(url).origin))], [node.node.url]);
    assert.deepEqual(
      complaints.filter((text) => !text.includes('401')),
      [],
    );
  });
});
