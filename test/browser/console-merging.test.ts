/**
 * Tests of what two people do with one standard in the console, in a real browser: colliding saves, customising,
 * merging; also deprecating and deleting a copy.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { emailOf, registerAccount, registerMember } from '../../tools/world/accounts.ts';
import { createStandard, publishStandard } from '../../tools/world/standards.ts';
import { skipIf } from '../skip-if.ts';
import { missingBrowserReason, openBrowser } from './chromium.ts';
import { type ConsolePage, openConsole } from './console-page.ts';
import { useConsoleService } from './console-service.ts';

const TEXTS: readonly (readonly [address: string, heading: string, content: string])[] = [
  ['1', 'Doors', ''],
  ['1.1', '', 'Doors shall be 36 inches wide.'],
  ['1.2', '', 'Frames shall be welded.'],
  ['1.3', '', 'Hinges shall be of steel.'],
];

const outlineOf = (words: Readonly<Record<string, string>> = {}, more: typeof TEXTS = []) => ({
  confirmReplace: true,
  elements: [...TEXTS, ...more].map(([address, toc_content, content]) => ({
    address,
    toc_content,
    content: words[address] ?? content,
    attributes: toc_content === '' ? {} : { inToc: true },
  })),
});

skipIf(missingBrowserReason()).describe('two editors of a standard in the console, in a real browser', () => {
  afterAll(() => browser?.close());
  const node = useConsoleService();
  let browser: Browser;
  let writer: ConsolePage;
  let ada: RestClient;
  let byron: RestClient;
  let id: number;

  /** Changes words of the working copy as Byron does over REST. */
  async function editAsByron(
    words: Readonly<Record<string, string>>,
    added: typeof TEXTS = [],
    headings: Readonly<Record<string, string>> = {},
  ) {
    const { version: baseVersion, elements } = await byron.call('standards.edit', { id });
    await byron.call('standards.workingCopy.save', {
      id,
      baseVersion,
      elements: [
        ...elements.map((element) => ({
          ...element,
          content: words[element.address] ?? element.content,
          toc_content: headings[element.address] ?? element.toc_content,
        })),
        ...added.map(([address, toc_content, content]) => ({ address, toc_content, content })),
      ],
    });
  }

  const textsOf = async (): Promise<string[]> =>
    (await ada.call('standards.workingCopy.get', { id })).elements.map(
      ({ address, content }) => `${address} ${content}`,
    );

  const openClause = async (address: string, text: string): Promise<void> => {
    const { page } = writer;
    await page.getByRole('button', { name: `Edit ${address}`, exact: true }).click();
    await page.getByLabel('Text', { exact: true }).fill(text);
  };

  beforeAll(async () => {
    ada = await registerAccount(node.url, 'Ada', 'Acme');
    byron = await registerMember(ada, 'Byron', 'CompanyEditor');
    const { id: category_id } = await ada.call('categories.create', {
      name: 'Openings',
      subject_type: 'company',
    });
    ({ id } = await createStandard(
      ada,
      { name: 'Doors', category_id, subject_type: 'company' },
      outlineOf(),
    ));
    await publishStandard(ada, id, { summary: 'First issue' });
    browser = await openBrowser();
    writer = await openConsole(browser, node.url);
    await writer.signIn(`/sign-in?to=/standards/${id}/edit`, emailOf('Ada'));
    await writer.page.getByRole('heading', { name: 'Edit Doors' }).waitFor();
  });

  it('merges what two changed in different clauses, and says so', async () => {
    const { page } = writer;
    await openClause('1.3', 'Hinges shall be of stainless steel.');
    await editAsByron({ '1.2': 'Frames shall be welded and ground.' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Merged with what others saved: 1.2 changed').waitFor();
    await page.getByText('Frames shall be welded and ground.').waitFor();
  });

  it('shows what both changed in three columns, and saves what is decided', async () => {
    const { page, findBarriers } = writer;
    await openClause('1.1', 'Doors shall be 38 inches wide.');
    await page.keyboard.press('Escape');
    await openClause('1.2', 'Frames shall be bolted.');
    await editAsByron({
      '1.1': 'Doors shall be 40 inches wide.',
      '1.2': 'Frames shall be welded, ground and primed.',
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('2 undecided').waitFor();
    const [first, second] = [
      page.getByRole('region', { name: /^1\.1/ }),
      page.getByRole('region', { name: /^1\.2/ }),
    ];
    assert.deepEqual(await first.locator('ins').allInnerTexts(), ['38', '40']);
    assert.deepEqual(
      (await first.locator('.side .check').allInnerTexts()).map((words) => words.trim()),
      ['Use mine', 'Use theirs', 'Use both'],
    );
    await first.getByLabel('Use theirs').check();
    assert.match(await first.locator('.chosen').innerText(), /^Theirs: Byron/);
    await second.getByLabel('Use both').check();
    assert.equal(
      await second.getByLabel('Text').inputValue(),
      'Frames shall be bolted.\n\nFrames shall be welded, ground and primed.',
    );
    await page.getByText('1 undecided', { exact: true }).waitFor();
    await second.getByLabel('Text').fill('Frames shall be bolted and primed.');
    assert.deepEqual(await findBarriers(), []);
    await page.getByRole('button', { name: 'Save with these choices' }).click();
    await page.getByText('Merged with what others saved').waitFor();
    assert.deepEqual(await textsOf(), [
      '1 ',
      '1.1 Doors shall be 40 inches wide.',
      '1.2 Frames shall be bolted and primed.',
      '1.3 Hinges shall be of stainless steel.',
    ]);
  });

  it('keeps both of two clauses that were added at one number', async () => {
    const { page } = writer;
    await page.getByRole('button', { name: 'Edit 1.3', exact: true }).focus();
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('Locks shall be mortised.');
    await editAsByron({}, [['1.4', '', 'Closers shall be hydraulic.']]);
    await page.keyboard.press('Control+s');
    await page.getByText('Both stay').waitFor();
    await page.getByLabel('Use theirs').check();
    await page.getByRole('button', { name: 'Save with these choices' }).click();
    await page.getByText('Merged with what others saved').waitFor();
    assert.deepEqual((await textsOf()).slice(4), [
      '1.4 Closers shall be hydraulic.',
      '1.5 Locks shall be mortised.',
    ]);
  });

  it('goes on in the present draft when the one that was read has been published', async () => {
    const { page } = writer;
    await page.keyboard.press('Escape');
    await openClause('1.3', 'Hinges shall be of brass.');
    await byron.call('standards.publish', { id, summary: 'By Byron' });
    await editAsByron({ '1.5': 'Locks shall be mortised and keyed alike.' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('published or discarded since').waitFor();
    await page.getByText('1 changed').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.deepEqual((await textsOf()).slice(3), [
      '1.3 Hinges shall be of brass.',
      '1.4 Closers shall be hydraulic.',
      '1.5 Locks shall be mortised and keyed alike.',
    ]);
    await ada.call('standards.publish', { id, summary: 'By Ada' });
  });

  it('customises a standard, and merges what its source changes, each collision decided', async () => {
    const { page, open, findBarriers } = writer;
    const source = id;
    await open(`/standards/${source}`);
    await page.getByText('Manage', { exact: true }).click();
    await page.getByRole('link', { name: 'Customise' }).click();
    await page.getByLabel('Name').fill('Doors of the hospital');
    await page.getByRole('button', { name: 'Make the copy' }).click();
    await page.getByRole('heading', { name: 'Doors of the hospital', exact: true }).waitFor();
    const copy = Number(new URL(page.url()).pathname.split('/')[2]);
    await page.getByText('A customised copy of Doors, with all of its revision').waitFor();
    // The copy rewords 1.1 and 1.2 and gives 1.3 a heading; the source rewords 1.1 and 1.3, and adds 1.6.
    id = copy;
    const ofCopy = { '1.1': 'Doors shall be 48 inches wide.', '1.2': 'Frames shall be glued.' };
    await editAsByron(ofCopy, [], { '1.3': 'Hinges' });
    await byron.call('standards.publish', { id: copy });
    id = source;
    await editAsByron({ '1.1': 'Doors shall be 42 inches wide.', '1.3': 'Hinges shall be of bronze.' }, [
      ['1.6', '', 'Seals shall be of neoprene.'],
    ]);
    await byron.call('standards.publish', { id: source });
    id = copy;
    await open('/standards');
    const row = page.getByRole('listitem').filter({ hasText: 'Doors of the hospital' });
    await row.getByText('copy of Doors').waitFor();
    await row.getByText('3 changes behind').waitFor();
    await open(`/standards/${copy}`);
    await page.getByText('3 changes in the source since, up to revision').waitFor();
    await page.getByRole('link', { name: 'Bring it up to date' }).first().click();
    await page.getByText('1 to decide').waitFor();
    assert.match(
      await page.locator('h1').innerText(),
      /^Bring “Doors of the hospital” up to date with “Doors” 1\.3\.0$/,
    );
    const taken = page.locator('.taken');
    assert.equal(await taken.locator('del, ins').first().isVisible(), false, 'what is decided comes first');
    await taken.getByText('2 changes are taken without a question').click();
    assert.match(await taken.innerText(), /1\.3 Hinges\s+your own changes stay/);
    assert.deepEqual(await taken.locator('del').allInnerTexts(), ['brass'], 'the heading of the copy stays');
    assert.deepEqual(await taken.locator('ins').allInnerTexts(), ['Seals shall be of neoprene.', 'bronze']);
    const contest = page.getByRole('region', { name: /^1\.1/ });
    await contest.getByLabel('Use both').check();
    assert.equal(
      await contest.getByLabel('Text').inputValue(),
      'Doors shall be 48 inches wide.\n\nDoors shall be 42 inches wide.',
    );
    const result = page.getByRole('region', { name: 'What will stand in the draft' });
    assert.equal(await result.locator('p').count(), 4, 'a name, the number, and both texts');
    await contest.getByLabel('Text').fill('Doors shall be **48 inches** wide, in pairs 42.');
    await result.locator('strong').waitFor();
    assert.match(await result.innerText(), /1\.1\s+Doors shall be 48 inches wide, in pairs 42\.$/);
    assert.deepEqual(await findBarriers(), []);
    await contest.getByLabel('Text').fill('Doors shall be 48 inches wide, in pairs 42.');
    await page.reload();
    assert.equal(
      await contest.getByLabel('Text').inputValue(),
      'Doors shall be 48 inches wide, in pairs 42.',
      'what was decided is kept',
    );
    await page.getByRole('button', { name: 'Merge into a draft' }).click();
    await page.locator('.done:focus').waitFor();
    assert.match(
      await page.locator('main').innerText(),
      /Decided by you\s+1\.1[\s\S]*Seals shall be of neoprene/,
    );
    assert.deepEqual(await findBarriers(), []);
    await page.getByRole('link', { name: 'Look at the draft' }).click();
    await page.getByRole('heading', { name: 'Edit Doors of the hospital' }).waitFor();
    await page.getByText('All is saved. Edited since revision 1.1.0: 3 clauses').waitFor();
    assert.deepEqual(await textsOf(), [
      '1 ',
      '1.1 Doors shall be 48 inches wide, in pairs 42.',
      '1.2 Frames shall be glued.',
      '1.3 Hinges shall be of bronze.',
      '1.4 Closers shall be hydraulic.',
      '1.5 Locks shall be mortised and keyed alike.',
      '1.6 Seals shall be of neoprene.',
    ]);
    await page.getByRole('link', { name: 'Publish' }).click();
    await page.getByLabel('major: requirements changed').check();
    await page.getByRole('button', { name: 'Publish 2.0.0' }).click();
    await page.getByText('Revision 2.0.0', { exact: true }).waitFor();
    await page.getByText('A customised copy of Doors, with all of its revision 1.3.0.').waitFor();

    // What is decided for the own words alone is recorded by a revision too.
    id = source;
    await editAsByron({ '1.1': 'Doors shall be 44 inches wide.' });
    await byron.call('standards.publish', { id: source });
    id = copy;
    await open(`/standards/${copy}/merge`);
    await contest.getByLabel('Use mine').check();
    await page.getByRole('button', { name: 'Merge into a draft' }).click();
    await page.getByRole('link', { name: 'Publish it' }).click();
    await page.getByLabel('patch: wording').check();
    await page.getByRole('button', { name: 'Publish 2.0.1' }).click();
    await page.getByText('A customised copy of Doors, with all of its revision 1.4.0.').waitFor();
  });

  it('shows what the copy changed, and deprecates and deletes it when its name is typed', async () => {
    const { page, open, findBarriers } = writer;
    await open(`/standards/${id}/changelog`);
    await page.getByRole('link', { name: 'clause 1.2', exact: true }).waitFor();
    await page.getByText(/^Changed clause 1\.2 in revision 1\.1\.0 by Byron on/).waitFor();
    assert.deepEqual(await findBarriers(), []);
    await open(`/standards/${id}/settings`);
    await page.getByLabel('Reason').fill('Replaced');
    await page.getByRole('button', { name: 'Deprecate it' }).click();
    await page.getByLabel('Name of the standard').fill('Doors');
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.getByText('Type the exact name of the standard.').first().waitFor();
    assert.deepEqual(await findBarriers(), []);
    await page.getByLabel('Name of the standard').fill('Doors of the hospital');
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.getByRole('heading', { name: 'Standards', exact: true }).waitFor();
    await assert.rejects(ada.call('standards.get', { id }), { status: 404 });
    assert.deepEqual(writer.complaints, []);
  });
});
