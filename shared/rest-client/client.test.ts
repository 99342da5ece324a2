/** Tests of the HTTP client of our scripts and tests: requests, checked results, errors, timeouts. */
import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { type LocalServer, startLocalServer } from '../../test/local-server.ts';
import { ApiError, NotSignedInError, RestClient } from './client.ts';
import { buildRequest } from './endpoint-requests.ts';
import { ResponseTimeoutError, UnusableResponseError } from './response-errors.ts';

describe('the client of REST', () => {
  /** What the server answers next. */
  let next: { status: number; body: object };
  let requested: string[] = [];
  let server: LocalServer;
  let client: RestClient;
  beforeAll(async () => {
    server = await startLocalServer((request, response) => {
      request.resume().on('end', () => {
        requested.push(`${request.method} ${request.url}`);
        response
          .writeHead(next.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(next.body));
      });
    });
    client = new RestClient(server.url, { key: 'k' });
  });
  afterAll(() => server.close());

  it('sends the files of a form beside its fields, and leaves out what is undefined', () => {
    const files = [new File(['a'], 'a.pdf'), new File(['b'], 'b.pdf')];
    const { path, body } = buildRequest('files.upload', {
      projectId: 7,
      document_type: 'drawing',
      folder_id: undefined,
      files,
    });
    assert.equal(path, '/api/files/projects/7/upload');
    assert.ok(body instanceof FormData);
    assert.deepEqual([...body.keys()], ['document_type', 'files', 'files']);
    const names = body.getAll('files').map((one) => (one instanceof File ? one.name : one));
    assert.deepEqual(names, ['a.pdf', 'b.pdf']);
  });

  it('returns the declared members, and names undeclared ones', async () => {
    next = { status: 200, body: { id: 3, name: 'A', company_id: null, email: 'a@example.org' } };
    requested = [];
    assert.equal((await client.call('account.login', { email: 'a@example.org', password: 'x' })).id, 3);
    assert.deepEqual(requested, ['POST /api/account/login']);
    next = { status: 200, body: { available: 'yes' } };
    const check = { project_id: 1, standard_id: 2, name: 'a b' };
    await assert.rejects(
      client.call('datasheets.checkName', check),
      /the response of datasheets\.checkName does not match its contract: .*available/,
    );
    assert.equal(requested.at(-1), 'GET /api/datasheet/check-name?project_id=1&standard_id=2&name=a+b');
  });

  it('throws an API error, and an error when an expected one does not come', async () => {
    next = { status: 409, body: { code: 'NAME_TAKEN', detail: 'Take another.' } };
    await assert.rejects(client.call('projects.create', { name: 'A' }), (error) => {
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.status, error.problem.code], [409, 'NAME_TAKEN']);
      assert.match(error.message, /POST \/api\/projects\/create answered 409 NAME_TAKEN: Take another\./);
      return true;
    });
    assert.equal(
      (await client.callExpectingError('projects.create', { name: 'A' })).problem.code,
      'NAME_TAKEN',
    );
    next = { status: 200, body: {} };
    await assert.rejects(
      client.callExpectingError('projects.create', { name: 'A' }),
      /expected to fail, but answered 200/,
    );
  });

  describe('a service that gives no usable response', () => {
    /** The response of a server to whoami; the stream stays open unless the listener ends it. */
    async function callService(listener: RequestListener, timeoutMs?: number): Promise<unknown> {
      const hostile = await startLocalServer((request, response) => {
        request.resume().on('end', () => listener(request, response));
      });
      const call = new RestClient(hostile.url, { key: 'k' }, timeoutMs).call('discovery.whoami');
      return call.catch((error: unknown) => error).finally(() => hostile.close());
    }
    const json = { 'content-type': 'application/json' };

    it('is a timeout without a response, and with one that does not end', async () => {
      assert.ok((await callService(() => undefined, 50)) instanceof ResponseTimeoutError);
      const error = await callService((_, response) => {
        const more = () => response.write('{"a":1,') && setTimeout(more, 5);
        response.writeHead(200, json);
        more();
      }, 50);
      assert.ok(error instanceof ResponseTimeoutError);
    });

    for (const headers of [json, {}])
      it(`is an unusable response when it is too long, with ${JSON.stringify(headers)}`, async () => {
        const error = await callService((_, response) => {
          const block = Buffer.alloc(1024 * 1024, ' ');
          response.writeHead(200, headers);
          const more = () => {
            while (!response.destroyed && response.write(block));
          };
          response.on('drain', more);
          more();
        });
        assert.ok(error instanceof UnusableResponseError);
        assert.match(error.message, /longer than 134217728 bytes/);
      });

    for (const [title, status, body] of [
      ['a problem that is null', 404, 'null'],
      ['JSON without its end', 200, '{"user": {'],
      ['a null', 200, 'null'],
      ['members that the contract does not know', 200, '{}'],
    ] as const)
      it(`is an unusable response with ${title}`, async () => {
        const error = await callService((_, response) => response.writeHead(status, json).end(body));
        assert.ok(error instanceof UnusableResponseError);
      });

    it('is an API error also when its members are no texts', async () => {
      const error = await callService((_, response) =>
        response.writeHead(400, json).end('{"code": {"toString": 1}, "detail": []}'),
      );
      assert.ok(error instanceof ApiError);
      assert.match(error.message, /answered 400 \{"toString":1\}: \[\]$/);
    });
  });

  it('does not treat a response without a cookie as a session', async () => {
    next = { status: 200, body: {} };
    const who = { email: 'a@example.org', password: 'x' };
    await assert.rejects(client.openSession('account.login', who), NotSignedInError);
  });
});
