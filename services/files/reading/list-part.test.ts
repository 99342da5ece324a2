/** Tests of the parts in which the whole list of files is given. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { InputOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import { openCursors } from '../../../test/open-cursors.ts';
import { editor, lead, stranger, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { useFilesWorld } from '../../../test/world/files-world.ts';
import type { FileRecord } from '../model.ts';

type Asked = Omit<InputOf<EndpointMap['files.listPart']>, 'project_id'>;
type Part = ResultOf<EndpointMap['files.listPart']>;

/** More than a part looks at, and more than fit a part. */
const FILES = 1_200;
const LONG_TEXT = 'a long description '.repeat(40);

describe('parts of a long list of files', () => {
  const node = useFilesWorld();
  let projectId = 0;
  /** Newest first. */
  let ids: number[] = [];
  beforeAll(async () => {
    projectId = (await node.createProject()).id;
    const oldest = await node.uploadFile(editor, projectId, 'oldest');
    const collection = (await node.node.openDatabase('files')).collection<FileRecord>('files');
    const pattern = await collection.findOne({ _id: oldest });
    assert.ok(pattern);
    const copies = Array.from({ length: FILES - 1 }, (_, at) => ({
      ...pattern,
      _id: 1_000_000 + at,
      key: String(at).padStart(48, '0'),
      name: `sheet ${at}`,
      description: LONG_TEXT,
    }));
    await collection.insertMany(copies);
    await node.call(lead, 'projects.moveDraftPointers', {
      project_id: projectId,
      attachFiles: copies.map(({ _id, name, sha256 }) => ({ file_id: _id, name, sha256 })),
    });
    ids = [...copies.map(({ _id }) => _id).reverse(), oldest];
  });

  const loadPart = (more: Asked = {}, as = lead): Promise<Part> =>
    node.call(as, 'files.listPart', { project_id: projectId, ...more });
  async function loadAll(more: Asked = {}): Promise<Part[]> {
    const parts = [await loadPart(more)];
    for (let next = parts[0]?.next; next; next = parts.at(-1)?.next)
      parts.push(await loadPart({ ...more, after: next }));
    return parts;
  }
  const namesOf = (parts: Part[]): string[] => parts.flatMap(({ files }) => files.map(({ name }) => name));

  it('together they are the list, and none is larger than 256 KB (H35)', async () => {
    const parts = await loadAll();
    assert.deepEqual(
      parts.flatMap(({ files }) => files.map(({ id }) => id)),
      ids,
    );
    assert.ok(parts.length > 2, `${parts.length} parts`);
    for (const { files } of parts) assert.ok(Buffer.byteLength(JSON.stringify(files)) <= 256 * 1024);
  });

  it('a part that ends before its files do leaves no cursor open in the database (H35)', async () => {
    const { next, files } = await loadPart();
    assert.equal(next?.file_id, files.at(-1)?.id);
    assert.deepEqual(await openCursors(await node.node.openDatabase('files')), []);
  });

  it('filters and the tier of the caller apply to each part, of which some are empty (F3, F5)', async () => {
    const parts = await loadAll({ fileName: 'OLDEST' });
    assert.deepEqual([parts.length, namesOf(parts)], [2, ['oldest']]);
    const alike = ['sheet 119', ...Array.from({ length: 9 }, (_, at) => `sheet 119${at}`)];
    assert.deepEqual(namesOf(await loadAll({ search: 'SHEET 119' })).toSorted(), alike);
    const withoutView = withKey(lead, ['project:download', 'project:draft:view']);
    assert.deepEqual(namesOf([await loadPart({}, withoutView)]), []);
  });

  it('without pages, a caller on the bus gets the first 1,000 (S12)', async () => {
    const { files, total, truncated } = await node.call(lead, 'files.list', { projectId });
    assert.deepEqual([files.map(({ id }) => id), total, truncated], [ids.slice(0, 1_000), FILES, true]);
    const page = await node.call(lead, 'files.list', { projectId, per_page: 500, page: 2 });
    assert.deepEqual([page.files.map(({ id }) => id), page.truncated], [ids.slice(500, 1_000), false]);
  });

  it('a part takes the project, its permission and the revision of the part before (H1, F6)', async () => {
    await expectRejection(loadPart({}, stranger), 404);
    const refused = await expectRejection(loadPart({}, withKey(lead, ['project:download:view'])));
    assert.deepEqual([refused.status, refused.extras.metadata?.permission], [403, 'project:download']);
    const { next, revision } = await loadPart();
    assert.ok(next && revision);
    assert.equal(next.revision_id, revision.id);
    const later = { ...next, revision_id: revision.id + 1 };
    await expectRejection(loadPart({ after: later }), 404);
  });
});
