/** Tests of the fields of each resource over HTTP: exact spelling, and kinds of ids. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { RestClient } from '../shared/rest-client/client.ts';
import { type JsonObject, listMember, numberMember, objectMember } from '../shared/rest-client/json.ts';
import { useWorld } from './world/test-world.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const assertFields = (resource: JsonObject | undefined, names: string): void =>
  assert.deepEqual(
    names.split(' ').filter((name) => resource?.[name] === undefined),
    [],
    JSON.stringify(resource),
  );
const first = (body: JsonObject, member: string): JsonObject => {
  const [row] = listMember(body, member);
  assert.ok(row, member);
  return row;
};

describe('resources as the documents name them (R-020)', () => {
  const site = useWorld();
  const read = async (path: string, as: RestClient = site.ada.session): Promise<JsonObject> => {
    const { status, body } = await as.request('GET', `/api/${path}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  /** A customised copy of a wiki edition, of which a clause is withheld from then on. */
  let copyId: number;
  beforeAll(async () => {
    const { session } = site.ada;
    const { pageId: id, editionId } = site.wiki;
    const { standards } = await session.call('standards.list', { subject_type: 'global' });
    const copy = { name: 'Copy', companyId: site.ada.companyId, categoryId: site.ada.categoryId };
    ({ id: copyId } = await session.call('standards.customize', { id: standards[0]?.id ?? 0, ...copy }));
    await site.administrator.call('wiki.adopted.elements.revoke', {
      id,
      adoptedRevId: editionId,
      element_addresses: ['1.1'],
      reason_code: 'copyright_notice',
    });
    await session.call('standards.edit', { id: copyId });
  });

  it('a standard is numbered elements with fields attached, in JSON (R-002, R-003, R-027, R-031)', async () => {
    const { standardId, elementId, fieldId } = site.ada;
    const standard = await read(`standards/${standardId}`);
    const lineage = 'customized_from_revision_id parent_current_revision_id';
    const owned = `subject_type subject_id category_id library_id deprecated tags ${lineage}`;
    assertFields(standard, `id name description current_revision ${owned}`);
    assertFields(objectMember(standard, 'current_revision'), 'id code');
    assert.deepEqual(
      listMember(standard, 'elements').map(({ address, attributes }) => [address, attributes]),
      [
        ['1', { inToc: true }],
        ['1.1', {}],
        ['1.2', {}],
      ],
    );
    const field = listMember(standard, 'datasheet_elements').find(({ id }) => id === fieldId);
    assert.deepEqual([field?.element_id, field?.element_address], [elementId, '1.2']);
  });

  it('an element, also one that is withheld (R-037, R-043)', async () => {
    const { body } = await site.ada.session.request('GET', `/api/standards/${copyId}/working-copy`);
    const [section, sealed] = listMember(body, 'elements');
    const always = 'element_id address content toc_content depth attributes hash editedBy editedAt';
    assertFields(section, always);
    assertFields(sealed, `${always} sealed seal_token moderation`);
    assert.equal(sealed?.sealed, true);
  });

  it('the definition of a field, and a revision of a standard (R-045, R-056)', async () => {
    const { standardId } = site.ada;
    const copy = await read(`standards/${standardId}/working-copy`);
    const initial = 'default_value drawing_ref drawing_ref_locator starting_disposition';
    const field = first(copy, 'datasheet_elements');
    assertFields(field, `element_address label input_type options order_number constraint ${initial}`);
    const revision = first(await read(`standards/${standardId}/revisions`), 'revisions');
    assertFields(revision, 'id code summary severity tags content_hash');
  });

  it('a project, its revision and the version of its draft (R-059, R-067, R-068)', async () => {
    const { projectId } = site.ada;
    const project = await read(`projects/details/${projectId}?draft=1`);
    const address = 'address_street address_city address_state address_postal_code address_country';
    const firms = 'owner_company_id engineer_id prime_contractor_id sub_contractors';
    const people = 'owner_contact engineer_contact';
    const place = 'longitude latitude vertical_id status_id';
    assertFields(project, `id name summary ${address} ${place} ${firms} ${people}`);
    assert.match(String(project.draftVersion), /^[\w-]{16,}$/);
    for (const revision of listMember(await read(`projects/${projectId}/revisions`), 'revisions'))
      assertFields(revision, 'id code is_draft name description revision_type');
  });

  it('firms are ids of companies, and unconfirmed without a contact; a contact without its firm claims nothing (R-065, R-066)', async () => {
    const { session, companyId } = site.ada;
    const other = site.mallory.companyId;
    const { id } = await session.call('projects.create', { name: 'Firms' });
    const save = async (changes: JsonObject) => {
      const { draftVersion } = await read(`projects/details/${id}?draft=1`);
      return session.request('PUT', `/api/projects/edit/${id}`, { baseVersion: draftVersion, ...changes });
    };
    const saved = async (changes: JsonObject) => {
      const { status, body } = await save(changes);
      assert.equal(status, 200, JSON.stringify(body));
      return objectMember(objectMember(body, 'header'), 'stakeholders');
    };
    const contact = { email: 'ann@example.org', name: 'Ann' };
    const alone = await saved({ engineer_contact: contact });
    assert.deepEqual(alone.engineer, { company: null, contact, claim: null });
    const firms = { engineer_id: other, prime_contractor_id: companyId, sub_contractors: [companyId] };
    const named = await saved({ ...firms, owner_contact: contact });
    const [mine, theirs] = [companyId, other].map((of) => ({
      id: of,
      name: `Company of ${of === other ? 'mallory' : 'ada'}`,
    }));
    assert.deepEqual(named, {
      owner: { company: mine, contact, claim: 'contact_named' },
      engineer: { company: theirs, contact, claim: 'contact_named' },
      prime_contractor: { company: mine, claim: 'unconfirmed' },
      sub_contractors: [mine],
    });
    const { engineer } = await saved({ engineer_contact: null });
    assert.deepEqual(engineer, { company: theirs, contact: null, claim: 'unconfirmed' });
    for (const unknown of [{ engineer_id: 999_999 }, { sub_contractors: [companyId, 999_999] }])
      assert.deepEqual(
        [(await save(unknown)).status, (await save(unknown)).body.code],
        [400, 'UNKNOWN_COMPANY'],
      );
  });

  it('a project pins a revision of each standard, and holds datasheets, files, members and comments (R-007)', async () => {
    const { projectId, standardId, revisionIds, datasheetId, fileId, userId, commentId } = site.ada;
    const { standards } = await site.ada.session.call('projects.standards.list', { id: projectId });
    assert.deepEqual(
      standards.map((row) => [row.standard_id, row.standard_revision.id]),
      [[standardId, revisionIds[1]]],
    );
    for (const [path, member, id] of [
      [`projects/${projectId}/datasheets`, 'datasheets', datasheetId],
      [`files/projects/${projectId}/list`, 'files', fileId],
      [`projects/${projectId}/comments`, 'comments', commentId],
    ] as const)
      assert.ok(
        listMember(await read(path), member).some((row) => row.id === id),
        path,
      );
    const members = listMember(await read(`projects/${projectId}/members`), 'members');
    assert.ok(members.some(({ user_id }) => user_id === userId));
  });

  it('a datasheet has a number as its id, never its name, and no prose of clauses (R-015, R-071, R-072)', async () => {
    const { datasheetId } = site.ada;
    const sheet = await read(`datasheet/${datasheetId}`);
    assertFields(
      sheet,
      'id name standard_id project_id scope version upgrade_status values_summary elements',
    );
    assert.equal(sheet.id, datasheetId);
    const byName = await site.ada.session.request('GET', `/api/datasheet/${String(sheet.name)}`);
    assert.equal(byName.status, 400);
    const clause = 'shall reach the strength given in the datasheet';
    assert.ok(JSON.stringify(await read(`standards/${site.ada.standardId}`)).includes(clause));
    for (const format of ['', '?format=compact', '?include=template'])
      assert.ok(!JSON.stringify(await read(`datasheet/${datasheetId}${format}`)).includes(clause), format);
  });

  it('a category of the library and one of the wiki (R-082, R-093)', async () => {
    const category = await read(`categories/${site.ada.categoryId}`);
    assertFields(category, 'id name description subject_type subject_id parent_id sort_order standard_count');
    const library = await read(`wiki/libraries/${site.wiki.librarySlug}`, site.anyone);
    const top = first(library, 'categories');
    for (const row of [top, first(top, 'children')])
      assertFields(row, 'id name slug description sortOrder parentId');
  });

  it('the wiki shows a standard as markdown with its history, editions, errata and log to everybody (R-010)', async () => {
    const { pageId, librarySlug, standardSlug } = site.wiki;
    const page = await read(`wiki/standards/${librarySlug}/${standardSlug}`, site.anyone);
    assert.match(String(page.content), /^---\ntitle: Concrete code\n---\n\n# 1 Scope\n/);
    for (const [list, member] of [
      ['revisions', 'revisions'],
      ['adopted', 'adopted_revisions'],
      ['errata', 'errata'],
      ['moderation-log', 'entries'],
    ] as const)
      first(await read(`wiki/standards/${pageId}/${list}`, site.anyone), member);
  });

  it('ids are integers, those of the wiki UUIDs, of its log and worklist integers (R-021, R-022)', async () => {
    const { standardId, projectId, datasheetId, categoryId } = site.ada;
    const { pageId, librarySlug } = site.wiki;
    for (const path of [
      `standards/${standardId}`,
      `datasheet/${datasheetId}`,
      `categories/${categoryId}`,
      `projects/details/${projectId}`,
    ])
      numberMember(await read(path), 'id');
    for (const [path, member, as] of [
      [`files/projects/${projectId}/list`, 'files', site.ada.session],
      [`projects/${projectId}/comments`, 'comments', site.ada.session],
      ['wiki/moderation-log', 'entries', site.anyone],
      ['wiki/moderation/worklist', 'items', site.administrator],
    ] as const)
      assert.ok(Number.isInteger(first(await read(path, as), member).id), path);
    for (const [path, member] of [
      [`wiki/libraries/${librarySlug}`, 'categories'],
      [`wiki/libraries/${librarySlug}`, 'standards'],
      [`wiki/standards/${pageId}/revisions`, 'revisions'],
      [`wiki/standards/${pageId}/errata`, 'errata'],
      [`wiki/standards/${pageId}/roles`, 'assignments'],
    ] as const)
      assert.match(String(first(await read(path, site.administrator), member).id), UUID, path);
  });
});
