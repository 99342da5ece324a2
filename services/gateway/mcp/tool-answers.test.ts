/**
 * Tests of the arguments and answers of tools: unknown arguments, markup, large answers, errors, schemas of results.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { PERMISSIONS } from '../../../shared/contracts/permissions.ts';
import { RestClient } from '../../../shared/rest-client/client.ts';
import { listAllTools, type McpClient, openMcpClient, toolOutcome } from '../../../test/mcp-client.ts';
import { useNode } from '../../../test/service-node.ts';
import { createKey } from '../../../tools/world/accounts.ts';
import { createTenant, type TenantResources } from '../../../tools/world/population.ts';
import { publishStandard } from '../../../tools/world/standards.ts';

const MAX_BYTES = 64 * 1024;

describe('arguments and answers of tools (A24)', () => {
  const node = useNode();
  let ada: TenantResources;
  let key: RestClient;
  let client: McpClient;
  beforeAll(async () => {
    ada = await createTenant(new RestClient(node.url), 'ada');
    const made = await createKey(ada.session, PERMISSIONS);
    key = made.client;
    client = await openMcpClient(node.url, made.secret);
    // So the client of the SDK holds every result against its schema.
    await client.listTools();
  });
  afterAll(() => client.close());

  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const result = Object(await client.callTool({ name, arguments: args }));
    const bytes = Buffer.byteLength(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
    assert.ok(bytes <= MAX_BYTES, `${name}: ${bytes} bytes`);
    const texts: string[] = result.content.map(({ text }: { text: string }) => text);
    return { ...toolOutcome(result), texts };
  };

  it('an unknown argument is refused by name, with those that the tool takes, and nothing is written', async () => {
    const { body } = await call('categories_create', {
      name: 'Typo',
      subject_type: 'user',
      parent: 1,
      color: 'red',
    });
    assert.deepEqual(
      [body.status, body.code, Object(body).errors.map(({ path }: { path: string }) => path)],
      [400, 'VALIDATION_ERROR', ['parent', 'color']],
    );
    assert.match(
      String(body.detail),
      /'parent' is not an argument of this tool\. It takes name, .*parent_id/,
    );
    assert.match(String((await call('projects_list', { limit: 5 })).body.detail), /It takes continuation/);
    const listed = await key.get('/api/categories');
    assert.ok(!JSON.stringify(listed).includes('Typo'));
    for (const args of [{ toString: 1 }, { continuation: 'x', dryRun: 1 }, { as: 'json' }])
      assert.equal(
        (await call('categories_create', { name: 'x', subject_type: 'user', ...args })).body.code,
        'VALIDATION_ERROR',
      );
  });

  it('an argument for other callers changes nothing, and the answer names it (document 1, callers 7)', async () => {
    const plain = await call('datasheets_get', { id: ada.datasheetId });
    const sent = { id: ada.datasheetId, format: 'compact', include: 'template', revision_id: 1 };
    const { body, texts } = await call('datasheets_get', sent);
    assert.deepEqual(body, plain.body);
    assert.equal(
      texts.at(-1),
      'Ignored: format (HTTP callers only), include (HTTP callers only), revision_id (the in-app assistant only).',
    );
    assert.equal(plain.texts.length, 1);
  });

  it('an unknown member within an argument is named, in a refusal, too; so is a save that went over whatever was current (A24, G11)', async () => {
    const elements = [
      { address: '1', toc_content: 'Doors', content: '', depth: 1, colour: 'red' },
      { address: '2', toc_content: 'Windows', content: '', colour: 'blue' },
    ];
    const save = { id: ada.standardId, elements, confirmReplace: true, dryRun: true };
    const { texts } = await call('standards_workingCopy_save', save);
    assert.equal(
      texts.at(-2),
      'Ignored: elements[].depth (no such member), elements[].colour (no such member).',
    );
    assert.match(texts.at(-1) ?? '', /^Without baseVersion this goes over whatever is current/);
    const stale = { ...save, baseVersion: 'unknown', baseElements: [] };
    const refused = await call('standards_workingCopy_save', stale);
    assert.equal(refused.body.code, 'EDIT_CONFLICT');
    assert.match(String(refused.body.detail), /Read it again with standards_workingCopy_get/);
    assert.match(refused.texts.at(-1) ?? '', /^Ignored: .*baseElements \(HTTP callers only\)/);
  });

  it('what a key must send is required for a key, and not for a session', async () => {
    const required = async (headers: Record<string, string>, path: string): Promise<string[]> => {
      const response = await fetch(`${node.url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
      const { result } = Object(await response.json());
      return result.tools.find(({ name }: { name: string }) => name === 'datasheets_revise').inputSchema
        .required;
    };
    const { cookie = '' } = ada.session.credential;
    assert.ok((await required({ authorization: `Bearer ${ada.secret}` }, '/mcp')).includes('baseVersion'));
    assert.ok(!(await required({ cookie, origin: node.url }, '/mcp')).includes('baseVersion'));
    const { body } = await call('datasheets_revise', {
      id: ada.datasheetId,
      severity: 'MINOR',
      changes: [{ element_id: 1, new_value: 'x' }],
    });
    assert.equal(body.code, 'BASE_VERSION_REQUIRED');
  });

  it('a standard is read as markup, the same as over HTTP, and on request as JSON', async () => {
    const http = await key.get(`/api/standards/${ada.standardId}?format=markdown`);
    const { body, texts } = await call('standards_get', { id: ada.standardId });
    assert.equal(body.markdown, Object(http).markdown);
    assert.equal(texts[0], body.markdown, 'as it is, without escapes');
    assert.deepEqual([body.id, Object(body.revision).id], [ada.standardId, ada.revisionIds[1]]);
    const json = await call('standards_get', { id: ada.standardId, as: 'json' });
    assert.deepEqual(json.body, await key.get(`/api/standards/${ada.standardId}`));
    const old = await call('standards_get', { id: ada.standardId, revisionId: ada.revisionIds[0] });
    assert.match(String(old.body.markdown), /Portland/);
    assert.equal(
      (await call('standards_get', { id: ada.standardId, as: 'pdf' })).body.code,
      'VALIDATION_ERROR',
    );
  });

  it('a working copy is read as markup and saved as markup; unchanged it keeps its version and identities', async () => {
    const id = ada.standardId;
    const opened = await call('standards_edit', { id });
    const read = await call('standards_workingCopy_get', { id });
    assert.deepEqual([read.body.version, read.body.markdown], [opened.body.version, opened.body.markdown]);
    const save = (markdown: unknown, baseVersion: unknown) =>
      call('standards_workingCopy_save', { id, markdown, baseVersion });
    const unchanged = await save(read.body.markdown, read.body.version);
    assert.equal(unchanged.body.version, read.body.version);
    const before = Object((await call('standards_workingCopy_get', { id, as: 'json' })).body);
    const text = String(read.body.markdown).replace('blended cement', 'white cement');
    const saved = await save(text, read.body.version);
    assert.equal(saved.isError, false, JSON.stringify(saved.body));
    const after = Object((await call('standards_workingCopy_get', { id, as: 'json' })).body);
    const ids = ({ elements }: { elements: { element_id: number }[] }) =>
      elements.map(({ element_id }) => element_id);
    assert.deepEqual(ids(after), ids(before));
    assert.equal((await save(text.replace('white', 'grey'), read.body.version)).body.code, 'EDIT_CONFLICT');
  });

  it('an answer above 64 KB is cut into parts that together are the answer', async () => {
    const elements = Array.from({ length: 900 }, (_, at) => ({
      address: String(at + 1),
      content: `Clause ${at + 1} "quoted" – ${'words and more '.repeat(12)}`,
    }));
    const { id } = await key.call('standards.create', {
      name: 'Large',
      category_id: ada.categoryId,
      subject_type: 'company',
    });
    await key.call('standards.workingCopy.save', { id, elements });
    await publishStandard(key, id, { summary: 'Large' });
    const whole = Object(await key.get(`/api/standards/${id}?format=markdown`)).markdown;
    let text = '';
    let parts = 0;
    let continuation: unknown;
    do {
      const { body, texts } = await call('standards_get', {
        id,
        ...(continuation === undefined ? {} : { continuation }),
      });
      text += body.markdown;
      parts += 1;
      ({ continuation } = body);
      if (continuation !== undefined) assert.match(String(texts[0]), /^This is a part of the text/m);
      if (continuation !== undefined)
        assert.ok(
          texts.some(
            (each) => each.includes(`call standards_get again`) && each.includes(String(continuation)),
          ),
        );
    } while (continuation !== undefined && parts < 100);
    assert.ok(parts > 3 && parts < 12, `${parts} parts`);
    assert.equal(text, whole);
    const first = Object((await call('standards_get', { id, as: 'json' })).body);
    const next = Object(
      (await call('standards_get', { id, as: 'json', continuation: first.continuation })).body,
    );
    assert.equal(next.elements[0].address, String(first.elements.length + 1));
    const stale = await call('standards_get', { id: ada.standardId, continuation: first.continuation });
    assert.deepEqual([stale.body.status, Object(stale.body).errors[0].path], [400, 'continuation']);
    const opened = await call('standards_edit', { id });
    assert.deepEqual(Object.keys(opened.body).includes('markdown'), false, 'no part of the text');
    assert.match(String(opened.body.version), /./);
    assert.match(opened.texts.join('\n'), /Read the text with standards_workingCopy_get\./);
    const asJson = await call('standards_edit', { id, as: 'json' });
    assert.deepEqual([asJson.body.elements, asJson.body.version], [undefined, opened.body.version]);
    for (const { texts } of [opened, asJson]) assert.doesNotMatch(texts.join('\n'), /words and more/);
    const tried = await call('standards_edit', { id, dryRun: true });
    assert.match(tried.texts.join('\n'), /Nothing was stored: this was a dry run\./);
    assert.doesNotMatch(tried.texts.join('\n'), /write is done|words and more/);
    for (const name of ['discovery_openapi', 'discovery_help', 'account_permissions'])
      assert.equal((await call('call_tool', { name })).isError, false, name);
    const conflict = await call('standards_workingCopy_save', {
      id,
      markdown: `${'1 Twice\n\n'.repeat(9_000)}`,
    });
    assert.equal(conflict.body.code, 'MARKUP_ERRORS');
  });

  it('errors name tools, not requests', async () => {
    const asked: [string, Record<string, unknown>, RegExp][] = [
      ['standards_create', { name: 'N', category_id: 999_999, subject_type: 'company' }, /categories_list/],
      ['datasheets_create', { project_id: ada.projectId, standard_id: 999_999, name: 'x' }, /./],
      [
        'standards_publish',
        { id: ada.standardId, tag_ids: ['3f0e2a8e-6f1c-4d9a-8f5e-0f5f5a5c1c11'] },
        /standards_tags_list/,
      ],
      ['projects_create', { name: 'P', engineer_id: 999_999 }, /companies_list with search/],
    ];
    for (const [name, args, pattern] of asked) {
      const { isError, texts, body } = await call(name, args);
      assert.ok(isError, name);
      assert.match(String(body.detail), pattern, name);
      assert.doesNotMatch(texts.join(''), /(GET|POST|PUT|PATCH|DELETE) \/api\//, name);
    }
  });

  it('results match the schema that the tool declares', async () => {
    const all = await openMcpClient(node.url, ada.secret, '/mcp/x/all');
    try {
      const declared = (await listAllTools(all)).filter(({ outputSchema }) => outputSchema !== undefined);
      assert.ok(declared.length > 80, `${declared.length}`);
      for (const { outputSchema } of declared) assert.equal(outputSchema?.type, 'object');
      const reads: [string, Record<string, unknown>][] = [
        ['standards_revisions', { id: ada.standardId }],
        ['standards_compare', { id: ada.standardId, from: ada.revisionIds[0], to: ada.revisionIds[1] }],
        ['projects_details', { id: ada.projectId }],
        ['projects_publishReadiness', { id: ada.projectId }],
        ['projects_export', { id: ada.projectId }],
        ['standards_searchContent', { query: 'cement' }],
        ['datasheets_template', { standardId: ada.standardId }],
        ['discovery_whoami', {}],
        ['certificates_keys', {}],
      ];
      for (const [name, args] of reads) assert.equal((await call(name, args)).isError, false, name);
    } finally {
      await all.close();
    }
  });
});
