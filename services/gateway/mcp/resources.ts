/**
 * Resources: a standard, a clause of it, a project and a wiki page as markdown. They are read through the endpoints,
 * so permissions and withheld texts are theirs.
 */
import {
  ErrorCode,
  McpError,
  type ReadResourceResult,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import type { EndpointId } from '../../../shared/contracts/index.ts';
import { apiErrorAt, notFound } from '../../../shared/kernel/errors/errors.ts';
import { takePart } from './answer-parts.ts';
import { isStandardContent, standardMarkup } from './markup-answers.ts';
import { mayUseAll } from './mcp-tools.ts';
import { fitToMessage } from './message-size.ts';
import { type ProjectAnswers, projectPage } from './project-page.ts';
import type { McpRequest, ToolCalls } from './tool-calls.ts';

const MIME_TYPE = 'text/markdown';
/** Characters of a part at first. */
const PART_CHARACTERS = 40_000;
/** What MCP says of a resource that is not there. */
const RESOURCE_NOT_FOUND = -32002;

interface ResourceSpec {
  template: string;
  name: string;
  title: string;
  description: string;
  pattern: RegExp;
  uses: readonly EndpointId[];
  read(calls: ToolCalls, variables: Readonly<Record<string, string>>): Promise<string>;
}

async function readStandard(calls: ToolCalls, id: string | undefined) {
  const body = await calls.read('standards.get', { id: Number(id) });
  if (!isStandardContent(body)) throw notFound();
  return body;
}

const RESOURCES: readonly ResourceSpec[] = [
  {
    template: 'spec://standards/{id}',
    name: 'standard',
    title: 'A standard',
    description: 'The current revision of a standard as markup',
    pattern: /^spec:\/\/standards\/(?<id>\d{1,15})$/,
    uses: ['standards.get'],
    async read(calls, { id }) {
      return standardMarkup(await readStandard(calls, id));
    },
  },
  {
    template: 'spec://standards/{id}/clauses/{address}',
    name: 'clause',
    title: 'A clause of a standard',
    description: 'The clause at an address such as 3.2.1 with those below it and their fields, as markup',
    pattern: /^spec:\/\/standards\/(?<id>\d{1,15})\/clauses\/(?<address>\d+(?:\.\d+)*)$/,
    uses: ['standards.get'],
    async read(calls, { id, address }) {
      const standard = await readStandard(calls, id);
      if (!standard.elements.some((element) => element.address === address)) throw notFound();
      return standardMarkup(standard, address);
    },
  },
  {
    template: 'spec://projects/{id}',
    name: 'project',
    title: 'A project',
    description: 'The header of a project, the revisions that it pins, and its datasheets',
    pattern: /^spec:\/\/projects\/(?<id>\d{1,15})$/,
    uses: ['projects.details', 'projects.standards.list', 'projects.datasheets.list'],
    async read(calls, { id }) {
      const values = { id: Number(id) };
      const answers: ProjectAnswers = {
        standards: await calls.read('projects.standards.list', values),
        datasheets: await calls.read('projects.datasheets.list', values),
        // Last: its endpoint is the one that is logged.
        details: await calls.read('projects.details', values),
      };
      return projectPage(answers);
    },
  },
  {
    template: 'spec://wiki/{library}/{slug}',
    name: 'wiki_page',
    title: 'A page of the wiki',
    description: 'The current revision of a wiki standard',
    pattern: /^spec:\/\/wiki\/(?<library>[a-z0-9-]{1,200})\/(?<slug>[a-z0-9-]{1,200})$/,
    uses: ['wiki.standards.get'],
    async read(calls, { library, slug }) {
      const page: unknown = await calls.read('wiki.standards.get', {
        librarySlug: library,
        standardSlug: slug,
      });
      const { content } = Object(page);
      return String(content);
    },
  },
];

/** The templates whose endpoints the caller may use. */
export const offeredResourceTemplates = (
  request: Pick<McpRequest, 'principal' | 'selection'>,
): ResourceTemplate[] =>
  RESOURCES.flatMap((resource) => {
    if (!mayUseAll(resource.uses, request)) return [];
    const { template, name, title, description } = resource;
    return [{ uriTemplate: template, name, title, description, mimeType: MIME_TYPE }];
  });

/**
 * The text of a resource, or a part of it: the last line of a part has the URI of the next one.
 * @throws McpError for a resource that is not there, or not for the caller
 */
export async function readResource(uri: string, calls: ToolCalls): Promise<ReadResourceResult> {
  const [address = ''] = uri.split('?', 1);
  try {
    const continuation = readContinuation(uri.slice(address.length + 1));
    const text = await findText(address, calls);
    return fitToMessage(PART_CHARACTERS, (budget) => renderPart(text, { address, continuation, budget }));
  } catch (error) {
    const { status, detail, ...problem } = calls.describeError(error);
    const code = status === 404 || status === 410 ? RESOURCE_NOT_FOUND : ErrorCode.InvalidParams;
    throw new McpError(status >= 500 ? ErrorCode.InternalError : code, detail, {
      uri: uri.slice(0, 500),
      problem: { status, detail, ...problem },
    });
  }
}

/** @throws VALIDATION_ERROR for another parameter, or for several continuations */
function readContinuation(query: string): string | undefined {
  const parameters = [...new URLSearchParams(query)];
  const [first, second] = parameters;
  const other = parameters.find(([name]) => name !== 'continuation')?.[0];
  if (other === undefined && second === undefined) return first?.[1];
  const name = (other ?? 'continuation').slice(0, 100);
  const message =
    other === undefined
      ? 'Send a single continuation.'
      : `Unknown parameter ${JSON.stringify(name)} of a resource. Its only parameter is continuation.`;
  throw apiErrorAt('VALIDATION_ERROR', name, message);
}

interface WantedPart {
  address: string;
  continuation: string | undefined;
  budget: number;
}

/** The part under its own URI. @throws VALIDATION_ERROR for another continuation */
function renderPart(text: string, { address, continuation, budget }: WantedPart): ReadResourceResult {
  const partUri = (at: string): string => `${address}?continuation=${at}`;
  const part = takePart(text, continuation, budget);
  const more =
    part.continuation === null
      ? ''
      : `\n<!-- A part of the text. The rest is at ${partUri(part.continuation)} -->\n`;
  const uri = continuation === undefined ? address : partUri(continuation);
  return { contents: [{ uri, mimeType: MIME_TYPE, text: `${String(part.body)}${more}` }] };
}

/** @throws NOT_FOUND */
async function findText(address: string, calls: ToolCalls): Promise<string> {
  for (const resource of RESOURCES) {
    const { groups } = resource.pattern.exec(address) ?? {};
    if (groups) return resource.read(calls, groups);
  }
  throw notFound();
}
