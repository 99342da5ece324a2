/** The forms of the wiki and of its moderation, in an order in which each can succeed. */
import { click, type FormOfConsole, labelled, says, summary } from './form.ts';

export const WIKI_FORMS: readonly FormOfConsole[] = [
  labelled(
    {
      name: 'an erratum',
      path: ({ wikiPage }) => `${wikiPage}/manage`,
      request: /^POST .*\/errata$/,
      send: click('Issue the erratum'),
      done: (page) => page.locator('.rows li', { hasText: 'The unit is wrong.' }),
    },
    { 'Clause (optional)': '1.1', 'What is wrong': 'The unit is wrong.' },
    summary('Issue an erratum'),
  ),
  labelled(
    {
      name: 'a decision of moderation',
      path: ({ matter }) => matter,
      request: /^POST .*restore$/,
      send: click('Lift the hold'),
      done: says('The matter is resolved'),
    },
    { 'Note (optional)': 'Settled with the holder.' },
    summary('Lift the hold'),
  ),
  labelled(
    {
      name: 'the text of a wiki page',
      path: ({ wikiPage }) => `${wikiPage}/edit`,
      request: /^PUT .*\/wiki\/standards\//,
      send: click('Save a new revision'),
      done: says('Covers concrete and mortar.'),
    },
    {
      'Text in markup': '# 1 Scope\n\n1.1 Covers concrete and mortar.\n',
      'What you changed (optional)': 'Mortar',
    },
  ),
];
