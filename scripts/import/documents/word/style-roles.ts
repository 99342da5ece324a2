/**
 * Table of the names of Word styles and the role of a paragraph in them: the styles of Word, and of the templates for
 * construction specifications (MasterSpec, SpecLink, CSI). A name that is not here says nothing.
 */

export type ParagraphRole =
  /** The name of the document. */
  { kind: 'title' } | { kind: 'section' | 'clause'; rank: number } | { kind: 'note' } | { kind: 'contents' };

const part: ParagraphRole = { kind: 'section', rank: 0 };
const article: ParagraphRole = { kind: 'section', rank: 1 };
const note: ParagraphRole = { kind: 'note' };

/** The first pattern that a name matches; names without blanks, in lower case. */
const ROLES: readonly [RegExp, ParagraphRole][] = [
  [/^(?:title|sct|csisectionid|csisectiontitle|sectiontitle|sectionnumber)/, { kind: 'title' }],
  [/^(?:prt|csipart|part|partheading|parttitle)(?:architect.*)?$/, part],
  [/^(?:art|csiarticle|article|articleheading|articletitle)(?:architect.*)?$/, article],
  [/^csiparagraph/, { kind: 'clause', rank: 2 }],
  [/^csisubparagraph/, { kind: 'clause', rank: 3 }],
  [/^csisubsubparagraph/, { kind: 'clause', rank: 4 }],
  [
    /^(?:cmt|note|notes|clausenote|note[a-z]*text|specnote|specifiernote|csinote|editornote|hiddennote|commentary)s?$/,
    note,
  ],
  [/^(?:toc\d|tocheading|contentstitle|tableoffigures)$/, { kind: 'contents' }],
];

/** `PR1` and `pr 3` are paragraphs of the first and third level. */
const PARAGRAPH = /^(?:pr|paragraph|csilevel)([1-9])$/;
const HEADING = /^heading([1-9])$/;

/** The name as it is compared. */
export const plainStyleName = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');

/** What a style says of its paragraphs; null for nothing. */
export function roleOfStyle(name: string): ParagraphRole | null {
  const plain = plainStyleName(name);
  const paragraph = PARAGRAPH.exec(plain)?.[1];
  if (paragraph !== undefined) return { kind: 'clause', rank: Number(paragraph) + 1 };
  const heading = HEADING.exec(plain)?.[1];
  if (heading !== undefined) return { kind: 'section', rank: Number(heading) - 1 };
  return ROLES.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}
