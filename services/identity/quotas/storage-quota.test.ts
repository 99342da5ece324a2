/**
 * Tests of storage quotas across services: which bytes count for which owner, and which writes a full quota refuses.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { jpegOf } from '../../../shared/images/images.fixture.ts';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { administrator, editor, FIRM, lead, personPrincipal, stranger } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { useFilesWorld } from '../../../test/world/files-world.ts';
import { StandardsWorld } from '../../../test/world/standards-world.ts';

const SERVICES = ['identity', 'standards', 'wiki-moderation'] as const;
const KILOBYTE = 1_000;

/** Text that compression does not shorten. */
const longText = (characters: number): string =>
  Array.from({ length: characters }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('');

describe('the storage quota of a company', () => {
  const node = useFilesWorld({ QUOTA_COMPANY_BYTES: String(60 * KILOBYTE) }, SERVICES);
  const world = new StandardsWorld(node);
  const storageOf = async (who: UserPrincipal) => (await node.call(who, 'discovery.whoami', {})).storage;
  const usedBy = async (who: UserPrincipal): Promise<number> => (await storageOf(who))?.used ?? Number.NaN;

  it('counts files, versions of working copies and revisions for the company, whoever writes, and for no other (Y8)', async () => {
    assert.deepEqual(await storageOf(lead), { limit: 60 * KILOBYTE, used: 0 });
    const { id: projectId } = await node.createProject();
    await node.upload(editor, projectId, [
      await node.storePart('a.pdf', `%PDF-1.7 ${longText(5 * KILOBYTE)}`),
    ]);
    const withFile = await usedBy(lead);
    assert.equal(withFile, 5 * KILOBYTE + 9);

    const { id } = await world.createWorkingCopy([{ address: '1', content: longText(4 * KILOBYTE) }]);
    const withCopy = await usedBy(editor);
    assert.ok(withCopy > withFile + 2 * KILOBYTE, `${withCopy}`);
    await node.call(lead, 'standards.publish', { id });
    const withRevision = await usedBy(lead);
    // The revision is there instead of the versions, which are gone.
    assert.ok(withRevision > withFile + 2 * KILOBYTE && withRevision <= withCopy, `${withRevision}`);
    assert.equal(await usedBy(stranger), 0);
  });

  it('refuses what does not fit with the limit and the use, and writes nothing; reading, exporting and deleting go on (Y8)', async () => {
    const { id: projectId } = await node.createProject('Tower');
    const { id, version } = await world.createWorkingCopy([{ address: '1', content: 'Steel.' }]);
    const used = await usedBy(lead);
    const large = await node.storePart('large.pdf', `%PDF-1.7 ${longText(60 * KILOBYTE)}`);
    const { code, status, extras } = await expectRejection(node.upload(lead, projectId, [large]));
    assert.deepEqual(
      [code, status, extras.metadata],
      ['QUOTA_EXCEEDED', 403, { limit: 60 * KILOBYTE, used }],
    );
    assert.deepEqual(await node.names(lead, projectId), []);

    const elements = [{ address: '1', content: longText(90 * KILOBYTE) }];
    const save = { id, baseVersion: version, elements, confirmReplace: true };
    await expectRejection(node.call(lead, 'standards.workingCopy.save', save), 'QUOTA_EXCEEDED');
    assert.equal((await world.readWorkingCopy(id)).version, version);
    assert.equal(await usedBy(lead), used);

    // Within the rest, everything goes on; what was deleted makes room at once.
    const rest = 60 * KILOBYTE - used;
    const kept = await node.storePart('kept.pdf', `%PDF-1.7 ${longText(rest - 9)}`);
    const { files } = await node.upload(lead, projectId, [kept]);
    assert.equal(await usedBy(lead), 60 * KILOBYTE);
    await expectRejection(node.call(lead, 'files.admitUpload', { project_id: projectId }), 'QUOTA_EXCEEDED');
    assert.equal((await world.readWorkingCopy(id)).version, version);
    await node.call(lead, 'files.delete', { projectId, fileId: files[0]?.id ?? 0 });
    assert.equal(await usedBy(lead), used);
    await node.uploadFile(lead, projectId, 'again.pdf');
  });

  it('refuses a customised copy and a merge whose images do not fit, and writes nothing (Y8)', async () => {
    const sources = new StandardsWorld(node, {
      author: administrator,
      subject_type: 'global',
      category: 'X',
    });
    const content = Buffer.concat([jpegOf(), Buffer.alloc(60 * KILOBYTE)]).toString('base64');
    const { id } = await sources.publishStandard([{ address: '1', content: 'Doors.' }]);
    const copy = await node.call(lead, 'standards.customize', { id, companyId: FIRM.id });
    const image = { name: 'Plan.jpg', mime_type: 'image/jpeg', content };
    const { markdown } = await node.call(administrator, 'standards.images.upload', { id, files: [image] });
    await node.call(administrator, 'standards.edit', { id });
    const elements = [{ address: '1', content: `Doors. ${markdown}` }];
    await node.call(administrator, 'standards.workingCopy.save', { id, elements, confirmReplace: true });
    await node.call(administrator, 'standards.publish', { id });
    const used = await usedBy(lead);
    await expectRejection(
      node.call(lead, 'standards.customize', { id, companyId: FIRM.id, name: 'Second' }),
      'QUOTA_EXCEEDED',
    );
    const { planHash, conflicts } = await node.call(lead, 'standards.mergePlan', { id: copy.id });
    assert.deepEqual(conflicts, []);
    await expectRejection(
      node.call(lead, 'standards.merge', { id: copy.id, planHash: planHash ?? '', resolutions: {} }),
      'QUOTA_EXCEEDED',
    );
    assert.equal(await usedBy(lead), used);
  });
});

describe('the storage quota of a company that is given a project', () => {
  const node = useFilesWorld({ QUOTA_COMPANY_BYTES: String(20 * KILOBYTE) }, SERVICES);

  it('takes no project that does not fit, by an edit, an invitation or publishing (Y8)', async () => {
    const ann = personPrincipal({ id: 9102 });
    const joined = personPrincipal({ id: 9102, company: FIRM, companyRole: 'CompanyEditor' });
    const give = async (characters: number) => {
      const { id } = await node.call(ann, 'projects.create', { name: `Tower of ${characters}` });
      await node.upload(ann, id, [await node.storePart('a.pdf', `%PDF-1.7 ${longText(characters)}`)]);
      const details = await node.call(joined, 'projects.details', { id });
      const baseVersion = 'draftVersion' in details ? (details.draftVersion ?? '') : '';
      const adopt = { adopt_company_id: FIRM.id };
      return {
        byEdit: () => node.call(joined, 'projects.edit', { id, baseVersion, owner_company_id: FIRM.id }),
        byInvitation: () =>
          node.call(joined, 'projects.invite', {
            projectId: id,
            email: 'guest@example.org',
            permission_type: 'ProjectViewer',
            ...adopt,
          }),
        byPublishing: () =>
          node.call(joined, 'projects.publish', {
            id,
            baseVersion,
            revision_name: 'First',
            revision_type: 'review',
            ...adopt,
          }),
      };
    };
    await (await give(15 * KILOBYTE)).byEdit();
    const { byEdit, byInvitation, byPublishing } = await give(6 * KILOBYTE);
    for (const refused of [byEdit, byInvitation, byPublishing])
      await expectRejection(refused(), 'QUOTA_EXCEEDED');
    const { storage } = await node.call(lead, 'discovery.whoami', {});
    assert.deepEqual(storage, { limit: 20 * KILOBYTE, used: 15 * KILOBYTE + 9 });
    await (await give(KILOBYTE)).byEdit();
  });
});

describe('the storage quota of a company with many concurrent writes', () => {
  const node = useFilesWorld({ QUOTA_COMPANY_BYTES: String(60 * KILOBYTE) }, SERVICES);
  const world = new StandardsWorld(node);
  const usedBy = async (who: UserPrincipal): Promise<number> =>
    (await node.call(who, 'discovery.whoami', {})).storage?.used ?? Number.NaN;
  const countFulfilled = (results: PromiseSettledResult<unknown>[]): number =>
    results.filter(({ status }) => status === 'fulfilled').length;

  it('counts the uploads and saves that are on their way (Y8)', async () => {
    const { id: projectId } = await node.createProject();
    const uploads = Array.from({ length: 8 }, async (_, index) =>
      node.upload(editor, projectId, [
        await node.storePart(`${index}.pdf`, `%PDF-1.7 ${longText(25 * KILOBYTE)}`),
      ]),
    );
    const uploaded = countFulfilled(await Promise.allSettled(uploads));
    assert.ok(uploaded === 1 || uploaded === 2, `${uploaded} of 8 files of 25 kB were stored`);
    assert.equal(await usedBy(lead), uploaded * (25 * KILOBYTE + 9));

    const copies: Awaited<ReturnType<typeof world.createWorkingCopy>>[] = [];
    for (let count = 0; count < 6; count += 1)
      copies.push(await world.createWorkingCopy([{ address: '1', content: 'Steel.' }]));
    const before = await usedBy(lead);
    const saves = copies.map(({ id, version }) =>
      node.call(lead, 'standards.workingCopy.save', {
        id,
        baseVersion: version,
        elements: [{ address: '1', content: longText(5 * KILOBYTE) }],
        confirmReplace: true,
      }),
    );
    const saved = countFulfilled(await Promise.allSettled(saves));
    assert.ok(saved >= 1, `${saved} of 6 were saved, beside ${before} bytes`);
    assert.ok((await usedBy(lead)) <= 60 * KILOBYTE, `${await usedBy(lead)}`);
  });
});

describe('the storage quota of an account without a company', () => {
  const node = useFilesWorld({ QUOTA_ACCOUNT_BYTES: String(20 * KILOBYTE) }, SERVICES);

  it('counts what it has itself: personal standards, and projects that it made and no company owns (Y8)', async () => {
    const ann = personPrincipal({ id: 9101 });
    const { id } = await node.call(ann, 'standards.create', {
      name: 'Mine',
      category_id: (await node.call(ann, 'categories.create', { name: 'Own', subject_type: 'user' })).id,
      subject_type: 'user',
    });
    const elements = [{ address: '1', content: longText(30 * KILOBYTE) }];
    const refused = await expectRejection(node.call(ann, 'standards.workingCopy.save', { id, elements }));
    assert.match(refused.detail, /^The account stores \d+ of 20000 bytes/);
    const { storage } = await node.call(ann, 'discovery.whoami', {});
    assert.ok(storage && storage.limit === 20 * KILOBYTE && storage.used < KILOBYTE);
  });
});

describe('without quotas', () => {
  const node = useFilesWorld({ QUOTA_COMPANY_BYTES: '0', QUOTA_ACCOUNT_BYTES: '0' }, SERVICES);

  it('0 is no limit (Y8)', async () => {
    const { storage } = await node.call(lead, 'discovery.whoami', {});
    assert.deepEqual(storage, { limit: null, used: 0 });
  });
});
