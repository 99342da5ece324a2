/** Contexts of requests, for tests of what works on one without the gateway before it. */
import { createMemoryBudgets } from './memory-budget.ts';
import type { RequestContext } from './request-context.ts';

/** The context of a request for the list of standards, with memory budgets of its own unless they are told. */
export const newRequestContext = (
  exchange: Pick<RequestContext, 'request' | 'response'>,
  memory = createMemoryBudgets(),
): RequestContext => ({
  ...exchange,
  requestId: 'r',
  clientIp: '::1',
  path: '/api/standards',
  memory,
});
