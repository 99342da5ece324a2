/** Tests that a value of a datasheet is stored exactly as it was sent, or refused, over HTTP and as a tool. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { type JsonObject, numberMember, stringMember } from '../../shared/rest-client/json.ts';
import { toolOutcome } from '../../test/mcp-client.ts';
import { expectRejection } from '../../test/service-node.ts';
import { editionField } from '../../test/world/editions.ts';
import { ProjectsWorld } from '../../test/world/projects-world.ts';
import { createKey, registerAccount } from '../../tools/world/accounts.ts';

/** Numbers that no JSON reader of ours keeps as they are written. */
const INEXACT = [
  '9007199254740993',
  '28.000000000000000001',
  '1e21',
  '-0',
  '1.0',
  '4.50',
  '1E2',
  '-0.0',
  '0.1e1',
  '9'.repeat(400),
];
/** Numbers that are what they print as. */
const EXACT = ['0', '-1', '28.5', '9007199254740991', '0.000001', '1e-7'];

interface Problem {
  status: number;
  code: unknown;
  errors: { path: string; message: string }[];
}

describe('values are kept as they were sent', () => {
  const site = ProjectsWorld.use(['gateway']);
  let session: RestClient;
  let secret: string;
  let projectId: number;
  let standardId: number;
  let sheet: number;
  let fieldId: number;
  beforeAll(async () => {
    session = await registerAccount(site.node.url, 'Ada');
    ({ secret } = await createKey(session, [
      'datasheet:read',
      'project:read',
      'project:draft:view',
      'project:draft:edit',
      'standard:read',
      'standard:create',
      'standard:update',
      'standard:view_drafts',
      'category:create',
    ]));
    const fields = [
      editionField({ element_address: '1.1', label: 'Thickness' }),
      editionField({ element_address: '1.2', label: 'Slump', input_type: 'number' }),
    ];
    ({ standardId } = await site.createStandard({ title: 'Exact', fields }));
    projectId = numberMember(await session.post('/api/projects/create', { name: 'Exact' }), 'id');
    await session.post(`/api/projects/${projectId}/standards`, { action: 'import', standardId });
    const made = await post(
      'POST',
      '/api/datasheet',
      `{"project_id":${projectId},"standard_id":${standardId},"name":"Sheet"}`,
    );
    sheet = numberMember(made, 'id');
    const read = await session.get(`/api/datasheet/${sheet}`);
    fieldId = Number(Object(read).elements[1].id);
  });

  /** A body as it stands, byte for byte. */
  async function post(
    method: string,
    path: string,
    body: string,
    headers: Record<string, string> = {},
  ): Promise<Problem & JsonObject> {
    const response = await fetch(`${site.node.url}${path}`, {
      method,
      body,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
    });
    return { ...Object(await response.json()), status: response.status };
  }
  const version = async (): Promise<string> =>
    stringMember(await session.get(`/api/datasheet/${sheet}`), 'version');
  const revise = async (value: string) =>
    post(
      'POST',
      `/api/datasheet/${sheet}/revise`,
      `{"severity":"minor","baseVersion":"${await version()}","changes":[{"elementId":${fieldId},"newValue":${value}}]}`,
    );

  it('a number whose text is not what it prints as is 400 with the path of the value, and nothing is written (X12, D8)', async () => {
    const before = await version();
    for (const number of INEXACT) {
      const { status, code, errors } = await revise(number);
      assert.deepEqual(
        [status, code, errors?.[0]?.path],
        [400, 'VALIDATION_ERROR', 'changes[0].newValue'],
        number,
      );
      assert.match(errors[0]?.message ?? '', /send it as a string/);
      const body = `{"project_id":${projectId},"standard_id":${standardId},"name":"Other","elementValues":{"${fieldId}":${number}}}`;
      const made = await post('POST', '/api/datasheet', body);
      assert.deepEqual([made.status, made.errors?.[0]?.path], [400, `elementValues.${fieldId}`], number);
    }
    assert.equal(await version(), before);
  });

  it('the same number as a text is kept, and so is one that is what it prints as (X12)', async () => {
    for (const number of [...EXACT, '"9007199254740993"', '"28.000000000000000001"', '"4 1/2"']) {
      const { status, ...rest } = await revise(number);
      assert.equal(status, 200, `${number} ${JSON.stringify(rest)}`);
      const read = await (
        await fetch(`${site.node.url}/api/datasheet/${sheet}`, {
          headers: { authorization: `Bearer ${secret}` },
        })
      ).text();
      assert.ok(read.includes(`"user_value":${number}`), `${number} in ${read}`);
    }
  });

  it('a number that is not stored may have any notation (X12)', async () => {
    const body = `{"severity":"minor","baseVersion":"${await version()}","changes":[{"elementId":${fieldId}.0,"newValue":"7"}]}`;
    assert.equal((await post('POST', `/api/datasheet/${sheet}/revise`, body)).status, 200);
  });

  it('a default of a field is refused alike, and so are the arguments of a tool (X12)', async () => {
    const body = (value: string) =>
      `{"elements":[{"address":"1"}],"datasheetElements":[{"element_address":"1","label":"A","input_type":"number","default_value":${value}}]}`;
    const category = await session.post('/api/categories', { name: 'Own', subject_type: 'user' });
    const own = await session.post('/api/standards', {
      name: 'Own',
      category_id: numberMember(category, 'id'),
      subject_type: 'user',
    });
    const path = `/api/standards/${numberMember(own, 'id')}/working-copy`;
    const refused = await post('PUT', path, body('28.000000000000000001'));
    assert.deepEqual(
      [refused.status, refused.errors?.[0]?.path],
      [400, 'datasheetElements[0].default_value'],
    );
    assert.equal((await post('PUT', path, body('28'))).status, 200);
    // However many that are not kept stand before it.
    const others = Array.from({ length: 200 }, () => '1.0').join();
    const { result } = await post(
      'POST',
      '/mcp',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":{"other":[${others}],"id":${sheet},"severity":"minor","baseVersion":"${await version()}","changes":[{"element_id":${fieldId},"new_value":9007199254740993}]},"name":"datasheets_revise"}}`,
      { accept: 'application/json, text/event-stream' },
    );
    const { isError, body: problem } = toolOutcome(Object(result));
    const [finding] = Object(problem).errors;
    assert.deepEqual([isError, finding?.path], [true, 'changes[0].new_value'], JSON.stringify(result));
    assert.match(finding.message, /send it as a string/);
  });

  it('a text has at most 20,000 characters and no control characters but line ends and tabs (X12)', async () => {
    const [textField] = Object(await session.get(`/api/datasheet/${sheet}`)).elements;
    const write = async (text: string) => {
      const body = {
        severity: 'minor',
        baseVersion: await version(),
        changes: [{ element_id: textField.id, new_value: text }],
      };
      return post('POST', `/api/datasheet/${sheet}/revise`, JSON.stringify(body));
    };
    for (const text of ['a\u0000b', 'a\u001bb', 'a\u0085b', 'x'.repeat(20_001), '😀'.repeat(20_001)]) {
      const { status, errors } = await write(text);
      assert.deepEqual(
        [status, errors?.[0]?.path],
        [400, 'changes[0].new_value'],
        JSON.stringify(text).slice(0, 20),
      );
      const sent = {
        project_id: projectId,
        standard_id: standardId,
        name: 'Unwritten',
        elementValues: { [textField.id]: text },
      };
      const made = await post('POST', '/api/datasheet', JSON.stringify(sent));
      assert.deepEqual([made.status, made.errors?.[0]?.path], [400, `elementValues.${textField.id}`]);
    }
    for (const text of ['a\r\n\tb', '😀'.repeat(20_000)]) {
      assert.equal((await write(text)).status, 200);
      assert.equal(Object(await session.get(`/api/datasheet/${sheet}`)).elements[0].user_value, text);
    }
  });

  it('on the bus, where numbers arrive parsed, what can still be detected is rejected (X12)', async () => {
    const local = await site.createProjectWithStandard('Exact on the bus');
    const made = await site.createDatasheet(local.projectId, local.standardId);
    const [field] = made.elements ?? [];
    assert.ok(field);
    for (const new_value of [-0, 2 ** 53, 1e21, -(2 ** 60)]) {
      const { status, extras } = await expectRejection(
        site.reviseDatasheet(made.id, [{ element_id: field.id, new_value }]),
      );
      assert.deepEqual([status, extras.errors?.[0]?.path], [400, 'changes[0].new_value'], String(new_value));
      assert.match(extras.errors?.[0]?.message ?? '', /send it as a string/);
    }
  });
});
