/** The URL of what a request has created, for the header `Location`. */
import type { EndpointSpec } from '../../contracts/endpoint.ts';

/** A parameter of the request (`:id`), or a member of the result (`{id}`, `{revision.id}`). */
const PLACE = /:(\w+)|\{([\w.]+)\}/g;

/**
 * The path of the created resource, below the base path of the site; null where the contract names none. Query
 * parameters without a value are left out.
 * @param params of the request
 */
export function createdLocation(
  { location }: Pick<EndpointSpec, 'location'>,
  params: Readonly<Record<string, unknown>>,
  result: unknown,
): string | null {
  if (location === undefined) return null;
  const fill = (template: string): string | null => {
    let isComplete = true;
    const filled = template.replace(PLACE, (_, parameter: string | undefined, member: string | undefined) => {
      const value = parameter === undefined ? findMember(result, member ?? '') : params[parameter];
      if (typeof value === 'string' || typeof value === 'number') return encodeURIComponent(value);
      isComplete = false;
      return '';
    });
    return isComplete ? filled : null;
  };
  const [path = '', query = ''] = location.split('?');
  const filled = fill(path);
  if (filled === null) return null;
  const parameters = query.split('&').flatMap((parameter) => fill(parameter) || []);
  return parameters.length > 0 ? `${filled}?${parameters.join('&')}` : filled;
}

const findMember = (result: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => Object(value)[name], result);
