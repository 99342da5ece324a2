/** Tests of writing a standard in the console, in a real browser: new, edited, saved, published. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { ACCOUNT_PASSWORD, emailOf, registerAccount } from '../../tools/world/accounts.ts';
import { eventually } from '../eventually.ts';
import { skipIf } from '../skip-if.ts';
import { missingBrowserReason, openBrowser } from './chromium.ts';
import { type ConsolePage, openConsole } from './console-page.ts';
import { useConsoleService } from './console-service.ts';

skipIf(missingBrowserReason()).describe('writing a standard in the console, in a real browser', () => {
  afterAll(() => browser?.close());
  const node = useConsoleService();
  let browser: Browser;
  let writer: ConsolePage;
  let ada: RestClient;

  beforeAll(async () => {
    ada = await registerAccount(node.url, 'Ada', 'Acme');
    browser = await openBrowser();
    writer = await openConsole(browser, node.url);
    const { page } = writer;
    await writer.open('/sign-in?to=/standards/new');
    await page.getByLabel('Email').fill(emailOf('Ada'));
    await page.getByLabel('Password').fill(ACCOUNT_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New standard' }).waitFor();
  });

  const standardId = (): number => Number(new URL(writer.page.url()).pathname.split('/')[2]);

  it('makes a standard in a new category, and writes its first clauses by keyboard alone', async () => {
    const { page } = writer;
    await page.getByLabel('Name', { exact: true }).fill('08 11 13 Hollow Metal Doors');
    await page.getByLabel('Name of the category').fill('Openings');
    await page.getByLabel('Name of the category').press('Enter');
    await page.getByRole('heading', { name: 'Edit 08 11 13 Hollow Metal Doors' }).waitFor();
    await page.getByRole('button', { name: 'Insert the first clause' }).press('Enter');
    await page.keyboard.type('General');
    await page.keyboard.press('Control+Shift+Enter');
    await page.keyboard.type('Doors shall comply with SDI A250.8.');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('Frames shall be welded.');
    await page.keyboard.press('Escape');
    await page.locator('[aria-label="Edit 1.2"]:focus').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();
    const { elements } = await ada.call('standards.workingCopy.get', { id: standardId() });
    assert.deepEqual(
      elements.map(({ address, toc_content, content }) => [address, toc_content, content]),
      [
        ['1', 'General', ''],
        ['1.1', '', 'Doors shall comply with SDI A250.8.'],
        ['1.2', '', 'Frames shall be welded.'],
      ],
    );
  });

  it('moves clauses with their numbers, undoes it, and adds a field', async () => {
    const { page } = writer;
    const identities = (await ada.call('standards.workingCopy.get', { id: standardId() })).elements;
    await page.getByRole('button', { name: 'Edit 1.2' }).focus();
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await page.getByText('2 moved').waitFor();
    await page.keyboard.press('Control+z');
    await page
      .getByText('No changes')
      .or(page.getByText('Saved', { exact: true }))
      .waitFor();
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add a field' }).click();
    // The focus is in what was added.
    await page.keyboard.type('Clear width');
    await page.getByLabel('Type').selectOption('range');
    await page.getByLabel('Constraint').selectOption({ label: 'minimum' });
    await page.getByLabel('Default, which is the minimum').waitFor();
    await page.getByLabel('Type').selectOption('number');
    assert.equal(await page.getByLabel('Constraint').count(), 0, 'only a range has a minimum');
    await page.getByLabel('Unit').fill('in');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();
    const copy = await ada.call('standards.workingCopy.get', { id: standardId() });
    assert.deepEqual(
      copy.elements.map(({ element_id, content }) => [element_id, content]),
      [
        [identities[0]?.element_id, ''],
        [identities[2]?.element_id, 'Frames shall be welded.'],
        [identities[1]?.element_id, 'Doors shall comply with SDI A250.8.'],
      ],
    );
    assert.deepEqual(
      copy.datasheet_elements.map(({ element_address, label, input_type, unit }) => [
        element_address,
        label,
        input_type,
        unit,
      ]),
      [['1.1', 'Clear width', 'number', 'in']],
    );
  });

  it('names what is refused beside its field, and keeps it', async () => {
    const { page } = writer;
    await page.getByLabel('Type').selectOption('radio');
    await page.getByLabel('Default').fill('wide');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const list = page.getByRole('list', { name: 'What to correct' });
    await list.getByRole('button', { name: /^1\.1, field “Clear width”: The default/ }).click();
    await page.locator('[aria-invalid="true"]:focus').waitFor();
    assert.equal(await page.getByLabel('Default').getAttribute('aria-invalid'), 'true');
    await page.getByLabel('Type').selectOption('range');
    await page.getByLabel('Default').fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
  });

  it('uploads an image and puts it into the text with what it shows', async () => {
    const { page } = writer;
    await page.getByRole('button', { name: 'Edit 1.2', exact: true }).click();
    await page.getByText('Insert an image').click();
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"></svg>';
    await page
      .getByLabel('Image')
      .setInputFiles({ name: 'sill.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) });
    await page.getByLabel('What it shows').fill('Section of the [sill]');
    const release = Promise.withResolvers<void>();
    await page.route('**/images', async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Upload and insert it' }).click();
    await page.keyboard.press('Control+s');
    await page.getByText('An image is being uploaded.').waitFor();
    release.resolve();
    await page.getByText('Upload and insert it').waitFor({ state: 'hidden' });
    await page.unrouteAll();
    await page.getByText('Insert an image').click();
    assert.equal(await page.getByLabel('What it shows').inputValue(), '');
    await page.getByText('Insert an image').click();
    assert.match(
      await page.getByLabel('Text', { exact: true }).inputValue(),
      /^Doors shall comply with SDI A250\.8\.!\[Section of the sill\]\(image:sill\.[\w-]+\.svg\)$/,
    );
    await page.keyboard.press('Escape');
    const isShown = () =>
      eventually(async () =>
        assert.equal(await page.evaluate('document.querySelector("img[alt*=sill]")?.naturalWidth'), 40),
      );
    await isShown();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await isShown();
    await page.getByRole('button', { name: 'Edit 1.1', exact: true }).click();
  });

  it('puts a second image into a clause that has one, and shows both', async () => {
    const { page } = writer;
    await page.getByRole('button', { name: 'Edit 1.2', exact: true }).click();
    await page.getByLabel('Text', { exact: true }).press('Control+End');
    await page.getByText('Insert an image').click();
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="10"></svg>';
    await page
      .getByLabel('Image')
      .setInputFiles({ name: 'head.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) });
    await page.getByLabel('What it shows').fill('Section of the head');
    await page.getByRole('button', { name: 'Upload and insert it' }).click();
    await page.getByText('Upload and insert it').waitFor({ state: 'hidden' });
    assert.match(
      await page.getByLabel('Text', { exact: true }).inputValue(),
      /!\[Section of the sill\]\(image:sill\.[\w-]+\.svg\)!\[Section of the head\]\(image:head\.[\w-]+\.svg\)$/,
    );
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    const widths = "[...document.querySelectorAll('.clause img')].map(({ naturalWidth }) => naturalWidth)";
    await eventually(async () => assert.deepEqual(await page.evaluate(widths), [40, 30]));
    await page.getByRole('button', { name: 'Edit 1.1', exact: true }).click();
  });

  it('has no barrier of WCAG 2.2 AA, and needs not be scrolled sideways, with a clause open', async () => {
    const { page, findBarriers } = writer;
    assert.deepEqual(await findBarriers(), []);
    await page.getByRole('button', { name: 'Keys' }).click();
    await page.getByText('insert a clause behind it').waitFor();
    assert.deepEqual(await findBarriers(), []);
    await page.keyboard.press('Escape');
  });

  it('keeps what is typed when the service does not answer and when the page is left', async () => {
    const { page } = writer;
    await page.getByRole('button', { name: 'Edit 1.2' }).click();
    await page.getByLabel('Text').fill('Doors shall comply with SDI A250.8, Level 3.');
    await page.route('**/working-copy*', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          status: 503,
          code: 'SERVICE_UNAVAILABLE',
          detail: 'The service standards does not answer. Try again in a few seconds.',
        }),
      }),
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Try again in a few seconds').waitFor();
    assert.equal(await page.getByLabel('Text').inputValue(), 'Doors shall comply with SDI A250.8, Level 3.');
    await page.unroute('**/working-copy*');
    await page.reload();
    await page.getByText('which this browser kept, are back').waitFor();
    await page.getByText('Doors shall comply with SDI A250.8, Level 3.').waitFor();
  });

  it('signs in again in place when the session ended, and saves then', async () => {
    const { page } = writer;
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill(ACCOUNT_PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Doors shall comply with SDI A250.8, Level 3.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.deepEqual(
      await page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('draft'))"),
      [],
    );
  });

  it('publishes it, and says before which number the revision gets', async () => {
    const { page, findBarriers } = writer;
    await page.getByRole('link', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Publish 1.0.0' }).waitFor();
    assert.deepEqual(await findBarriers(), []);
    await page.getByLabel('Summary').fill('First issue');
    await page.getByRole('button', { name: 'Publish 1.0.0' }).click();
    await page.getByText('Revision 1.0.0').waitFor();
    await page.getByText('Doors shall comply with SDI A250.8, Level 3.').waitFor();
  });

  it('discards a draft only as it was read', async () => {
    const { page } = writer;
    const id = standardId();
    const { elements, version } = await ada.call('standards.edit', { id });
    await page.goto(`/standards/${id}/edit`);
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    const changed = elements.map((element, at) =>
      at === 1 ? { ...element, content: 'Reworded.' } : element,
    );
    await ada.call('standards.workingCopy.save', { id, baseVersion: version, elements: changed });
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await page.getByText('has changed since you read it').waitFor();
    assert.equal((await ada.call('standards.workingCopy.get', { id })).elements[1]?.content, 'Reworded.');
    await page.reload();
    await page.getByText('Reworded.').waitFor();
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await page.waitForURL(`**/standards/${id}`);
    await page.getByText('Revision 1.0.0').waitFor();
    // The address changes before the page of the standard has replaced the editor, which names the revision too.
    await page.getByText('Reworded.').waitFor({ state: 'detached' });
  });

  it('publishes no draft that says what is published, and says why', async () => {
    const { page } = writer;
    const id = standardId();
    await ada.call('standards.edit', { id });
    await page.goto(`/standards/${id}/publish`);
    await page.getByText('Nothing to publish: the draft says the same as revision 1.0.0.').waitFor();
    const publish = page.getByRole('button', { name: /^Publish/ });
    assert.equal(await publish.getAttribute('aria-disabled'), 'true');
    await publish.press('Enter');
    const { revisions } = await ada.call('standards.revisions', { id });
    assert.equal(revisions.length, 1);
    assert.equal(new URL(page.url()).pathname, `/standards/${id}/publish`);
  });

  it('asks where a new standard is filed, and files it nowhere beforehand', async () => {
    const { page } = writer;
    await page.goto('/standards/new');
    await page.getByLabel('Name', { exact: true }).fill('08 80 00 Glazing');
    await page.getByRole('button', { name: 'Create and edit it' }).click();
    assert.equal(await page.getByLabel('Category').inputValue(), '');
    assert.equal(await page.evaluate("document.querySelector('select:invalid')?.name"), 'category_id');
    await page.getByLabel('Category').selectOption({ label: 'Openings' });
    await page.getByRole('button', { name: 'Create and edit it' }).click();
    await page.getByRole('heading', { name: 'Edit 08 80 00 Glazing' }).waitFor();
  });

  it('breaks no policy', () => assert.deepEqual(writer.complaints, []));
});
