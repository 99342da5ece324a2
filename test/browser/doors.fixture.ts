/** A standard of doors whose first field has a minimum, for the tests of projects. */
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
