/**
 * The main job of the demo by MCP tools instead of REST, by the same steps where both have them: standard, project,
 * export of revision 1, wiki. Accounts and keys are still created over REST. For `main-job.long.test.ts`.
 */
import assert from 'node:assert/strict';
import { RestClient } from '../../shared/rest-client/client.ts';
import { openProject, publishAddendum } from '../../tools/demo/project-steps.ts';
import type { DemoStandard } from '../../tools/demo/standard-steps.ts';
import { type Administrator, assertRefused } from '../../tools/demo/step-checks.ts';
import { adoptFromWiki } from '../../tools/demo/wiki-steps.ts';
import { createKey, registerAccount, registerMember } from '../../tools/world/accounts.ts';
import { publishWhenReady } from '../../tools/world/projects.ts';
import { McpToolClient } from './mcp-tool-client.ts';
import { writeStandard } from './standard-by-tools.ts';

interface ToolOutcome {
  /** The export of revision 1, as the tool returned it. */
  exported: string;
  /** The response of `certificates_keys`. */
  keys: string;
  /** Number of calls of each tool. */
  used: ReadonlyMap<string, number>;
}

const DATASHEET_COUNT = 5;
const silently = (): void => undefined;

/** Runs the job. Sessions are used only to create accounts and keys, which no key may do. */
export async function runMainJobByTools(base: string, administrator: Administrator): Promise<ToolOutcome> {
  const { ada, byron, admin } = await openToolClients(base, administrator);
  try {
    const outcome = await runProject(await writeStandard(ada, byron));
    await adoptFromWiki(admin, ada, outcome.projectId, silently);
    const used = new Map<string, number>();
    for (const client of [ada, byron, admin])
      for (const [name, count] of client.used) used.set(name, (used.get(name) ?? 0) + count);
    return { exported: outcome.exported, keys: JSON.stringify(await ada.call('certificates.keys')), used };
  } finally {
    for (const client of [ada, byron, admin]) await client.close();
  }
}

async function openToolClients(
  base: string,
  administrator: Administrator,
): Promise<Record<'ada' | 'byron' | 'admin', McpToolClient>> {
  const anyone = new RestClient(base);
  const owner = await registerAccount(base, 'ada', 'Access Specifiers');
  const mate = await registerMember(owner, 'byron', 'CompanyEditor');
  const clientOf = async (session: RestClient): Promise<McpToolClient> =>
    McpToolClient.open(base, (await createKey(session)).secret);
  const login = { email: administrator.email, password: administrator.password };
  return {
    ada: await clientOf(owner),
    byron: await clientOf(mate),
    admin: await clientOf(await anyone.openSession('account.login', login)),
  };
}

async function runProject(
  standard: DemoStandard<McpToolClient>,
): Promise<{ projectId: number; exported: string }> {
  const { author: ada, colleague: byron } = standard;
  const { projectId: id, sheets } = await openProject(standard, DATASHEET_COUNT, silently);
  assert.equal((await ada.call('files.list', { projectId: id })).files.length, 0);
  await assertVersionNeeded(byron, sheets[0] ?? 0);
  const revisionId = await publishWhenReady(ada, id, 'Issued for tender');
  const read = async (): Promise<string> =>
    JSON.stringify([
      await ada.call('projects.standards.list', { id, revisionId }),
      await ada.call('projects.datasheets.list', { id, revisionId }),
      await ada.call('projects.export', { id, revisionId, isVerbose: true }),
    ]);
  const before = await read();
  await publishAddendum(standard, id, sheets, silently);
  assert.equal(await read(), before, 'revision 1 reads byte for byte as before');
  return { projectId: id, exported: JSON.stringify(await ada.call('projects.export', { id, revisionId })) };
}

async function assertVersionNeeded(byron: McpToolClient, id: number): Promise<void> {
  const [field] = (await byron.call('datasheets.get', { id })).elements;
  const changes = [{ element_id: field?.id ?? 0, new_value: '42' }];
  await assertRefused(
    byron.callExpectingError('datasheets.revise', { id, severity: 'MINOR', changes }),
    [400, 'BASE_VERSION_REQUIRED'],
    'a revise names the version that was read',
  );
}
