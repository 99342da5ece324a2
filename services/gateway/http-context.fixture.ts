/** Test fixture: an `HttpContext` for a request and response of the test, for gateway parts that need no web server. */

import type { HttpContext } from './http-context.ts';
import { createMemoryBudgets } from './memory-budget.ts';

/** The context of a request for the list of standards, with its own memory budgets unless given. */
export const newHttpContext = (
  exchange: Pick<HttpContext, 'request' | 'response'>,
  memory = createMemoryBudgets(),
): HttpContext => ({
  ...exchange,
  requestId: 'r',
  clientIp: '::1',
  path: '/api/standards',
  basePath: '',
  memory,
});
