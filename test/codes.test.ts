/**
 * Tests of the pages of `docs/` against this repository: every cited decision or rule code is defined there, every rule
 * is named by the title of a test, every link works, and the picture of the services shows the calls that the contracts
 * allow.
 */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from '@jest/globals';
import { actionsByService } from '../shared/contracts/index.ts';
import { SERVICE_NAMES } from '../shared/contracts/services.ts';
import { UNNAMED_RULES } from './unnamed-rules.ts';

/**
 * The codes that are cited, by the page that explains them. The group of a pattern, behind `prefix`, is the
 * id of its anchor there.
 */
const FAMILIES: readonly { page: string; pattern: RegExp; prefix?: string }[] = [
  { page: 'docs/decisions.md', pattern: /(?<!hardening )\b([ADEFGPSWXY]\d{1,2})\b/g },
  { page: 'docs/decisions.md', pattern: /\bdecisions (M)\b/g },
  { page: 'docs/hardening.md', pattern: /\b([BCHR]\d{1,2}|API\d+)\b/g },
  { page: 'docs/hardening.md', pattern: /\bhardening (A\d{1,2})\b/g },
  { page: 'docs/hardening.md', pattern: /\bfinding (\d+)\b/g, prefix: 'finding-' },
  { page: 'docs/architecture.md', pattern: /§(\d+)/g, prefix: 'section-' },
  { page: 'docs/rules.md', pattern: /\b(R-\d+)\b/g },
];

