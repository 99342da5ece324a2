/** Test fixture: the context of a request, for gateway parts that are tested without the web server. */
import { createMemoryBudgets } from './memory-budget.ts';
import type { RequestContext } from './request-context.ts';

/** The context of a request for the list of standards, with its own memory budgets unless given. */
export const newRequestContext = (
  exchange: Pick<RequestContext, 'request' | 'response'>,
  memory = createMemoryBudgets(),
): RequestContext => ({
  ...exchange,
  requestId: 'r',
  clientIp: '::1',
  path: '/api/standards',
  basePath: '',
  memory,
});
