/** Tests of the client package: ETags, lists, errors, sign-in and uploads, against a server of the test. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { AnsweringServer } from './answering-server.fixture.ts';
import { buildForm } from './form-data.ts';
import { ApiError, SpecificationClient, UnusableResponseError } from './index.ts';

describe('the client of the package, with a server that answers as told', () => {
  const server = new AnsweringServer();

  describe('ETags', () => {
    const withEtag: AnsweringServer['behaviour'] = ({ headers, url }) =>
      headers['if-none-match'] === `"${url}"`
        ? { status: 304 }
        : { status: 200, body: { about: url, text: 'x'.repeat(1_000) }, headers: { etag: `"${url}"` } };
    const ids = (numbers: number[]): string[] => numbers.map((id) => `GET /api/projects/details/${id}`);
    const asked = (): string[] =>
      server.requests.flatMap(({ line, headers }) => (headers['if-none-match'] === undefined ? [line] : []));

    it('asks with the ETag of what it has, and gives each caller an object of its own', async () => {
      server.behaviour = withEtag;
      const client = server.newClient();
      const first = await client.call('projects.details', { id: 1 });
      Object.assign(first, { name: 'changed by its caller' });
      const second = await client.call('projects.details', { id: 1 });
      assert.deepEqual(second, { about: '/api/projects/details/1', text: 'x'.repeat(1_000) });
      assert.equal(server.requests[1]?.headers['if-none-match'], '"/api/projects/details/1"');
    });

    it('shares nothing between credentials', async () => {
      server.behaviour = withEtag;
      const client = server.newClient();
      await client.call('projects.details', { id: 1 });
      await client.withCredential({ key: 'other' }).call('projects.details', { id: 1 });
      assert.equal(server.requests[1]?.headers['if-none-match'], undefined);
      assert.equal(server.requests[1]?.headers.authorization, 'Bearer other');
    });

    it('drops what was read longest ago when it is full', async () => {
      server.behaviour = withEtag;
      const client = server.newClient({ cachedCharacters: 2_500 });
      for (const id of [1, 2, 1, 3, 1, 3, 2]) await client.call('projects.details', { id });
      assert.deepEqual(asked(), ids([1, 2, 3, 2]));
      const none = server.newClient({ cachedCharacters: 0 });
      server.requests = [];
      for (const id of [1, 1]) await none.call('projects.details', { id });
      assert.deepEqual(asked(), ids([1, 1]));
    });
  });

  describe('lists', () => {
    it('reads page by page: by offset, also where a page is shorter than its limit', async () => {
      server.behaviour = ({ url = '' }) => {
        const offset = Number(new URL(url, server.url).searchParams.get('offset') ?? 0);
        const comments = [offset, offset + 1].filter((id) => id < 5).map((id) => ({ id }));
        return { status: 200, body: { comments, total: 5, limit: 100, offset, truncated: true } };
      };
      const ids: number[] = [];
      for await (const { id } of server.newClient().items('comments.list', { projectId: 1 })) ids.push(id);
      assert.deepEqual(ids, [0, 1, 2, 3, 4]);
      assert.equal(server.requests.at(-1)?.line, 'GET /api/projects/1/comments?offset=4');
    });

    it('by number of the page, with a size where the service would send all', async () => {
      server.behaviour = ({ url = '' }) => {
        const asked = new URL(url, server.url).searchParams;
        const [page, size] = [Number(asked.get('page') ?? 1), Number(asked.get('per_page'))];
        const standards = Array.from({ length: page === 3 ? 50 : size }, () => ({ id: page }));
        return { status: 200, body: { standards, total: 250, page, per_page: size, truncated: false } };
      };
      let count = 0;
      for await (const _ of server.newClient().items('standards.list')) count += 1;
      assert.equal(count, 250);
      assert.equal(server.requests.at(-1)?.line, 'GET /api/standards?per_page=100&page=3');
    });

    it('by the number of the last change; ends early with its loop', async () => {
      server.behaviour = ({ url = '' }) => {
        const since = Number(new URL(url, server.url).searchParams.get('since') ?? 0);
        return {
          status: 200,
          body: { changes: [{ sequence: since + 1 }], next: since + 1, more: since < 2 },
        };
      };
      const sequences: number[] = [];
      for await (const { sequence } of server.newClient().items('projects.changes', { id: 1 }))
        sequences.push(sequence);
      assert.deepEqual(sequences, [1, 2, 3]);
      server.requests = [];
      for await (const page of server.newClient().pages('projects.changes', { id: 1, since: 1 })) {
        assert.equal(page.next, 2);
        break;
      }
      assert.equal(server.requests.length, 1);
    });

    it('of an endpoint without pages is refused before anything is sent', async () => {
      // In JavaScript nothing keeps a program from asking.
      const client: { items: unknown; pages: unknown } = server.newClient();
      for (const method of ['items', 'pages'] as const) {
        const list: unknown = client[method];
        assert.ok(typeof list === 'function');
        await assert.rejects(
          async () => {
            for await (const _ of Reflect.apply(list, client, ['categories.list', {}])) assert.fail();
          },
          { message: /^categories\.list is no paged list\..* client\.call\('categories\.list'\)/ },
        );
      }
      assert.equal(server.requests.length, 0);
    });

    it('is empty when nothing is there', async () => {
      server.answerInTurn({ status: 200, body: { standards: [], total: 0, page: 1, per_page: 100 } });
      for await (const _ of server.newClient().items('standards.list')) assert.fail();
      assert.equal(server.requests.length, 1);
    });
  });

  describe('errors', () => {
    it('are typed by their code', async () => {
      const metadata = {
        reason: 'stale',
        currentVersion: '8',
        editedBy: null,
        editedAt: null,
        conflicts: [],
        errors: [{ path: 'baseVersion', message: 'older' }],
      };
      const detail = 'Read the standard again.';
      const problem = { status: 409, code: 'EDIT_CONFLICT', detail, requestId: 'r1', metadata };
      server.answerInTurn({ status: 409, body: problem });
      await assert.rejects(server.newClient().call('projects.edit', { id: 1, baseVersion: '1' }), (error) => {
        assert.ok(error instanceof ApiError);
        assert.ok(!error.is('NAME_TAKEN'));
        assert.ok(error.is('EDIT_CONFLICT'));
        const version: unknown = 'currentVersion' in error.metadata ? error.metadata.currentVersion : null;
        assert.equal(version, '8');
        assert.deepEqual([error.code, error.detail, error.requestId], ['EDIT_CONFLICT', detail, 'r1']);
        assert.deepEqual(error.errors, metadata.errors);
        return true;
      });
    });

    it('of a proxy have a status and no code', async () => {
      server.answerInTurn({ status: 413, body: '<html>', headers: { 'content-type': 'text/html' } });
      await assert.rejects(server.newClient().call('projects.edit', { id: 1, baseVersion: '1' }), (error) => {
        assert.ok(error instanceof ApiError);
        assert.deepEqual([error.status, error.code, error.metadata], [413, null, {}]);
        assert.match(error.message, /^PUT \/api\/projects\/edit\/1 answered 413 without a problem document$/);
        return true;
      });
    });

    it('a redirect names where to', async () => {
      server.answerInTurn({ status: 301, headers: { location: 'https://specs.example.org/' } });
      await assert.rejects(server.newClient().call('categories.list'), (error) => {
        assert.ok(error instanceof UnusableResponseError);
        assert.match(error.message, /redirected to https:\/\/specs\.example\.org\//);
        return true;
      });
    });
  });

  it('a session names the origin of the service on its writes, also below a path (Y22)', async () => {
    server.behaviour = () => ({
      status: 200,
      body: {},
      headers: { 'set-cookie': 'css_session=s; Path=/specs' },
    });
    for (const path of ['', '/', '/specs', '/a/specs/']) {
      server.requests = [];
      const signedOut = new SpecificationClient(`${server.url}${path}`);
      const session = await signedOut.openSession('account.login', { email: 'a@b.example', password: 'p' });
      await session.call('account.logout');
      const [, write] = server.requests;
      assert.equal(write?.line, `POST ${path.replace(/\/$/, '')}/api/account/logout`);
      assert.deepEqual([write?.headers.origin, write?.headers.cookie], [server.url, 'css_session=s'], path);
    }
  });

  it('tells the progress of an upload, to the last byte', async () => {
    server.answerInTurn({ status: 201, body: { files: [], total: 1 } });
    const files = [new File([new Uint8Array(300_000)], 'plän "1".pdf', { type: 'application/pdf' })];
    const seen: { sent: number; total: number }[] = [];
    const onProgress = (progress: { sent: number; total: number }): number => seen.push(progress);
    await server
      .newClient()
      .call('files.upload', { projectId: 1, files, document_type: 'drawing' }, { onProgress });
    assert.ok(seen.length > 2, `${seen.length} reports`);
    assert.ok(seen.every(({ sent }, at) => sent > (seen[at - 1]?.sent ?? 0)));
    const { sent, total } = seen.at(-1) ?? {};
    assert.equal(sent, total);
    const { headers, body } = server.requests[0] ?? { headers: {}, body: '' };
    assert.match(String(headers['content-type']), /^multipart\/form-data; boundary=/);
    assert.equal(Buffer.byteLength(body), total);
    assert.match(body, /name="files"; filename="plän %221%22\.pdf"\r\nContent-Type: application\/pdf/);
  });

  it('an upload of what has no name is refused, and null is an empty part: neither becomes a text', () => {
    const pdf = new Blob(['%PDF-1.7'], { type: 'application/pdf' });
    for (const files of [[pdf], pdf, [Buffer.from('%PDF-1.7')], [{ name: 'plan.pdf' }]])
      assert.throws(() => buildForm({ files }), /'files' takes File objects/);
    const form = buildForm({ files: [new File([pdf], 'plan.pdf')], folder_id: null, tags: ['a', 'b'] });
    assert.deepEqual([form.get('folder_id'), form.getAll('tags')], ['', ['a', 'b']]);
    const file = form.get('files');
    assert.ok(file instanceof File);
    assert.deepEqual([file.name, file.size], ['plan.pdf', 8]);
  });
});
