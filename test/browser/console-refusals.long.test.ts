/**
 * Tests that no form of the console loses what was typed, in a real browser: the service answers that somebody was faster
 * (412), that it is asked too often (429) and that it is stopped (503), and the session ends (401): one of these at each second
 * form, others each day, and all in the long run. Each form is sent, because some need what others made. The page says what to do, what was typed is still there, and the next attempt
 * succeeds.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser, Page, Route } from 'playwright-core';
import { RestClient } from '../../shared/rest-client/client.ts';
import { acceptAgreement } from '../../tools/world/accounts.ts';
import {
  createAdoptedPage,
  createTenantCategory,
  createTenantProject,
  createTenantStandard,
} from '../../tools/world/resources.ts';
import { TEST_ADMINISTRATOR } from '../service-node.ts';
import { skipIf } from '../skip-if.ts';
import { shareOf } from '../world/share-of.ts';
import { missingBrowserReason, openBrowser } from './chromium.ts';
import { type ConsolePage, openConsole } from './console-page.ts';
import { useConsoleService } from './console-service.ts';
import type { FormOfConsole, FormPlaces } from './forms/form.ts';
import { PEOPLE_FORMS } from './forms/people.ts';
import { PROJECTS_FORMS } from './forms/projects.ts';
import { STANDARDS_FORMS } from './forms/standards.ts';
import { WIKI_FORMS } from './forms/wiki.ts';

/** Longer than the console repeats a request by itself. */
const RETRY_AFTER = '120';

/** The answers in the middle of a form, and what the page says of each. */
const ANSWERS = [
  { status: 412, code: 'PRECONDITION_FAILED', detail: 'It has changed since you read it.' },
  {
    status: 429,
    code: 'RATE_LIMITED',
    detail: 'The limit of 600 requests is exceeded. Retry in 120 seconds.',
  },
  // Of a proxy, which has no words for people.
  { status: 503, code: null, detail: 'The service could not answer. Try again in 120 seconds.' },
  { status: 401, code: 'UNAUTHENTICATED', detail: 'Sign in again' },
] as const;

type Answer = (typeof ANSWERS)[number];

const fulfil = (route: Route, { status, code, detail }: Answer): Promise<void> =>
  route.fulfill({
    status,
    headers: { 'retry-after': status === 429 || status === 503 ? RETRY_AFTER : '' },
    contentType: code === null ? 'text/html' : 'application/problem+json',
    body: code === null ? '<h1>Service Unavailable</h1>' : JSON.stringify({ status, code, detail }),
  });

skipIf(missingBrowserReason()).describe('forms of the console that are refused, in a real browser', () => {
  afterAll(() => browser?.close());
  const node = useConsoleService();
  let browser: Browser;
  let tab: ConsolePage;
  let places: FormPlaces;

  beforeAll(async () => {
    const api = await new RestClient(node.url).openSession('account.login', TEST_ADMINISTRATOR);
    await acceptAgreement(api);
    const wiki = await createAdoptedPage(api);
    await api.call('wiki.adopted.elements.revoke', {
      id: wiki.pageId,
      adoptedRevId: wiki.editionId,
      element_addresses: ['1.1'],
      reason_code: 'copyright_notice',
    });
    const { items } = await api.call('wiki.moderation.worklist', { state: 'open' });
    const { id: companyId } = await api.call('companies.create', { name: 'Acme' });
    const author = { api, owner: 'Acme', scope: 'company' } as const;
    const standard = await createTenantStandard(author, 'Concrete', await createTenantCategory(author));
    const { projectId, datasheetId } = await createTenantProject(author, 'Harbour station', [
      { standard, revisionId: standard.revisionIds[0] },
    ]);
    places = {
      standard: `/standards/${standard.standardId}`,
      project: `/projects/${projectId}`,
      datasheet: `/projects/${projectId}/datasheets/${datasheetId}`,
      company: `/companies/${companyId}`,
      matter: `/moderation/${items[0]?.id}`,
      wikiPage: `/wiki/${wiki.librarySlug}/${wiki.standardSlug}`,
    };
    browser = await openBrowser();
    tab = await openConsole(browser, node.url);
    await tab.open('/sign-in');
    await tab.page.getByLabel('Email').fill(TEST_ADMINISTRATOR.email);
    await tab.page.getByLabel('Password').fill(TEST_ADMINISTRATOR.password);
    await tab.page.keyboard.press('Enter');
    await tab.page.getByRole('heading', { name: /^Hello/ }).waitFor();
  });

  for (const [at, form] of [
    ...STANDARDS_FORMS,
    ...PROJECTS_FORMS,
    ...PEOPLE_FORMS,
    ...WIKI_FORMS,
  ].entries()) {
    const answers = shareOf(ANSWERS, at);
    it(`keeps what was typed: ${form.name}`, async () => {
      const { page } = tab;
      await page.goto(form.path(places));
      await form.fill(page);
      for (const answer of answers) {
        await refuseOnce(page, form.request, answer);
        await form.send(page);
        await page.getByText(answer.detail).first().waitFor();
        if (answer.status === 401) await signInAgain(page);
        await expectTyped(page, form, String(answer.status));
      }
      await form.send(page);
      await form.done(page).first().waitFor();
    });
  }

  it('keeps what is typed in a list that could not be read again', async () => {
    const { page } = tab;
    await page.goto(`${places.project}/comments`);
    await page
      .getByRole('button', { name: /^Answer( again)?$/ })
      .first()
      .click();
    const answer = page.getByRole('textbox', { name: 'Answer' });
    await answer.fill('After 56 days.');
    await page.getByLabel('Text', { exact: true }).fill('Of which cement?');
    await refuseOnce(page, /^GET .*\/comments$/, ANSWERS[2]);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByText('What is shown here was read before.').waitFor();
    assert.equal(await answer.inputValue(), 'After 56 days.');
    assert.equal(await page.getByLabel('Text', { exact: true }).inputValue(), '', 'this one was sent');
  });

  it('keeps what is typed when the service stops while somebody signs in again', async () => {
    const { page } = tab;
    await page.goto('/account');
    await page.getByLabel('Name of the key').fill('weekly check');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await refuseOnce(page, /whoami$/, ANSWERS[2]);
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password').fill(TEST_ADMINISTRATOR.password);
    await page.keyboard.press('Enter');
    await dialog.getByText(ANSWERS[2].detail).waitFor();
    await signInAgain(page);
    assert.equal(await page.getByLabel('Name of the key').inputValue(), 'weekly check');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('The secret of “weekly check”').waitFor();
  });

  it('breaks no policy', () => assert.deepEqual(tab.complaints, []));
});

/** Refuses the next request of this method and path; what only tries a write is none. */
async function refuseOnce(page: Page, request: RegExp, answer: Answer): Promise<void> {
  let isDone = false;
  await page.route('**/api/**', (route) => {
    const asked = route.request();
    const isIt =
      request.test(`${asked.method()} ${new URL(asked.url()).pathname}`) &&
      !/"?dryRun"?[=:]true/.test(asked.url() + asked.postData());
    if (isDone || !isIt) return route.continue();
    isDone = true;
    return fulfil(route, answer);
  });
}

async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password').fill(TEST_ADMINISTRATOR.password);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

async function expectTyped(page: Page, { typed }: FormOfConsole, when: string): Promise<void> {
  for (const [find, value] of typed) {
    const field = find(page);
    const now =
      typeof value === 'boolean'
        ? await field.isChecked()
        : value instanceof RegExp
          ? await field.textContent()
          : await field.inputValue();
    if (value instanceof RegExp) assert.match(String(now), value, when);
    else assert.equal(now, value, when);
  }
}
