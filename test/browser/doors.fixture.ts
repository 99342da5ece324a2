/** A standard of doors whose first field has a minimum, and its datasheet filled in, for the tests of projects. */
import assert from 'node:assert/strict';
import type { RestClient } from '../../shared/rest-client/client.ts';

export const STANDARD = 'Section 08 11 13 Doors';
const FIELDS = [
  {
    element_address: '1.1',
    label: 'Clear width',
    input_type: 'range' as const,
    constraint: 'min' as const,
    unit: 'in',
    default_value: '32',
  },
  { element_address: '1.2', label: 'Handle', input_type: 'select' as const, options: ['lever', 'pull'] },
  { element_address: '1.2', label: 'Colour', input_type: 'text' as const },
];
/** Its content with a clear width. */
export const doors = (width: string, unit = 'in') => ({
  confirmReplace: true,
  elements: [
    { address: '1', toc_content: 'Doors', content: '', attributes: { inToc: true } },
    { address: '1.1', toc_content: 'Clear width', content: `Doors are ${width} wide.`, attributes: {} },
    {
      address: '1.2',
      toc_content: 'Hardware',
      content: 'Hardware is operable with one hand.',
      attributes: {},
    },
  ],
  datasheetElements: FIELDS.map((field) => ('unit' in field ? { ...field, unit } : field)),
});

/** Saves values of a datasheet by the labels of their fields. */
export async function fillIn(
  api: RestClient,
  id: number,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const { version, elements } = await api.call('datasheets.get', { id });
  const fieldOf = (named: string): number =>
    elements.find(({ label }) => label === named)?.id ?? assert.fail(named);
  await api.call('datasheets.revise', {
    id,
    severity: 'MINOR',
    baseVersion: version,
    changes: Object.entries(values).map(([label, new_value]) => ({
      element_id: fieldOf(label),
      disposition: 'specified',
      new_value,
    })),
  });
}
