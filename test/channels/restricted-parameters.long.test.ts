/**
 * Tests of the parameters that only some kinds of callers may send, from the table in `restricted-parameters.ts`:
 * each takes effect or is ignored, on every channel.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { type EndpointId, endpoints } from '../../shared/contracts/index.ts';
import { publishedEndpoints } from '../../shared/contracts/published-endpoints.ts';
import type { CallerRestriction, Props, Schema } from '../../shared/contracts/schema.ts';
import { paramSchemas } from '../../shared/kernel/validation/params.ts';
import { skipIf } from '../skip-if.ts';
import { CHANNELS, type ChannelCaller, callOnChannel, channelCallers } from '../world/channels.ts';
import { RUN_MODES, type TestWorld } from '../world/test-world.ts';
import { RESTRICTED_PARAMETERS } from './restricted-parameters.ts';

interface Marked {
  id: EndpointId;
  param: string;
  only: CallerRestriction;
}

/** Every parameter of the contract that is marked, however deep. */
function markedIn(id: EndpointId, props: Props, at = ''): Marked[] {
  const inside = (schema: Schema, path: string): Marked[] => {
    if (schema.type === 'object') return markedIn(id, schema.props, `${path}.`);
    if (schema.type === 'array') return inside(schema.items, `${path}[]`);
    if (schema.type === 'record') return inside(schema.value, `${path}{}`);
    return schema.type === 'multi' ? schema.rules.flatMap((rule) => inside(rule, path)) : [];
  };
  return Object.entries(props).flatMap(([name, schema]) => [
    ...(schema.only ? [{ id, param: `${at}${name}`, only: schema.only }] : []),
    ...inside(schema, `${at}${name}`),
  ]);
}

const marked = publishedEndpoints().flatMap(({ id, spec }) => markedIn(id, paramSchemas(spec)));
const other = (name: string): string =>
  name.includes('_')
    ? name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
    : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('marked parameters (document 1, callers 7; R-018, R-019; A8, A24)', () => {
  it('the contract marks what the documents mark, and the table has a row for each', () => {
    const rows = Object.entries(RESTRICTED_PARAMETERS).flatMap(([id, params]) =>
      Object.keys(params).map((param) => `${id} ${param}`),
    );
    const known = marked.map(({ id, param }) => `${id} ${param}`);
    for (const { id, param, only } of marked) {
      assert.ok(
        rows.includes(`${id} ${param}`),
        `${id} marks its parameter '${param}' as ${only} only, and nothing proves it: add a row to MARKED_PARAMETERS in test/channels/restricted-parameters.ts with a question, a value that works, one that does not, and what it changes.`,
      );
    }
    for (const row of rows) {
      assert.ok(
        known.includes(row),
        `${row} is not marked in the contract any more: mark it, or remove its row.`,
      );
    }
  });

  it('no marked parameter is required: callers who may not send it could not call', () => {
    for (const { id, param } of marked) {
      const schema = paramSchemas(endpoints[id])[param];
      assert.ok(schema?.optional, `${id} ${param}`);
    }
  });
});

for (const [mode, start, skip] of RUN_MODES) {
  skipIf(skip).describe(`marked parameters on every channel, ${mode}`, () => {
    let site: TestWorld;
    let byKey: ChannelCaller;
    beforeAll(async () => {
      site = await start();
      ({ byKey } = await channelCallers(site.node, site.ada));
    });
    afterAll(() => site.stop());

    for (const { id, param, only } of marked) {
      const row = RESTRICTED_PARAMETERS[id]?.[param];
      if (!row) continue;
      for (const channel of CHANNELS) {
        const works = channel === only;
        it(`${id} ${param}, ${only} only: ${works ? 'works' : 'is ignored'} on ${channel}`, async () => {
          const { args, sent } = await row.probe(site.ada);
          const result = await callOnChannel(byKey, channel, id, { ...args, [param]: sent });
          const misspelt = await callOnChannel(byKey, channel, id, { ...args, [param]: row.wrong });
          if (works) {
            // What was told may have written: the same question is prepared once more.
            const plain = await callOnChannel(byKey, channel, id, (await row.probe(site.ada)).args);
            row.proves(result, plain, site.ada);
            assert.notDeepEqual(result, plain);
            assert.deepEqual(
              [misspelt.status, misspelt.body.code],
              [400, 'VALIDATION_ERROR'],
              `'${row.wrong}' is refused`,
            );
            return;
          }
          const plain = await callOnChannel(byKey, channel, id, args);
          assert.deepEqual(result, plain, 'the response is unchanged');
          assert.deepEqual(misspelt, plain, 'also by a value that would be refused elsewhere');
          assert.deepEqual(
            await callOnChannel(byKey, channel, id, { ...args, [other(param)]: sent }),
            plain,
            'also in the other spelling',
          );
        });
      }
    }
  });
}
