/**
 * Test of the main job of the README with the default tools of MCP alone: find, read, edit as markup, publish, pin,
 * fill datasheets, export; the export verifies offline.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { type McpClient, openMcpClient, toolOutcome } from '../../../test/mcp-client.ts';
import { useNode } from '../../../test/service-node.ts';
import { registerAccount } from '../../../tools/world/accounts.ts';

const MARKUP = `# 1 Materials

1.1 Cement shall be Portland cement.

1.2 Concrete shall reach the strength given in the datasheet.

\`\`\`field
label: Compressive strength
type: range
unit: MPa
default: "30"
\`\`\`
`;

describe('the main job with the default tools of MCP (A24)', () => {
  const node = useNode();
  let client: McpClient;
  let offered: ReadonlySet<string>;
  beforeAll(async () => {
    const session = await registerAccount(node.url, 'Dora', 'Default Specifiers');
    const { secret } = await session.call('account.keys.create', { name: 'agent', preset: 'publisher' });
    client = await openMcpClient(node.url, secret);
    offered = new Set((await client.listTools()).tools.map(({ name }) => name));
  });
  afterAll(() => client.close());

  const call = async (name: string, args: Record<string, unknown> = {}) => {
    assert.ok(offered.has(name), `${name} is offered`);
    const { isError, body } = toolOutcome(await client.callTool({ name, arguments: args }));
    assert.equal(isError, false, `${name}: ${JSON.stringify(body)}`);
    return Object(body);
  };

  it('plays from text to a signed export that verifies offline', async () => {
    assert.equal((await call('discovery_whoami')).credential.type, 'key');
    const { id: category_id } = await call('categories_create', {
      name: 'Concrete',
      subject_type: 'company',
    });
    const about = { name: 'Cast-in-place concrete', subject_type: 'company', category_id };
    const { id, working_copy } = await call('standards_create', about);
    const valid = await call('standards_validateMarkdown', { markdown: MARKUP, standardId: id });
    assert.deepEqual([valid.ok, valid.errorCount], [true, 0]);
    await call('standards_workingCopy_save', { id, markdown: MARKUP, baseVersion: working_copy.version });
    await call('standards_publish', { id, summary: 'First issue' });

    const { standards } = await call('standards_list', { search: 'concrete' });
    assert.deepEqual(
      standards.map((each: { id: number }) => each.id),
      [id],
    );
    const opened = await call('standards_edit', { id });
    const edited = opened.markdown.replace('Portland cement', 'blended cement');
    await call('standards_workingCopy_save', { id, markdown: edited, baseVersion: opened.version });
    const { revision } = await call('standards_publish', { id, summary: 'Blended', severity: 'minor' });
    assert.match((await call('standards_get', { id })).markdown, /blended cement/);
    const { revisions } = await call('standards_revisions', { id });
    const [now, before] = revisions;
    const { clauses } = await call('standards_compare', { id, from: before.id, to: now.id });
    assert.equal(clauses.length, 1);

    const { id: projectId } = await call('projects_create', { name: 'City library' });
    await call('projects_standards_add', {
      id: projectId,
      action: 'import',
      standardId: id,
      revisionId: before.id,
    });
    await call('projects_standardRevisions_apply', {
      id: projectId,
      changes: [{ standardId: id, toStandardRevisionId: revision.id }],
      rationale: 'Blended cement',
    });
    const sheet = await call('datasheets_create', {
      project_id: projectId,
      standard_id: id,
      name: 'Foundations',
      elementValues: { '1.2': '35' },
    });
    const read = await call('datasheets_get', { id: sheet.id });
    await call('datasheets_revise', {
      id: sheet.id,
      severity: 'MINOR',
      baseVersion: read.version,
      changes: [{ element_id: read.elements[0].id, new_value: '40' }],
    });
    assert.equal((await call('projects_datasheets_list', { id: projectId })).datasheets.length, 1);
    assert.equal((await call('projects_standards_list', { id: projectId })).standards.length, 1);
    const { draftVersion } = await call('projects_details', { id: projectId });
    await call('projects_publishReadiness', { id: projectId });
    await call('projects_publish', { id: projectId, baseVersion: draftVersion, revision_name: 'Tender' });
    const exported = await call('projects_export', { id: projectId });
    assert.equal(verify(exported, await call('certificates_keys')), 0);
    assert.notEqual(verify(JSON.parse(JSON.stringify(exported).replaceAll('"40"', '"20"')), {}), 0);
  });

  /** The exit code of the verifier. */
  function verify(exported: object, keys: object): number | null {
    const folder = mkdtempSync(join(tmpdir(), 'css-default-tools-'));
    try {
      writeFileSync(join(folder, 'export.json'), JSON.stringify(exported));
      writeFileSync(join(folder, 'keys.json'), JSON.stringify(keys));
      const program = ['scripts/verify/verify-export/main.mjs', join(folder, 'export.json')];
      return spawnSync(process.execPath, program).status;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
});
