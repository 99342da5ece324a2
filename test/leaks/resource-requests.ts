/**
 * Asserts which words the resources and prompts of MCP show a caller in the held world, for the leak test. Also that
 * a working copy with withheld clauses which is read as markup and saved back is the same version.
 */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../shared/rest-client/json.ts';
import type { TenantResources } from '../../tools/world/population.ts';
import type { MatrixCaller } from '../matrix/callers.ts';
import { toolOutcome } from '../mcp-client.ts';
import { HELD_ADDRESSES, type HeldResources } from './held-world.ts';
import { sendMcp } from './tool-requests.ts';

interface McpQuestion {
  /** The URI of a resource, or the name of a prompt. */
  name: string;
  method: 'resources/read' | 'prompts/get';
  params: { uri: string } | { name: string; arguments: Record<string, string> };
}

/** Every resource and prompt, about the standards with held clauses and what was made of them. */
function describeResources({ copy, library, resources }: HeldResources): McpQuestion[] {
  const standards = [copy, library].flatMap(({ standardId }) => [
    `spec://standards/${standardId}`,
    ...HELD_ADDRESSES.map((address) => `spec://standards/${standardId}/clauses/${address}`),
  ]);
  const { librarySlug, standardSlug } = resources.wiki;
  const uris = [
    ...standards,
    `spec://projects/${copy.projectId}`,
    `spec://wiki/${librarySlug}/${standardSlug}`,
  ];
  const prompts = {
    compare_editions: { standard: String(copy.standardId) },
    settle_merge_plan: { standard: String(copy.standardId) },
    fill_datasheet: { datasheet: String(copy.datasheetId) },
    prepare_issue: { project: String(copy.projectId) },
  };
  return [
    ...uris.map((uri): McpQuestion => ({ name: uri, method: 'resources/read', params: { uri } })),
    ...Object.entries(prompts).map(
      ([name, args]): McpQuestion => ({
        name,
        method: 'prompts/get',
        params: { name, arguments: { ...args } },
      }),
    ),
  ];
}

/** The questions whose answers to this caller have one of the words. */
async function askForWords(
  { client }: MatrixCaller,
  questions: readonly McpQuestion[],
  words: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const { name, method, params } of questions) {
    const { headers, body } = await sendMcp(client, method, { ...params });
    const text = JSON.stringify([[...headers], body]).toLowerCase();
    if (words.some((word) => text.includes(word))) found.push(name);
  }
  return found;
}

/** Asserts that the resources of both standards, and of their held clause, have one of the words. */
export async function assertResourcesHave(
  caller: MatrixCaller,
  held: HeldResources,
  words: readonly string[],
): Promise<void> {
  const found = await askForWords(caller, describeResources(held), words);
  for (const { standardId } of [held.copy, held.library])
    for (const uri of [`spec://standards/${standardId}`, `spec://standards/${standardId}/clauses/2.1`])
      assert.ok(found.includes(uri), `${uri} in ${found}`);
}

/** Asserts that no resource or prompt gives this caller one of the words. */
export async function assertResourcesLack(
  caller: MatrixCaller,
  held: HeldResources,
  words: readonly string[],
): Promise<void> {
  assert.deepEqual(await askForWords(caller, describeResources(held), words), [], caller.name);
}

/** Asserts that a working copy with seals which is read as markup and saved back is the same version. */
export async function assertSealsSurviveMarkup({ key, standardId: id }: TenantResources): Promise<void> {
  const call = async (name: string, args: JsonObject) => {
    const { body } = await sendMcp(key, 'tools/call', { name, arguments: { id, ...args } });
    return toolOutcome(Object(body.result));
  };
  const { version, markdown, sealedIdentities } = Object((await call('standards_edit', {})).body);
  assert.equal(sealedIdentities.length, HELD_ADDRESSES.length);
  const saved = await call('standards_workingCopy_save', { markdown, baseVersion: version });
  assert.deepEqual([saved.isError, saved.body.version], [false, version], JSON.stringify(saved.body));
}
