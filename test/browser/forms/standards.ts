/** The forms of standards, in an order in which each can succeed. */
import type { Page } from 'playwright-core';
import { click, type FormOfConsole, heading, label, labelled, says } from './form.ts';

async function newCategory(page: Page): Promise<void> {
  await label('Category')(page).selectOption('new');
}

export const STANDARDS_FORMS: readonly FormOfConsole[] = [
  labelled(
    {
      name: 'settings of a standard',
      path: ({ standard }) => `${standard}/settings`,
      request: /^(PUT|PATCH) .*\/standards\/\d+$/,
      send: click('Change'),
      done: says('Changed.'),
    },
    { Name: 'Concrete work', 'Description (optional)': 'Of bridges.' },
  ),
  labelled(
    {
      name: 'a clause',
      path: ({ standard }) => `${standard}/edit`,
      request: /^PUT .*\/working-copy$/,
      send: click('Save'),
      done: (page) => page.getByText('Saved', { exact: true }),
    },
    { Text: 'Cement shall be dry.' },
    (page) => page.getByRole('button', { name: 'Edit 1.1', exact: true }).click(),
  ),
  {
    name: 'a whole text for a standard',
    path: ({ standard }) => `${standard}/edit`,
    request: /^POST .*validate/,
    async fill(page) {
      await page.getByRole('button', { name: 'Paste a text' }).click();
      await label('Text in markup')(page).fill('# 1 Materials\n\n1.1 Cement shall be dry.\n');
    },
    typed: [[label('Text in markup'), '# 1 Materials\n\n1.1 Cement shall be dry.\n']],
    send: click('Check it'),
    done: says('1 sections, 1 clauses'),
  },
  labelled(
    {
      name: 'publication of a standard',
      path: ({ standard }) => `${standard}/publish`,
      request: /^POST .*\/publish$/,
      send: (page) => page.getByRole('button', { name: /^Publish/ }).click(),
      done: says('Revision 1.'),
    },
    { 'Summary (optional)': 'Dry cement' },
  ),
  labelled(
    {
      name: 'a customised copy',
      path: ({ standard }) => `${standard}/customize`,
      request: /^POST .*\/customize$/,
      send: click('Make the copy'),
      done: heading('Concrete of the harbour'),
    },
    { Name: 'Concrete of the harbour' },
  ),
  labelled(
    {
      name: 'a new standard',
      path: () => '/standards/new',
      request: /^POST .*\/categories$/,
      send: click('Create and edit it'),
      done: heading('Edit Masonry'),
    },
    { Name: 'Masonry', 'Name of the category': 'Walls', 'Description (optional)': 'Of brick.' },
    newCategory,
  ),
  {
    name: 'a new standard, whose category is made already',
    path: () => '/standards/new',
    request: /^POST .*\/standards$/,
    async fill(page) {
      await newCategory(page);
      await label('Name')(page).fill('Tiles');
      await label('Name of the category')(page).fill('Floors');
    },
    typed: [
      [label('Name'), 'Tiles'],
      [(page) => label('Category')(page).locator('option:checked'), /Floors/],
    ],
    send: click('Create and edit it'),
    done: heading('Edit Tiles'),
  },
];
