/**
 * Texts and values for requests: plain texts with the mark of the tenant, any Unicode, and lists of hostile
 * texts, values and member names.
 */
import fc from 'fast-check';

/** Words that every text accepts. */
const WORDS = [
  'Cement',
  'north wing',
  'Fire door',
  'Stahlträger',
  'béton',
  '部屋',
  'خرسانة',
  '🏗️ crane',
  'A-101',
  'ASTM A36',
  '2.1',
  'x',
];

/** A text, every second one with the mark of its tenant, by which a response that leaks it is recognised. */
export const markedText = (mark: string, max: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...WORDS), fc.nat({ max: 0xffffff }), fc.boolean())
    .map(([word, number, marked]) =>
      truncateText(`${word} ${number.toString(36)}${marked && mark ? ` ${mark}` : ''}`, max),
    );

/** Any text of at most so many code points, all of Unicode but surrogates. */
export const anyText = (max: number): fc.Arbitrary<string> =>
  fc.string({ unit: 'binary', maxLength: Math.min(max, 40) });

/** The first code points of a text. */
const truncateText = (text: string, max: number): string => [...text].slice(0, max).join('').trim() || 'x';

/** Texts that must be stored as text or refused, never interpreted. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  'null',
  'NaN',
  '\u202Egnp.exe',
  'שלום \u200F العربية',
  '👩‍👩‍👧‍👦'.repeat(20),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  '\uD800',
  'x\uDFFFy',
  '\uFEFF',
  '\r\nSet-Cookie: a=b',
  '../../../etc/passwd',
  '%2e%2e%2f',
  '%00',
  '<script>alert(1)</script>',
  '{{7*7}}#{7*7}',
  '(a+)+$',
  '.*.*.*=',
  '\\',
  '['.repeat(500),
  '^$|',
  '$where',
  '{"$gt":""}',
  "'; return true; var x='",
  '__proto__',
  'constructor',
  '1e3',
  '0x10',
  '-1',
  '1.5',
  '１',
  '9007199254740993',
  '99999999999999999999',
  '2026-02-31T00:00:00Z',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '1,2,3',
  '[]',
  'true',
  'a'.repeat(5000),
  '界'.repeat(1200),
];

/** JSON values of an unexpected shape. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER,
  -Number.MAX_SAFE_INTEGER,
  2 ** 53,
  [],
  [[]],
  [null],
  {},
  { $gt: '' },
  { $ne: null },
  { $where: 'sleep(5000)' },
  { $regex: '.*' },
  { $expr: { $eq: [1, 1] } },
  { 'a.b': 1 },
  { toString: 'x', valueOf: 'y' },
  { length: 1e9 },
  { id: 1, _id: 1, __v: 0 },
];

/** Members that no endpoint declares for clients. */
export const UNEXPECTED_MEMBERS: readonly (readonly [string, unknown])[] = [
  ['id', 1],
  ['_id', '507f1f77bcf86cd799439011'],
  ['__v', 7],
  ['owner_id', 1],
  ['user_id', 1],
  ['company_id', 1],
  ['created_by', { userId: 1 }],
  ['sealed', true],
  ['site_roles', ['SiteAdmin']],
  ['role', 'ProjectOwner'],
  ['principal', { kind: 'system' }],
  ['meta', { principal: 'x' }],
  ['channel', 'bus'],
  ['$where', '1'],
  ['$set', { name: 'x' }],
  ['a.b', 1],
  ['', 1],
  ['hasOwnProperty', 1],
  ['then', 'x'],
  ['toJSON', 'x'],
];
