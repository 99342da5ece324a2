/** Forms of projects for `console-refusals.long.test.ts`, which refuses and then sends each, in an order in which each can succeed. */
import { click, type FormOfConsole, heading, label, labelled, says } from './form.ts';

const DRAWING =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n';

export const PROJECTS_FORMS: readonly FormOfConsole[] = [
  labelled(
    {
      name: 'a new project',
      path: () => '/projects/new',
      request: /^POST .*\/projects\/create$/,
      send: click('Create the project'),
      done: heading('Ferry station'),
    },
    { Name: 'Ferry station', 'Summary (optional)': 'Two piers.', 'City (optional)': 'Springfield' },
  ),
  labelled(
    {
      name: 'details of a project',
      path: ({ project }) => `${project}/edit`,
      request: /^PUT .*\/projects\/edit\/\d+$/,
      send: (page) => page.getByRole('button', { name: /^(Save the details|Replace the summary)/ }).click(),
      done: says('Springfield'),
    },
    { Name: 'Harbour station', 'City (optional)': 'Springfield', 'Street (optional)': 'Pier 3' },
  ),
  {
    name: 'pins of a project',
    path: ({ project }) => `${project}/standards`,
    request: /^POST .*\/standard-revisions$/,
    fill: (page) => page.getByRole('button', { name: /^Bring to / }).click(),
    typed: [[(page) => page.getByRole('status'), /1\.0\.0 → /]],
    send: click('Move the pin'),
    done: says('Every standard is on its current revision'),
  },
  {
    name: 'a datasheet',
    path: ({ datasheet }) => datasheet,
    request: /^POST .*\/revise$/,
    async fill(page) {
      await page.getByLabel('Supplier of Acme', { exact: true }).fill('Acme Cement');
      await page.getByLabel('Summary (optional)').fill('Supplier named');
    },
    typed: [
      [(page) => page.getByLabel('Supplier of Acme', { exact: true }), 'Acme Cement'],
      [(page) => page.getByLabel('Summary (optional)'), 'Supplier named'],
    ],
    send: click('Save 1 field'),
    done: says('Saved as revision'),
  },
  labelled(
    {
      name: 'the upgrade of a datasheet',
      path: ({ datasheet }) => `${datasheet}/upgrade`,
      request: /^POST .*\/upgrade$/,
      send: click('Upgrade'),
      done: (page) => page.getByText(/^of the standard, revision 1\.[^0]/),
    },
    { 'Summary (optional)': 'As issued' },
  ),
  labelled(
    {
      name: 'a comment',
      path: ({ project }) => `${project}/comments`,
      request: /^POST .*\/comments$/,
      send: click('Comment'),
      done: (page) => page.locator('p.words', { hasText: 'At which age?' }),
    },
    { Text: 'At which age?' },
  ),
  {
    name: 'an answer to a comment',
    path: ({ project }) => `${project}/comments`,
    request: /^POST .*\/resolve$/,
    async fill(page) {
      await page.getByRole('button', { name: 'Answer', exact: true }).first().click();
      await page.getByRole('textbox', { name: 'Answer' }).fill('After 28 days.');
    },
    typed: [[(page) => page.getByRole('textbox', { name: 'Answer' }), 'After 28 days.']],
    send: click('Send the answer'),
    done: (page) => page.locator('.words', { hasText: 'After 28 days.' }),
  },
  {
    name: 'a file',
    path: ({ project }) => `${project}/files`,
    request: /^POST .*\/files\/.*upload/,
    async fill(page) {
      const file = { name: 'A-501.pdf', mimeType: 'application/pdf', buffer: Buffer.from(DRAWING) };
      await page.getByLabel('Drop files here').setInputFiles(file);
      await label('Description (optional)')(page).fill('Doors of level 1');
    },
    typed: [
      [(page) => page.locator('.drop'), /A-501\.pdf/],
      [label('Description (optional)'), 'Doors of level 1'],
    ],
    send: click('Upload'),
    done: says('Uploaded: A-501.pdf.'),
  },
  labelled(
    {
      name: 'a folder',
      path: ({ project }) => `${project}/files`,
      request: /^POST .*\/folders$/,
      send: click('Create'),
      done: (page) => page.getByRole('link', { name: 'Details of doors' }),
    },
    { 'New folder': 'Details of doors' },
    click('New folder'),
  ),
  labelled(
    {
      name: 'publication of a project',
      path: ({ project }) => `${project}/publish`,
      request: /^POST .*\/publish$/,
      send: click('Publish'),
      done: says('is published and sealed.'),
    },
    { 'Name of the revision (optional)': 'Issued for tender', 'Description (optional)': 'All parts.' },
  ),
  labelled(
    {
      name: 'an invitation to a project',
      path: ({ project }) => `${project}/members`,
      request: /^POST .*\/invit/,
      send: click('Invite'),
      done: heading('Invited'),
    },
    { Email: 'grace@example.org' },
  ),
];
