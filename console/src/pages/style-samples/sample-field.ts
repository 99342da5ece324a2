/** The field that the samples show: of the 2010 ADA Standards, which are in the public domain. */
export const SAMPLE_FIELD = {
  id: 1,
  element_id: 1,
  element_address: '1.1',
  label: 'Clear width',
  input_type: 'number',
  options: [],
  default_value: '815',
  order_number: 1,
  drawing_ref: true,
  drawing_ref_locator: 'A-501',
  starting_disposition: null,
  starts_deferred: false,
  constraint: null,
  unit: 'mm',
} as const;
