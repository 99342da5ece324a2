/**
 * Prepares the OpenAPI document for the API reference page: removes the cookie credential, which a browser sends by
 * itself, the headers that every response has, and the shapes of errors.
 */
