/** Tests that real specifications are the same after the way into markup and back. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, it } from '@jest/globals';
import { loadCorpus } from '../../scripts/import/documents/load-corpus.ts';
import { compareFields } from './field-order.ts';
import { parseMarkup } from './parse.ts';
import { serialiseMarkup } from './serialise.ts';

const CORPORA = new URL('../../test/corpora/', import.meta.url);

const FIELDS_OF: Record<string, string> = {
  'ada-2010-standards.json': 'ada-2010-dimensions',
  'sp800-53r5-low.json': 'sp800-53r5-low',
  'sp800-53r5-moderate.json': 'sp800-53r5-moderate',
};

describe('real specifications', () => {
  for (const file of readdirSync(new URL('elements/', CORPORA))) {
    it(`${file} reads back as it was written`, () => {
      const { elements, fields } = loadCorpus(basename(file, '.json'), FIELDS_OF[file]);
      const text = serialiseMarkup({ elements, fields });
      const parsed = parseMarkup(text);
      assert.deepEqual(parsed.errors, []);
      assert.deepEqual(
        parsed.elements.map(({ line: _, ...element }) => element),
        elements,
      );
      assert.deepEqual(
        parsed.fields.map(({ line: _, ...field }) => field),
        fields.toSorted(compareFields),
      );
      assert.equal(serialiseMarkup(parsed), text);
    });
  }
});
