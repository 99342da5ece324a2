/** Laws of the tokenizer: it splits and stems as FTS5 does, whatever it has seen before. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, it } from '@jest/globals';
import fc from 'fast-check';
import { foldRows } from './fold-rows.ts';
import { TOKENIZE, Tokenizer } from './tokenizer.ts';

const database = new DatabaseSync(':memory:');
database.exec(`
  CREATE VIRTUAL TABLE whole USING fts5(text, content = '', ${TOKENIZE});
  CREATE VIRTUAL TABLE instances USING fts5vocab('whole', 'instance');
`);
const insert = database.prepare('INSERT INTO whole (rowid, text) VALUES (1, ?)');
const select = database.prepare('SELECT term FROM instances ORDER BY doc, offset');

/** The terms of a text that FTS5 splits as a whole. */
function splitByFts5(text: string): string[] {
  insert.run(text);
  const terms = select.all().map(({ term }) => String(term));
  database.exec(`INSERT INTO whole (whole) VALUES ('delete-all')`);
  return terms;
}

const tokenizer = new Tokenizer();
afterAll(() => {
  database.close();
  tokenizer.close();
});

const word = fc.constantFrom(
  ...'concrete placing placed 2.5 mm é e\u0301 \u0301a Straße ﬁre 混凝土 ½ m² “slabs” it’s x—y no_1 \uf7002\uf7105 Ελλάδα naïve'.split(
    ' ',
  ),
);
const text = fc.oneof(
  fc.array(word).map((words) => words.join(' ')),
  fc.array(fc.oneof(word, fc.string({ unit: 'binary', maxLength: 3 }))).map((parts) => parts.join('')),
);

describe('terms of texts', () => {
  it('are those of FTS5, also of words that were split before', () => {
    fc.assert(
      fc.property(text, (whole) => {
        assert.deepEqual(tokenizer.words([whole, whole]), [splitByFts5(whole), splitByFts5(whole)]);
      }),
    );
  });

  it('of a row count with its path once and with its heading twice', () => {
    const [row] = foldRows([{ path: 'Concrete', heading: 'Placing', content: 'Place 2,5 mm' }]);
    assert.ok(row);
    const found: [term: string, weight: number][] = [];
    tokenizer.visitTerms([row, row], (term, at, weight) => {
      if (at === 1) found.push([term, weight]);
    });
    assert.deepEqual(found.slice(0, 3), [
      ['concret', 1],
      ['place', 2],
      ['place', 1],
    ]);
  });
});
