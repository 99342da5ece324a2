/** The forms of accounts, companies and the site, in an order in which each can succeed. */
import { click, type FormOfConsole, heading, labelled, says, summary } from './form.ts';

export const PEOPLE_FORMS: readonly FormOfConsole[] = [
  labelled(
    {
      name: 'an invitation to a company',
      path: ({ company }) => company,
      request: /^POST .*\/members$/,
      send: click('Invite'),
      done: says('byron@example.org is invited'),
    },
    { Email: 'byron@example.org' },
  ),
  labelled(
    {
      name: 'the name of a company',
      path: ({ company }) => company,
      request: /^PATCH .*\/companies\/\d+$/,
      send: click('Rename'),
      done: heading('Acme Builders'),
    },
    { 'Name of the company': 'Acme Builders' },
  ),
  labelled(
    {
      name: 'a key',
      path: () => '/account',
      request: /^POST .*\/keys$/,
      send: click('Create a key'),
      done: says('The secret of “nightly check”'),
    },
    { 'Name of the key': 'nightly check' },
  ),
  labelled(
    {
      name: 'a tag',
      path: () => '/admin/site',
      request: /^POST .*\/tags$/,
      send: click('Create the tag'),
      done: (page) => page.getByRole('button', { name: 'Retire fire safety' }),
    },
    { 'Name of the tag': 'fire safety' },
    summary('New tag'),
  ),
];
