/** Tests of documents whose printed numbers are not an outline: their order stays, and the numbers become labels. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { readDocument } from './read-document.ts';
import { printedHeading } from './sources.fixture.ts';

const read = (elements: object[]) =>
  readDocument({ file: Buffer.from(JSON.stringify({ title: 'A', elements })) });

/** Address, printed number and heading of each element. */
const outlineOf = (elements: (readonly [string | null, string?])[]): string[] =>
  read(
    elements.map(([address, heading = '']) => ({ ...(address === null ? {} : { address }), heading })),
  ).document.elements.map((element) => `${element.address} ${printedHeading(element)}`.trim());

describe('numbers as they are printed', () => {
  it('of parts, articles and lists keep the order of the document, and are labels (Y11)', () => {
    const mess = ['PART 1', '1.01', 'A.', '1.', 'B.', '1.02', 'A.'] as const;
    assert.deepEqual(outlineOf(mess.map((number) => [number, 'TEXT'])), [
      '1 PART 1 TEXT',
      '1.1 1.01 TEXT',
      '1.1.1 A. TEXT',
      '1.1.1.1 1. TEXT',
      '1.1.2 B. TEXT',
      '1.2 1.02 TEXT',
      '1.2.1 A. TEXT',
    ]);
  });

  it('that were inserted or are repeated stand in their place, and those behind them keep theirs', () => {
    const numbers = (list: string[]) => outlineOf(list.map((number) => [number]));
    assert.deepEqual(numbers(['1', '1.1', '1.1A', '1.1B', '1.2', '1.3']), [
      '1',
      '1.1',
      '1.1.1 1.1A',
      '1.1.2 1.1B',
      '1.2',
      '1.3',
    ]);
    assert.deepEqual(numbers(['1', '1.1', '1.1', '1.2', '1.3']), ['1', '1.1', '1.1.1 1.1', '1.2', '1.3']);
    assert.deepEqual(numbers(['1', '1.1', '2', '1', '1.1']), ['1', '1.1', '2', '3 1', '3.1 1.1']);
  });

  it('with leading zeros are labels, and equal ones are not (Y11)', () => {
    assert.deepEqual(outlineOf([['1', 'A'], ['1.01', 'B'], ['1.02'], ['1.10', 'D']]), [
      '1 A',
      '1.1 1.01 B',
      '1.2 1.02',
      '1.10 D',
    ]);
  });

  it('of chapters, letters and Roman lists nest as they are written', () => {
    const printed = [
      'Part I',
      '1',
      null,
      '(a)',
      '(i)',
      '(ii)',
      '(b)',
      '2',
      'Part II',
      '3',
      '3A',
      '4',
      'Annex A',
      'A.1',
    ];
    assert.deepEqual(outlineOf(printed.map((number) => [number])), [
      '1 Part I',
      '1.1 1',
      '1.1.1',
      '1.1.2 (a)',
      '1.1.2.1 (i)',
      '1.1.2.2 (ii)',
      '1.1.3 (b)',
      '1.2 2',
      '2 Part II',
      '2.3 3',
      '2.3.1 3A',
      '2.4 4',
      '3 Annex A',
      '3.1 A.1',
    ]);
    const lists = ['1.', '1.1.', 'a.', '1.', '2.', 'b.', '1.2.', '2.', '2.1.', 'h.', 'i.', 'j.'];
    assert.deepEqual(outlineOf(lists.map((number) => [number])), [
      '1',
      '1.1',
      '1.1.1 a.',
      '1.1.1.1 1.',
      '1.1.1.2 2.',
      '1.1.2 b.',
      '1.2',
      '2',
      '2.1',
      '2.1.8 h.',
      '2.1.9 i.',
      '2.1.10 j.',
    ]);
  });
});
