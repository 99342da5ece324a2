/**
 * Resolves the references of one operation of the OpenAPI document, for the API reference page: Swagger UI would read
 * the whole document for it, which takes seconds.
 */

/**
 * What Swagger UI calls when an operation is opened.
 * @param document the OpenAPI document
 * @param path the members that lead to the part that is shown
 * @returns that part with each reference replaced by what it names
 */
export async function resolveSubtree(document, path) {
  const part = path.reduce((node, name) => node?.[name], document);
  return { spec: inline(part, document, []), errors: [] };
}

/** @param inside the references that lead here: a shape within itself is not repeated */
function inline(value, document, inside) {
  if (Array.isArray(value)) return value.map((item) => inline(item, document, inside));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...members } = value;
  const resolved = Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, inline(member, document, inside)]),
  );
  if (typeof $ref !== 'string') return resolved;
  const names = $ref.replace('#/', '').split('/');
  const title = names.at(-1);
  if (inside.includes($ref)) return { title, type: 'object' };
  const target = names.reduce((node, name) => node?.[name], document);
  return { title, ...inline(target, document, [...inside, $ref]), ...resolved, $$ref: $ref };
}
