/** Real specifications survive the way into markup and back, unchanged. Source: decisions M. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import { numberSectionsFromOne } from '../../scripts/populate/section-numbers.ts';
import type { ElementContent, FieldContent } from '../revisioning/content-hash.ts';
import type { Constraint, InputType } from '../revisioning/outline.ts';
import { parseMarkup } from './parse.ts';
import { serialiseMarkup } from './serialise.ts';
import { compareFields } from './validate-outline.ts';

const CORPORA = new URL('../../test/corpora/', import.meta.url);

interface CorpusElement {
  address: string;
  heading?: string;
  content: string;
  kind: ElementContent['kind'];
}
interface CorpusField {
  element_address: string;
  label: string;
  input_type: InputType;
  options?: string[];
  unit?: string;
  constraint?: Constraint;
  default_value?: string;
}

function readElements(file: string): ElementContent[] {
  const { elements }: { elements: CorpusElement[] } = JSON.parse(
    readFileSync(new URL(`elements/${file}`, CORPORA), 'utf8'),
  );
  return numberSectionsFromOne(elements).map(({ address, heading, content, kind }) => ({
    address,
    kind,
    toc_content: heading ?? '',
    content,
  }));
}

/** The fields of a corpus; a label that repeats within a clause is numbered, as the corpora's README asks. */
function readFields(file: string): FieldContent[] {
  const { fields }: { fields: CorpusField[] } = JSON.parse(
    readFileSync(new URL(`fields/${file}`, CORPORA), 'utf8'),
  );
  const seen = new Map<string, number>();
  return fields.map((field, index) => {
    const name = `${field.element_address} ${field.label}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return {
      element_address: field.element_address,
      label: count === 1 ? field.label : `${field.label} [${count}]`,
      input_type: field.input_type,
      options: field.options ?? [],
      default_value: field.default_value ?? null,
      order_number: index,
      drawing_ref: false,
      drawing_ref_locator: null,
      starting_disposition: null,
      constraint: field.constraint ?? null,
      unit: field.unit ?? null,
    };
  });
}

const FIELDS_OF: Record<string, string> = {
  'ada-2010-standards.json': 'ada-2010-dimensions.json',
  'sp800-53r5-low.json': 'sp800-53r5-low.json',
  'sp800-53r5-moderate.json': 'sp800-53r5-moderate.json',
};

describe('real specifications', () => {
  for (const file of readdirSync(new URL('elements/', CORPORA))) {
    it(`${file} reads back as it was written`, () => {
      const elements = readElements(file);
      const fieldFile = FIELDS_OF[file];
      const fields = fieldFile === undefined ? [] : readFields(fieldFile);
      const text = serialiseMarkup({ elements, fields });
      const parsed = parseMarkup(text);
      assert.deepEqual(parsed.errors, []);
      // The corpora are in outline order and in normal form already: nothing has to be tidied first.
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
