/**
 * Generator of requests to paths without an endpoint: internal actions, respelled paths, other roots.
 */
import fc from 'fast-check';
import type { FuzzRequest } from '../fuzz-request.ts';
import type { FuzzPrincipal } from '../world/principals.ts';
import { HOSTILE_TEXTS } from './texts.ts';
import { anyWireMutation } from './wire-mutations.ts';

const PATHS = [
  '/api',
  '/api/',
  '/api//health',
  '//api/health',
  '/API/health',
  '/api/Health',
  '/api/health/',
  '/api/~node/list',
  '/api/$node/health',
  '/api/$node.health',
  '/api/identity.principal',
  '/api/audit.record',
  '/api/projects.access',
  '/api/%2e%2e/api/health',
  '/api/../api/health',
  '/api/health;a=b',
  '/api/standards/1/../2',
  '/api/standards/%E0%A4%A',
  '/api/standards/1%2Fedit',
  '/api/admin',
  '/api/admin/audit/1',
  '/api/account/keys/1/usage/1',
  '/api/wiki/standards//x',
  '/metrics',
  '/.env',
  '/docs/../package.json',
  '/docs/%2e%2e/package.json',
] as const;

export const unknownPathRequests = (principals: readonly FuzzPrincipal[]): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      who: fc.constantFrom(...principals.map(({ name }) => name)),
      method: fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'DELETE', 'PATCH'),
      template: fc.constantFrom(...PATHS),
      search: fc.option(fc.constantFrom(...HOSTILE_TEXTS), { freq: 4 }),
      mutations: fc.array(anyWireMutation, { maxLength: 1 }),
    })
    .map(({ who, method, template, search, mutations }) =>
      mutations.reduce<FuzzRequest>((request, mutate) => mutate(request), {
        who,
        endpoint: null,
        method,
        template,
        path: {},
        query: search === null ? [] : [['search', search]],
        ...(method === 'GET' ? {} : { body: {} }),
        headers: {},
      }),
    );
