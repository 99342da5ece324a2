/** Name, description, schemas and hints of each tool, from the contract of its endpoint. */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { type EndpointSpec, parseHttpLine } from '../../../shared/contracts/endpoint.ts';
import type { PublishedEndpoint } from '../../../shared/contracts/published-endpoints.ts';
import { canAnswerInMarkup } from './tool-only-arguments.ts';
import { TOOL_ROUTES } from './tool-routes.ts';
import { type CredentialType, inputSchemaOf, outputSchemaOf } from './tool-schemas.ts';
import { inToolWords } from './tool-words.ts';

function describeTool(name: string, { id, spec }: PublishedEndpoint, credential: CredentialType): Tool {
  // The form of a read with markup depends on its arguments, so no schema is true of all its results.
  const outputSchema = canAnswerInMarkup(id) ? undefined : outputSchemaOf(spec);
  return {
    name,
    title: spec.summary,
    description: inToolWords(spec.description ?? `${spec.summary}.`),
    inputSchema: inputSchemaOf(id, spec, credential),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    annotations: toolAnnotations(spec),
  };
}

const describeAll = (credential: CredentialType): ReadonlyMap<string, Tool> =>
  new Map([...TOOL_ROUTES].map(([name, route]) => [name, describeTool(name, route, credential)]));

const DESCRIPTIONS: Readonly<Record<CredentialType, ReadonlyMap<string, Tool>>> = {
  key: describeAll('key'),
  session: describeAll('session'),
};

/** The tools for callers with this credential, by name. */
export const describedTools = (credential: CredentialType): ReadonlyMap<string, Tool> =>
  DESCRIPTIONS[credential];

/** Hints for clients, as the contract declares them. No tool reaches beyond this service. */
export function toolAnnotations({ http, mutates, tool }: EndpointSpec): NonNullable<Tool['annotations']> {
  if (!mutates) return { readOnlyHint: true, openWorldHint: false };
  const isPost = parseHttpLine(http ?? '').method === 'POST';
  return {
    readOnlyHint: false,
    destructiveHint: tool?.destructive ?? !isPost,
    idempotentHint: tool?.idempotent ?? !isPost,
    openWorldHint: false,
  };
}
