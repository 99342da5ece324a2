/** Generators of the values, fields and standards of a revision's content, for signed exports. */
import fc from 'fast-check';
import { sha256 } from '../../../shared/hash.ts';
import type { ExportDatasheet, StandardFingerprint } from './revision-content.ts';

/** Text as it may be stored, with what JSON escapes. */
export const anyText = fc.string({ unit: 'binary', maxLength: 12 });
export const anyHash = anyText.map((text) => sha256(text));
export const anyId = fc.integer({ min: 1, max: 10_000 });
const anyValue = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  anyText,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.array(anyText, { maxLength: 3 }),
);

const anyField = fc.record({
  id: anyId,
  address: fc.constantFrom('1', '2.1', '10.3.2'),
  label: anyText,
  unit: fc.option(anyText),
});
const anyTemplate: fc.Arbitrary<StandardFingerprint['template']> = fc.array(
  fc
    .tuple(
      anyField,
      fc.record({
        input_type: fc.constantFrom('text' as const, 'range' as const),
        options: fc.array(anyText, { maxLength: 2 }),
        default_value: anyValue,
        starting_disposition: fc.constantFrom(null, 'per_drawings' as const),
      }),
    )
    .map(([field, more]) => ({ ...field, ...more })),
  { maxLength: 3 },
);
export const anyValues: fc.Arbitrary<Omit<ExportDatasheet['values'][number], 'section'>[]> = fc.array(
  fc
    .tuple(
      anyField,
      fc.record({
        user_value: anyValue,
        disposition: fc.constantFrom('specified' as const, 'tbd' as const),
        disposition_note: fc.option(anyText),
      }),
    )
    .map(([field, more]) => ({ ...field, ...more })),
  { maxLength: 4 },
);

export const anyStandards: fc.Arbitrary<StandardFingerprint[]> = fc.uniqueArray(
  fc.record({
    standard_id: anyId,
    name: anyText,
    standard_revision: fc.record({ id: anyId, code: fc.constantFrom('1.0.0', '2.1.0') }),
    content_hash: anyHash,
    clauses: fc.record({ size: anyId, root_sha256: anyHash }),
    template: anyTemplate,
  }),
  { maxLength: 3, selector: ({ standard_id }) => standard_id },
);
