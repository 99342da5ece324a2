/** Default members of a datasheet text field, for fixtures that override only what matters. */
export const PLAIN_FIELD = {
  input_type: 'text',
  options: [],
  default_value: null,
  order_number: null,
  drawing_ref: false,
  drawing_ref_locator: null,
  starting_disposition: null,
  constraint: null,
  unit: null,
} as const;
