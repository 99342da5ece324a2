import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { publishedEndpoints } from '../services/gateway/requests/route-table.ts';
import { namesIn, replaceNames } from '../shared/contracts/address.ts';
import { closedEndpoints } from '../shared/contracts/closed.ts';
import { type EndpointSpec, splitHttp } from '../shared/contracts/endpoint.ts';
import { makeHelp } from '../shared/contracts/help.ts';
import { sessionEndpoints } from '../shared/contracts/identity/session.ts';
import { actionsOf, endpoints } from '../shared/contracts/index.ts';
import { makeOpenApi } from '../shared/contracts/openapi.ts';
import { paramsOf, spellingsOf } from '../shared/kernel/params.ts';

const published = publishedEndpoints();

describe('the contracts', () => {
  it('A9: the OpenAPI document is valid by a public validator', async () => {
    const document = makeOpenApi(published, '1.0.0', 'http://localhost');
    const outcome = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    assert.deepEqual(outcome.errors ?? [], []);
    assert.ok(outcome.valid);
  });

  it('no two endpoints share a method and a path', () => {
    const seen = new Map<string, string>();
    for (const { id, spec } of published) {
      for (const http of [spec.http, spec.alias]) {
        if (!http) continue;
        const shape = replaceNames(http, () => ':');
        assert.equal(seen.get(shape), undefined, `${id} and ${seen.get(shape)}: ${http}`);
        seen.set(shape, id);
      }
    }
  });

  it('every action has one service that answers it; what the gateway answers without one has none', () => {
    const served = Object.values(actionsOf).flatMap((actions) => Object.keys(actions));
    const inGateway = [...Object.keys(sessionEndpoints), ...Object.keys(closedEndpoints)];
    assert.deepEqual([...served, ...inGateway].sort(), Object.keys(endpoints).sort());
  });

  for (const { id, spec } of published) {
    it(`${id}: its path, parameters, resource and status fit together`, () => {
      const { method, path } = splitHttp(spec.http ?? '');
      const inPath = namesIn(path);
      assert.deepEqual(inPath, Object.keys(spec.path ?? {}), 'path parameters');
      if (method === 'GET') assert.equal(spec.body, undefined, 'a GET has no body');
      if (spec.on) assert.ok(spec.on.by in paramsOf(spec), `no parameter ${spec.on.by}`);
      if (spec.auth === 'none') assert.deepEqual(spec.permissions, [], 'a public endpoint needs no permission');
      if (method === 'GET') assert.notEqual(spec.mutates, true, 'a GET changes nothing');
      const names = Object.keys(paramsOf(spec));
      const all =
        Object.keys(spec.path ?? {}).length + Object.keys(spec.query ?? {}).length + Object.keys(spec.body ?? {}).length;
      assert.equal(names.length, all, 'a name stands in one place only');
      assert.ok(spellingsOf(paramsOf(spec)).size >= names.length);
      assert.ok(spec.summary.length > 10 && !spec.summary.endsWith('.'), 'a summary is a phrase');
    });
  }

  it('an internal action has no route and is in no document', () => {
    const internal = Object.entries<EndpointSpec>(endpoints).filter(([, spec]) => !spec.http);
    assert.ok(internal.length > 0);
    const text = JSON.stringify(makeHelp(published, 'full'));
    for (const [id] of internal) assert.ok(!text.includes(`"${id}"`), id);
  });
});
