/**
 * Script of the API reference page: opens Swagger UI with the prepared OpenAPI document, and the form that makes a
 * key for it.
 */
