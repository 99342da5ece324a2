/** `/llms.txt`: what the service is and where its documents are, for language models (llmstxt.org). */
import { GROUP_DESCRIPTIONS, groupsOf } from '../../../shared/contracts/help.ts';
import { publishedEndpoints } from '../../../shared/contracts/published-endpoints.ts';
import { linkBase, type SitePage } from './site-page.ts';

export function llmsTxt(baseUrl: string | null): SitePage {
  const link = (name: string, path: string, about: string): string =>
    `- [${name}](${linkBase(baseUrl)}${path}): ${about}`;
  const groups = groupsOf(publishedEndpoints()).map((group) =>
    link(group, `/api/help?group=${group}`, GROUP_DESCRIPTIONS[group]),
  );
  const content = `# Construction Specification Service

> Version control for construction specifications. Standards are numbered clauses with typed fields, published as sealed revisions. Projects pin revisions and fill in their fields in datasheets. What a project publishes is sealed, and its export is signed.

Send a key as \`Authorization: Bearer …\`. The wiki, help and the OpenAPI document are public. \`Accept: text/markdown\` on a standard (\`GET /api/standards/:id\`) or a wiki page (\`GET /api/wiki/standards/:librarySlug/:standardSlug\`) returns its markup. Errors are problem documents with a stable \`code\` and a \`detail\` that says what to do.

## Start

${[
  link('Index of the endpoints', '/api/help?format=index', 'method, path and summary of each, and a guide'),
  link(
    'OpenAPI document',
    '/api/openapi.json',
    'every endpoint with the named shapes of bodies and answers (large)',
  ),
  link('MCP', '/mcp', 'the same endpoints as tools, over Streamable HTTP (POST, with the same key)'),
  link('API reference', '/docs', 'for people'),
  link('API catalog', '/.well-known/api-catalog', 'where these documents are, as a linkset'),
].join('\n')}

## Endpoints by group

${groups.join('\n')}
`;
  return { type: 'text/markdown; charset=utf-8', content };
}
