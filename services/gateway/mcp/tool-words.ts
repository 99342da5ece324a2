/** Texts of the API in the words of tools: `GET /api/standards/tags` becomes `standards_tags_list`. */
import { parseHttpLine } from '../../../shared/contracts/endpoint.ts';
import { type PublishedEndpoint, publishedEndpoints } from '../../../shared/contracts/published-endpoints.ts';
import type { ProblemDocument } from '../../../shared/kernel/errors/problem-document.ts';
import { isTool, toolNameOf } from './tool-routes.ts';

const REQUEST = /\b(GET|POST|PUT|PATCH|DELETE) (\/api\/[\w:/.-]*\w)(\?[\w=&-]*)?/g;

/** `GET /api/standards/:` for every name of a parameter. */
const patternOf = (method: string, path: string): string =>
  `${method} ${path.replace(/\/:\w+|\/\d+/g, '/:')}`;

const OPERATIONS: ReadonlyMap<string, PublishedEndpoint> = new Map(
  publishedEndpoints().flatMap((route) =>
    [route.spec.http, route.spec.alias].flatMap((http) => {
      if (http === undefined) return [];
      const { method, path } = parseHttpLine(http);
      return [[patternOf(method, path), route] as const];
    }),
  ),
);

/** Requests that agents make with another tool than their endpoint's. */
const OTHER_TOOLS: ReadonlyMap<string, string> = new Map([['GET /api/help', 'find_tool']]);

/** The text with tools instead of requests. What is no tool is named by the id of its operation. */
export const inToolWords = (text: string): string =>
  text.replace(REQUEST, (request, method: string, path: string, query: string | undefined) => {
    const pattern = patternOf(method, path);
    const route = OPERATIONS.get(pattern);
    if (!OTHER_TOOLS.has(pattern) && !route) return request;
    if (route && !isTool(route)) return `${route.id} (over HTTP, it is no tool)`;
    const tool = OTHER_TOOLS.get(pattern) ?? toolNameOf(route?.id ?? '');
    const names = [...(query ?? '').matchAll(/(\w+)=/g)].map(([, name]) => name);
    return names.length === 0 ? tool : `${tool} with ${names.join(' and ')}`;
  });

/** A problem document whose sentences name tools. Other members, such as the conflicts of a save, are as they are. */
export function problemInToolWords(problem: ProblemDocument): ProblemDocument {
  const { metadata } = problem;
  return {
    ...problem,
    detail: inToolWords(problem.detail),
    message: inToolWords(problem.message),
    ...('errors' in problem ? { errors: findingsInToolWords(problem.errors) } : {}),
    ...(metadata && 'errors' in metadata
      ? { metadata: { ...metadata, errors: findingsInToolWords(metadata.errors) } }
      : {}),
  };
}

const findingsInToolWords = (errors: unknown): unknown =>
  Array.isArray(errors)
    ? errors.map((each: unknown) => {
        const { message } = Object(each);
        return typeof message === 'string' ? { ...Object(each), message: inToolWords(message) } : each;
      })
    : errors;
