/**
 * Script of the API reference page: opens Swagger UI with the prepared OpenAPI document, and the form that makes a
 * key for it.
 */
import { openKeyForm } from './key-form.mjs';
import { toReadable } from './readable-document.mjs';
import { resolveSubtree } from './resolve-operation.mjs';
import { codesAndPermissions } from './swagger-plugin.mjs';

const response = await fetch('api/openapi.json');
const reference = window.SwaggerUIBundle({
  spec: toReadable(await response.json()),
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  persistAuthorization: false,
  plugins: [codesAndPermissions, { fn: { resolveSubtree } }],
});

// The key stays in the memory of this page.
openKeyForm((secret) => reference.preauthorizeApiKey('key', secret));
