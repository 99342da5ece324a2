/** Schema of what a hold applies to: an edition, a whole standard, or clauses by their addresses. */
import * as s from '../schema.ts';

export const holdScope = s.named(
  'HoldScope',
  s.object({
    kind: s.oneOf('clauses', 'edition', 'standard'),
    addresses: s.optional(s.list(s.text)),
  }),
);
