/**
 * Resolves the references of one operation of the OpenAPI document, for the API reference page: Swagger UI would read
 * the whole document for it, which takes seconds.
 */
