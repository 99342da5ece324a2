/**
 * Tests of the work on a project in the console in a real browser: members, comments, files with review, spreadsheets,
 * the proof of a value, changes.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { emailOf, registerAccount } from '../../tools/world/accounts.ts';
import { createProject } from '../../tools/world/projects.ts';
import { createTenantCategory, createTenantStandard } from '../../tools/world/resources.ts';
import { skipIf } from '../skip-if.ts';
import { missingBrowserReason, openBrowser } from './chromium.ts';
import { type ConsolePage, openConsole } from './console-page.ts';
import { useConsoleService } from './console-service.ts';

/** As long as a name may be, and in two directions. */
const LONG_NAME = `Harbour_${'Station'.repeat(20)} \u05e0\u05de\u05dc ${'and sheds '.repeat(20)}`
  .slice(0, 300)
  .trim();

const DRAWING =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n';

skipIf(missingBrowserReason()).describe('the work on a project in the console, in a real browser', () => {
  afterAll(() => browser?.close());
  const node = useConsoleService();
  let browser: Browser;
  let ada: RestClient;
  let tab: ConsolePage;
  let projectId: number;
  let sheetId: number;

  beforeAll(async () => {
    ada = await registerAccount(node.url, 'Ada', 'Acme');
    const author = { api: ada, owner: 'Acme', scope: 'company' } as const;
    const { standardId } = await createTenantStandard(author, 'Concrete', await createTenantCategory(author));
    projectId = await createProject(ada, { name: LONG_NAME }, [{ standardId }]);
    const sheet = await ada.call('datasheets.create', {
      project_id: projectId,
      standard_id: standardId,
      name: LONG_NAME.slice(0, 255).trim(),
    });
    sheetId = sheet.id;
    browser = await openBrowser();
    tab = await openConsole(browser, node.url);
    await tab.signIn(`/projects/${projectId}/members`, emailOf('Ada'));
  });

  it('invites somebody, and withdraws the invitation', async () => {
    const { page } = tab;
    await page.getByRole('heading', { name: 'Invite' }).waitFor();
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByLabel('Email').fill(emailOf('Grace'));
    await page.getByLabel('As').selectOption('editor');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('button', { name: `Withdraw the invitation of ${emailOf('Grace')}` }).click();
    await page.getByRole('heading', { name: 'Invited' }).waitFor({ state: 'detached' });
  });

  it('asks about a field, answers, and keeps a text that could not be sent', async () => {
    const { page, open } = tab;
    await open(`/projects/${projectId}/datasheets/${sheetId}`);
    await page.getByRole('link', { name: /^Comment on Compressive strength/ }).click();
    await page.getByLabel('Text').fill('At which age?');
    await page.reload();
    assert.equal(await page.getByLabel('Text').inputValue(), 'At which age?', 'kept in the browser');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByText('with the owner').waitFor();
    await page.getByRole('heading', { name: 'Waiting for you 1' }).waitFor();
    assert.equal(await page.getByLabel('Text').inputValue(), '');
    await page.locator('section:focus', { hasText: 'At which age?' }).waitFor();
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await page.locator('textarea[name="answerBody"]:focus').waitFor();
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await page.getByRole('textbox', { name: 'Answer' }).fill('After 28 days.');
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await page.locator('p:focus', { hasText: 'After 28 days.' }).waitFor();
    await page.getByRole('button', { name: 'Close comment' }).waitFor();
    await page.getByRole('heading', { name: 'Waiting for you' }).waitFor({ state: 'detached' });
    await page.locator('.facts > .tag.force', { hasText: 'answered' }).waitFor();
    const { comments } = await ada.call('comments.list', { projectId });
    assert.deepEqual(
      comments.map(({ state, answerBody, anchorType }) => [state, answerBody, anchorType]),
      [['answered', 'After 28 days.', 'datasheet_field']],
    );
  });

  it('uploads drawings with their progress; what is refused stays chosen; and takes one through review', async () => {
    const { page, open } = tab;
    await open(`/projects/${projectId}/files`);
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByLabel('New folder').fill('Drawings');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Drawings' }).click();
    const give = (name: string, text: string) =>
      page
        .getByLabel('Drop files here')
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(text) });
    await give('A-500.pdf', 'no drawing');
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('alert').waitFor();
    assert.match(await page.locator('.drop').innerText(), /A-500\.pdf, 10 bytes/);
    await give('A-501.pdf', DRAWING);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Uploaded: A-501.pdf.').waitFor();
    assert.equal(await page.getByRole('button', { name: /A-501/ }).count(), 0, 'behind the menu');
    await page.getByLabel('More for A-501.pdf').press('Enter');
    await page.getByRole('button', { name: 'Send to review A-501.pdf' }).click();
    await page.getByRole('button', { name: 'Approve A-501.pdf' }).click();
    await page.getByRole('button', { name: 'Mark obsolete A-501.pdf' }).waitFor();
    await page.getByRole('button', { name: 'Change A-501.pdf' }).click();
    await page.locator('select:focus').waitFor();
    await page.getByRole('button', { name: 'Mark obsolete A-501.pdf' }).waitFor({ state: 'hidden' });
    await page.getByLabel('Tags').fill('doors, level 1');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('level 1').waitFor();
    const { files } = await ada.call('files.list', { projectId });
    const { folders } = await ada.call('files.folders.list', { projectId });
    assert.deepEqual(
      files.map(({ name, status, tags, folder_id }) => [name, status, tags, folder_id]),
      [['A-501.pdf', 'approved', ['doors', 'level 1'], folders[0]?.id]],
    );
    const [shown] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'A-501.pdf', exact: true }).click(),
    ]);
    await shown.close();
  });

  it('renames a folder, puts it into another one, and in another place', async () => {
    const { page, open } = tab;
    for (const name of ['Photographs', 'Reports'])
      await ada.call('files.folders.create', { projectId, name });
    await open(`/projects/${projectId}/files`);
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.getByRole('button', { name: 'Change the folder Reports' }).click();
    await page.getByLabel('Name of the folder').fill('Letters');
    await page.getByLabel('Place').selectOption('before Drawings');
    await page.getByRole('button', { name: 'Save the folder' }).click();
    await page.getByRole('link', { name: 'Letters' }).waitFor();
    await page.getByRole('link', { name: 'Photographs' }).click();
    await page.getByRole('button', { name: 'Change the folder Photographs' }).click();
    await page.getByLabel('In the folder').selectOption('Letters');
    assert.deepEqual(await tab.findBarriers(), []);
    await page.getByRole('button', { name: 'Save the folder' }).click();
    await page.locator('.depth-2', { hasText: 'Photographs' }).waitFor();
    const { folders } = await ada.call('files.folders.list', { projectId });
    const names = new Map(folders.map(({ id, name }) => [id, name]));
    assert.deepEqual(
      folders.filter(({ parent_id }) => parent_id === null).map(({ name }) => name),
      ['Letters', 'Drawings'],
    );
    assert.equal(names.get(folders.find(({ name }) => name === 'Photographs')?.parent_id ?? 0), 'Letters');
  });

  it('names who can be asked at the firms', async () => {
    const { page, open } = tab;
    await open(`/projects/${projectId}/edit`);
    const owner = page.getByRole('group', { name: 'Contact of the owner' });
    await owner.getByLabel('Name').fill('Grace Hopper');
    await page.getByRole('button', { name: 'Save the details' }).click();
    await owner.locator('.finding').waitFor();
    await owner.getByLabel('Email').fill(emailOf('Grace'));
    await page.getByRole('button', { name: 'Save the details' }).click();
    await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
  });

  it('brings back a spreadsheet of datasheets after a look at what it changes', async () => {
    const { page, open } = tab;
    await open(`/projects/${projectId}/datasheets`);
    await page.getByText('As a spreadsheet').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    const lines = csv.split('\r\n');
    const [head = ''] = lines;
    const column = head.replace('\ufeff', '').split(',').indexOf('value');
    const row = lines.findIndex((line) => line.includes('Supplier'));
    const cells = (lines[row] ?? '').split(',');
    cells[column] = 'Acme Cement';
    lines[row] = cells.join(',');
    await page
      .getByLabel('Bring one back')
      .setInputFiles({ name: 'sheets.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) });
    assert.equal(await page.locator('ins').innerText(), 'Acme Cement');
    await page.getByRole('button', { name: 'Save 1 field' }).click();
    await page.getByText('1 field is saved.').waitFor();
    await open(`/projects/${projectId}/datasheets/${sheetId}/history`);
    await page.getByRole('button', { name: 'What 1.1.0 changed' }).click();
    assert.equal(await page.locator('ins').innerText(), 'Acme Cement');
    assert.deepEqual(await tab.findBarriers(), []);
  });

  it('names the values that are still empty before it is published, each with the way to its field', async () => {
    const { page, open } = tab;
    await open(`/projects/${projectId}/publish`);
    const empty = page.locator('details[open]').getByRole('link').first();
    const label = await empty.innerText();
    await empty.click();
    await page.locator('#main :focus').waitFor();
    assert.match(
      (await page.locator('.sheet-field:has(:focus) > .label').textContent()) ?? '',
      new RegExp(`^${label}`),
    );
  });

  it('saves the proof of a value, which is verified', async () => {
    const { page, open } = tab;
    const { revision } = await ada.call('projects.publish', { id: projectId, revision_name: 'Tender' });
    await open(`/projects/${projectId}/revisions/${revision.id}`);
    await page.getByRole('link', { name: 'Concrete' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Proof of Supplier of Acme in / }).click(),
    ]);
    await open('/verify');
    await page.getByLabel('Drop files here').setInputFiles(await download.path());
    await page.getByText('The file is as it was signed.').waitFor();
    assert.match(await page.locator('main').innerText(), /Acme Cement/);
  });

  it('shows what happened, the newest first, and marks later what is new', async () => {
    const { page, open } = tab;
    const at = `/projects/${projectId}/changes`;
    await open(at);
    await page.getByText(/^Ada resolved comment \d+$/).waitFor();
    const first = await page.locator('.feed .rows > li').first().innerText();
    assert.match(first, /Ada published revision 1\b/, 'the newest first');
    await page.getByRole('heading', { name: /^\d{4}-\d\d-\d\d$/ }).waitFor();
    await page.locator('li', { hasText: 'Ada changed the file A-501.pdf' }).first().waitFor();
    await page
      .getByRole('link', { name: /^comment/ })
      .first()
      .click();
    await page.locator('section:focus', { hasText: 'At which age?' }).waitFor();
    await open(at);
    await page.getByText('Nothing is new.').waitFor();
    await ada.call('projects.draft.create', { id: projectId });
    await open(at);
    await page.locator('li', { hasText: 'Ada opened the draft' }).getByText('new', { exact: true }).waitFor();
  });

  it('says what is in a project, what waits and what was published last', async () => {
    const { page, open } = tab;
    await ada.call('comments.create', {
      projectId,
      anchorType: 'project',
      anchorId: projectId,
      intent: 'question',
      body: 'Who delivers?',
    });
    await open(`/projects/${projectId}`);
    await page.getByRole('link', { name: '1 comment waits for you' }).waitFor();
    const glance = await page.locator('.glance').innerText();
    assert.match(glance, /Concrete\s+1\.1\.0[\s\S]*0 of 1 without an empty value/);
    assert.match(glance, /Revision 1, Tender, \d{4}-\d\d-\d\d, Ada/);
  });

  it('begins with what it shows on a narrow screen; what is chosen from is behind a button', async () => {
    const { page, open } = tab;
    await page.setViewportSize({ width: 320, height: 800 });
    await open(`/projects/${projectId}/files`);
    assert.ok(await page.getByLabel('Status').isHidden());
    assert.ok(await page.getByRole('link', { name: 'In no folder' }).isHidden());
    await page.getByRole('button', { name: 'Folders' }).click();
    await page.getByRole('link', { name: 'In no folder' }).waitFor();
    await open(`/projects/${projectId}/comments?state=open`);
    assert.ok(await page.getByLabel('State').isHidden());
    await page.getByRole('button', { name: 'Choose comments (1 chosen)' }).click();
    await page.getByLabel('State').waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('has no barrier of WCAG 2.2 AA, needs no scrolling sideways, and breaks no policy', async () => {
    const { expectNoBarriers, complaints } = tab;
    const parts = ['', 'members', 'comments', 'files', 'changes', 'datasheets'];
    await expectNoBarriers(parts.map((part) => `/projects/${projectId}/${part}`));
    assert.deepEqual(complaints, []);
  });
});