/** A comment or a string; a regular expression is read over, since it may hold a quotation mark. */
const TOKENS =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/.*)|(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|(?<=[=(,:!&|?[]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//g;

/** The comments of a source, and the titles of its tests. */
function commentsAndTitles(source: string): { comments: string[]; titles: string[] } {
  const comments: string[] = [];
  const titles: string[] = [];
  for (const { groups = {}, index } of source.matchAll(TOKENS)) {
    if (groups.comment !== undefined) comments.push(groups.comment);
    const isTitle = /\b(?:it|test|describe)\(\s*$/.test(source.slice(Math.max(0, index - 20), index));
    if (groups.string !== undefined && isTitle) titles.push(groups.string);
  }
  return { comments, titles };
}

/** The titles of all tests, in their quotation marks. */
const testTitles = (): string[] =>
  globSync('{services,shared,scripts,test,bench,fuzz}/**/*.ts').flatMap(
    (file) => commentsAndTitles(readFileSync(file, 'utf8')).titles,
  );

/** Where a source cites: in comments, in titles of tests, and in the rules of a contract. */
function citingTexts(source: string): string[] {
  const { comments, titles } = commentsAndTitles(source);
  return [...comments, ...titles, ...[...source.matchAll(/\brules: '[^']*'/g)].map(([rules]) => rules)];
}

/** The codes of a text, each as the place where it has to stand. */
function placesCited(text: string): string[] {
  const line = text.replaceAll(/\s*\n\s*(?:\*\s)?/g, ' ');
  return FAMILIES.flatMap(({ page, pattern, prefix = '' }) =>
    [...line.matchAll(pattern)].map(([, code]) => `${page}#${prefix}${code}`),
  );
}

/** The places of a page that can be linked to. */
const anchorsOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/<a id="([^"]+)">/g)].map(([, anchor]) => `${page}#${anchor}`);

const pages = globSync(['docs/*.md', '*.md']);
const anchors = pages.flatMap(anchorsOf);
const known = new Set(anchors);
const unknownIn = (text: string): string[] =>
  [...new Set(placesCited(text))].filter((place) => !known.has(place));

describe('codes', () => {
  it('each code cited in a comment, a test title or a contract exists in docs/', () => {
    const sources = globSync('{services,shared,scripts,test,bench,fuzz,examples}/**/*.{ts,mjs}');
    const unknown = [...sources, 'moleculer.config.ts', 'jest.config.mjs'].flatMap((file) =>
      unknownIn(citingTexts(readFileSync(file, 'utf8')).join('\n\n')).map((place) => `${file}: ${place}`),
    );
    assert.deepEqual(unknown, []);
  });

  it('each code cited in a README exists there too', () => {
    const unknown = globSync('{services,fuzz}/**/README.md').flatMap((file) =>
      unknownIn(readFileSync(file, 'utf8')).map((place) => `${file}: ${place}`),
    );
    assert.deepEqual(unknown, []);
  });

  it('is in one place', () => {
    assert.deepEqual(
      anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at),
      [],
    );
  });

  it('each rule of the documents is named by the title of a test, or is listed with the reason why not', () => {
    const named = new Set(testTitles().flatMap((title) => title.match(/\bR-\d{3}\b/g) ?? []));
    const listed = UNNAMED_RULES.flatMap(({ rules }) => rules);
    const rules = anchorsOf('docs/rules.md').map((place) => place.replace('docs/rules.md#', ''));
    assert.ok(rules.length > 290);
    assert.deepEqual(
      rules.filter((rule) => !named.has(rule) && !listed.includes(rule)),
      [],
      'Put the rule at the end of the title of the test that proves it, as in "is 404 (R-199)".',
    );
    assert.deepEqual(
      listed.filter((rule) => named.has(rule) || !rules.includes(rule)),
      [],
      'Take it out of test/unnamed-rules.ts.',
    );
  });

  it('stands at the end of a title, which says first what is asserted', () => {
    const leading = /^.(?:R-\d+|(?:hardening )?(?:API|[A-Z])\d{1,2})\b[^'"`]{0,60}: /;
    assert.deepEqual(
      testTitles().filter((title) => leading.test(title)),
      [],
      'Write "a stale save is 409 (R-203)", not "R-203: a stale save is 409".',
    );
  });

  it('of a decision begins the heading of that decision', () => {
    const page = readFileSync('docs/decisions.md', 'utf8');
    const headings = [...page.matchAll(/^#### <a id="(\w+)"><\/a>(\w+) \S/gm)].map(([, anchor, code]) => [
      anchor,
      code,
    ]);
    const codes = anchorsOf('docs/decisions.md').map((place) => place.split('#')[1]);
    assert.deepEqual(
      headings,
      codes.filter((code) => code !== 'M').map((code) => [code, code]),
    );
  });

  it('is noticed in comments, titles and rules, in no other string, and under the page that is meant', () => {
    const source = [
      '/** Told (decisions G1;',
      ' * hardening A2, G99). */',
      `const pattern = /['"]/, text = 'ASTM A77'; // §77`,
      "it('H99: is refused', () => ask('G98'));",
      `${'rules'}: 'S1 R-999'`,
    ].join('\n');
    assert.deepEqual(unknownIn(citingTexts(source).join('\n\n')).sort(), [
      'docs/architecture.md#section-77',
      'docs/decisions.md#G99',
      'docs/hardening.md#H99',
      'docs/rules.md#R-999',
    ]);
  });
});

describe('docs', () => {
  it('every link leads somewhere', () => {
    const dead = pages.flatMap((file) => {
      const prose = readFileSync(file, 'utf8').replaceAll(/`[^`]*`/g, '');
      return [...prose.matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)].flatMap(([link, to = '', anchor]) => {
        const page = to === '' ? file : join(dirname(file), to);
        const isThere = anchor
          ? known.has(`${page}#${anchor}`) || headingsOf(page).includes(anchor)
          : existsSync(page);
        return isThere ? [] : [`${file}: ${link}`];
      });
    });
    assert.deepEqual(dead, []);
  });

  it('the picture of the services has an arrow for each call that the contracts allow, and no other', () => {
    const page = readFileSync('docs/architecture.md', 'utf8');
    const drawn = [...page.matchAll(/^ {2}([\w-]+) -\.?-*> ([\w-]+)$/gm)].map(
      ([, from, to]) => `${from} > ${to}`,
    );
    const allowed = SERVICE_NAMES.flatMap((to) =>
      Object.values(actionsByService[to])
        .flatMap((action: { http?: string; calledBy?: readonly string[] }) => [
          ...(action.http && to !== 'gateway' ? ['gateway'] : []),
          ...(action.calledBy ?? []),
        ])
        // Programs are no service; a service that calls itself needs no arrow.
        .filter((from) => from !== 'tools' && from !== to)
        .map((from) => `${from} > ${to}`),
    );
    assert.deepEqual(drawn.toSorted(), [...new Set(allowed)].sort());
  });
});

/** The headings of a page, as they are linked to where Markdown is shown. */
const headingsOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/<[^>]*>|[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
