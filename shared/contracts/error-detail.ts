/** The shape of one finding about a request, in problem documents and reports. */
import * as s from './schema.ts';

/** One finding about a request. */
export const errorDetail = s.named(
  'ErrorDetail',
  s.object({
    path: s.optional(s.text),
    message: s.text,
    line: s.optional(s.nullable(s.integer)),
    rule: s.optional(s.text),
    address: s.optional(s.nullable(s.text)),
  }),
);
