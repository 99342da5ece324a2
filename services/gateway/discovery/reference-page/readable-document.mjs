/**
 * Prepares the OpenAPI document for the API reference page: removes the cookie credential, which a browser sends by
 * itself, the headers that every response has, and the shapes of errors.
 */

/** @param document the OpenAPI document; it is changed */
export function toReadable(document) {
  delete document.components.securitySchemes.session;
  for (const operations of Object.values(document.paths))
    for (const operation of Object.values(operations)) makeReadable(operation);
  return document;
}

function makeReadable(operation) {
  operation.security = operation.security.filter(({ key }) => key);
  // The codes of errors are a table below the responses.
  operation.description = operation.description.replace(/\n\nErrors:\n[\s\S]*$/, '');
  for (const response of Object.values(operation.responses)) delete response.headers;
  // The shapes of errors are not shown, and cost more to resolve than all others.
  for (const [status, response] of Object.entries(operation.responses))
    if (Number(status) >= 400) operation.responses[status] = { description: response.description ?? 'Error' };
}
