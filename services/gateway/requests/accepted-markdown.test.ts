/** Unit test of the `Accept` headers that ask for markup. */
import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { prefersMarkdown } from './accepted-markdown.ts';

const CHROME =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

it('only who names markup, or takes text and no JSON, gets markup instead of JSON (RFC 9110, 12.5.1)', () => {
  const cases: Readonly<Record<string, boolean>> = {
    'text/markdown': true,
    'TEXT/Markdown': true,
    'text/markdown; charset=utf-8': true,
    'text/markdown;variant=CommonMark;q=0.5': true,
    'text/markdown, */*': true,
    'text/markdown, text/html;q=0.9, */*;q=0.1': true,
    'text/markdown, application/json;q=0.9': true,
    'text/markdown;q=0.3, text/html': true,
    'text/*': true,
    'text/*, application/json;q=0.5': true,
    'text/markdown;q=0': false,
    'text/markdown;q=x': false,
    'text/markdown;q=0.5, application/json': false,
    'text/markdown, application/json': false,
    'text/markdown;q=0.5, */*': false,
    'text/*;q=0.5, application/*': false,
    'application/json': false,
    '*/*': false,
    'text/html': false,
    'text/plain': false,
    '': false,
    ',;=': false,
    [CHROME]: false,
  };
  for (const [accept, expected] of Object.entries(cases))
    assert.equal(prefersMarkdown(accept), expected, accept);
  assert.equal(prefersMarkdown(undefined), false);
});
