/**
 * The prompts of MCP: instructions for jobs that take several tools. They contain no content of standards; the model
 * reads that with the tools.
 */
import { ErrorCode, type GetPromptResult, McpError, type Prompt } from '@modelcontextprotocol/sdk/types.js';
import type { EndpointId } from '../../../shared/contracts/index.ts';
import { mayUseAll } from './mcp-tools.ts';
import type { McpRequest } from './tool-calls.ts';

interface PromptSpec {
  title: string;
  description: string;
  arguments: Readonly<Record<string, { description: string; required: boolean }>>;
  /** The endpoints whose tools its text names. */
  uses: readonly EndpointId[];
  text(values: Readonly<Record<string, string>>): string;
}

type Seen = Pick<McpRequest, 'principal' | 'selection'>;

const required = (description: string) => ({ description, required: true });
const optional = (description: string) => ({ description, required: false });

const PROMPTS: Readonly<Record<string, PromptSpec>> = {
  compare_editions: {
    title: 'Compare editions',
    description: 'What changed from one edition or revision of a standard to another, and what it means',
    arguments: {
      standard: required('Standard id'),
      from: optional('Revision code or id, default: the one before the last'),
      to: optional('Revision code or id, default: the current one'),
    },
    uses: ['standards.revisions', 'standards.compare'],
    text: ({ standard, from = 'the revision before the last', to = 'the current revision' }) =>
      `Compare two revisions of standard ${standard}: from ${from} to ${to}.
1. List its revisions with standards_revisions. A revision of a library standard of the wiki is one of its editions (wiki).
2. Compare them with standards_compare and their ids. Clauses are matched by identity, so "moved" is no change of words.
3. Report, by address: what is required now and was not before, what is no longer required, values and fields that changed, and what only moved or was reworded without a change of meaning. Quote both wordings where the difference matters.
4. Say where a clause is withheld by a moderation notice; do not guess its words.`,
  },
  settle_merge_plan: {
    title: 'Settle a merge plan',
    description: 'Takes the changes of its source into a customised copy, conflict by conflict',
    arguments: { standard: required('Id of the customised copy') },
    uses: ['standards.mergePlan', 'standards.merge', 'standards.workingCopy.get'],
    text: ({ standard }) =>
      `Settle the merge plan of the customised standard ${standard}. Use call_tool for tools that are not listed.
1. Read the plan with standards_mergePlan, all pages of its conflicts.
2. For each conflict show what the source changed, what the copy changed, and your proposal with its reason. Keep what the copy changed on purpose; take what corrects an error. Ask where you cannot decide.
3. Once I agree, apply it with standards_merge and the planHash that you read. If the plan has changed, read it again.
4. Read the result with standards_workingCopy_get and list what to check. Do not publish it.`,
  },
  fill_datasheet: {
    title: 'Fill in a datasheet',
    description: 'Fills in the fields of a datasheet from a source such as a drawing or a product sheet',
    arguments: {
      datasheet: required('Datasheet id'),
      source: optional('The text that the values are taken from, or where it is'),
    },
    uses: ['datasheets.get', 'datasheets.template', 'datasheets.revise'],
    text: ({ datasheet, source = 'the documents of this conversation' }) =>
      `Fill in datasheet ${datasheet} from ${source}.
1. Read it with datasheets_get: its version, and its fields with options, units and constraints. datasheets_template has their definitions.
2. For each field without a value find one in the source. Give the value in the unit of the field and one of its options where it has them, and say where you found it. Never invent a value.
3. A field that the source leaves open stays as it is, or gets a disposition (per_drawings, not_applicable, tbd, manufacturer_standard) where the source says so.
4. Show me the changes as a table, then save them with one datasheets_revise, with baseVersion as you read it and the id of each field as element_id. Check the changes that it answers. On EDIT_CONFLICT read again and show me what others entered.`,
  },
  prepare_issue: {
    title: 'Prepare an issue',
    description: 'Checks the draft of a project before it is published, and writes the text of the issue',
    arguments: { project: required('Project id'), for: optional('What it is issued for, such as tender') },
    uses: [
      'projects.details',
      'projects.publishReadiness',
      'projects.standards.list',
      'projects.datasheets.list',
      'datasheets.get',
      'projects.publish',
    ],
    text: ({ project, for: purpose = 'the next issue' }) =>
      `Prepare project ${project} for ${purpose}.
1. Read it with projects_details, and what prevents publishing with projects_publishReadiness.
2. List its standards (projects_standards_list) and datasheets (projects_datasheets_list). Name pins that are behind, datasheets that need an upgrade, fields without a value (datasheets_get), and material under a moderation notice.
3. Give me a list of what must be done before, what should be, and who can do it.
4. Propose revision_name, revision_type and a description that says what changed since the last revision. Publish with projects_publish and the draftVersion that you read as baseVersion only after I say so.`,
  },
};

/** The prompts whose tools the caller may use. */
export const offeredPrompts = (request: Seen): Prompt[] =>
  Object.entries(PROMPTS).flatMap(([name, prompt]) =>
    mayUseAll(prompt.uses, request)
      ? [
          {
            name,
            title: prompt.title,
            description: prompt.description,
            arguments: Object.entries(prompt.arguments).map(([argument, about]) => ({
              name: argument,
              ...about,
            })),
          },
        ]
      : [],
  );

/** @throws McpError for an unknown prompt, an unknown argument, or one that is missing */
export function getPrompt(
  name: string,
  values: Readonly<Record<string, string>>,
  request: Seen,
): GetPromptResult {
  const prompt = Object.hasOwn(PROMPTS, name) ? PROMPTS[name] : undefined;
  if (!prompt || !mayUseAll(prompt.uses, request))
    throw invalidParams(`Unknown prompt: ${name.slice(0, 200)}`);
  const unknown = Object.keys(values).find((argument) => !Object.hasOwn(prompt.arguments, argument));
  if (unknown !== undefined) {
    const known = Object.keys(prompt.arguments).join(', ');
    throw invalidParams(`'${unknown.slice(0, 200)}' is not an argument of ${name}. It takes ${known}.`);
  }
  const missing = Object.entries(prompt.arguments).find(
    ([argument, about]) => about.required && !values[argument]?.trim(),
  );
  if (missing) throw invalidParams(`${name} needs the argument '${missing[0]}': ${missing[1].description}.`);
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(values) } }],
  };
}

const invalidParams = (message: string): McpError => new McpError(ErrorCode.InvalidParams, message);
