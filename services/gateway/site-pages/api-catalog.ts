/** `/.well-known/api-catalog`: the APIs of this site and their descriptions, as a linkset (RFC 9727, RFC 9264). */
import { linkBase, type SitePage } from './site-page.ts';

const PATH = '/.well-known/api-catalog';
const PROFILE = 'https://www.rfc-editor.org/info/rfc9727';

export function apiCatalog(baseUrl: string | null): SitePage {
  const base = linkBase(baseUrl);
  const json = (path: string) => ({ href: `${base}${path}`, type: 'application/json' });
  const guide = { href: `${base}/llms.txt`, type: 'text/markdown' };
  const linkset = [
    { anchor: `${base}${PATH}`, item: [{ href: `${base}/api/` }, { href: `${base}/mcp` }] },
    {
      anchor: `${base}/api/`,
      'service-desc': [json('/api/openapi.json')],
      'service-doc': [{ href: `${base}/docs`, type: 'text/html' }, guide],
      'service-meta': [json('/api/help')],
      status: [json('/api/health')],
    },
    { anchor: `${base}/mcp`, 'service-doc': [guide], status: [json('/api/health')] },
  ];
  return {
    type: `application/linkset+json; profile="${PROFILE}"`,
    content: JSON.stringify({ linkset }, null, 2),
    headers: { Link: `<${base}${PATH}>; rel="api-catalog"` },
  };
}
