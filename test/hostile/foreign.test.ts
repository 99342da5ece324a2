/** What belongs to somebody else answers like what is not there, wherever an id can stand: byte for byte (H1; whole addresses are generated in the permission tests). */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Json } from '../../scripts/demo/client.ts';
import type { Belongings } from '../site/population.ts';
import { type Site, startSite } from '../site/start.ts';
import { changedSince, contentsOf } from '../site/stored.ts';
import { ask, byKey } from '../site/wire.ts';

/** One place where an id stands: the request with that id, and whose it may be. */
interface Place {
  what: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  path: string;
  body?: Json;
  foreign: number;
}

/** Nobody's, and as long as the others' ids: the answers may not even differ in length. */
const MISSING = 8;

/** Everything of Ada's that Mallory can name below or beside something of her own. */
function places({ ada, mallory }: Site, id: (foreign: number) => number): Place[] {
  const standard = `/api/standards/${mallory.standardId}`;
  const project = `/api/projects/${mallory.projectId}`;
  const files = `/api/files/projects/${mallory.projectId}`;
  const sheet = `/api/datasheet/${mallory.datasheetId}`;
  const [own] = mallory.revisionIds;
  const [ownSheet] = mallory.datasheetRevisionIds;
  const reading = (what: string, of: number, path: (id: number) => string): Place => ({ what, path: path(id(of)), foreign: of });
  const writing = (what: string, of: number, path: string, body: (id: number) => Json): Place => ({
    what,
    method: 'POST',
    path,
    body: body(id(of)),
    foreign: of,
  });
  const sheetBody = { name: 'Sheet', standard_id: mallory.standardId, project_id: mallory.projectId };
  return [
    reading('a revision below a standard', ada.revisionIds[0], (x) => `${standard}?revisionId=${x}`),
    reading('a revision to compare from', ada.revisionIds[0], (x) => `${standard}/compare?from=${x}&to=${own}`),
    reading('a revision to compare to', ada.revisionIds[1], (x) => `${standard}/compare?from=${own}&to=${x}`),
    reading('a category of a list', ada.categoryId, (x) => `/api/standards?category_id=${x}`),
    reading('a library of a list', ada.libraryId, (x) => `/api/standards?library_id=${x}`),
    reading('a project of a list', ada.projectId, (x) => `/api/standards?project_id=${x}`),
    reading('a company of a list', ada.companyId, (x) => `/api/standards?company_id=${x}`),
    reading('a company of the categories', ada.companyId, (x) => `/api/categories?subject_type=company&subject_id=${x}`),
    reading('a project of the categories', ada.projectId, (x) => `/api/categories?subject_type=project&subject_id=${x}`),
    reading('a person of the categories', ada.userId, (x) => `/api/categories?subject_type=user&subject_id=${x}`),
    reading('a company of the libraries', ada.companyId, (x) => `/api/libraries?subject_type=company&subject_id=${x}`),
    reading(
      'a revision of a project',
      ada.projectRevisionId,
      (x) => `/api/projects/details/${mallory.projectId}?revisionId=${x}`,
    ),
    reading('a revision of its standards', ada.projectRevisionId, (x) => `${project}/standards?revisionId=${x}`),
    reading('a revision of its datasheets', ada.projectRevisionId, (x) => `${project}/datasheets?revisionId=${x}`),
    reading('a standard below a project', ada.standardId, (x) => `${project}/standards/${x}/integrated-content`),
    reading('a standard of the options', ada.standardId, (x) => `${project}/standard-revision-options?standardId=${x}`),
    reading('a revision below a datasheet', ada.datasheetRevisionIds[0], (x) => `${sheet}/revision/${x}`),
    reading('a datasheet revision to compare', ada.datasheetRevisionIds[1], (x) => `${sheet}/compare?from=${ownSheet}&to=${x}`),
    reading('a project revision of a datasheet', ada.projectRevisionId, (x) => `${sheet}?revisionId=${x}`),
    reading('a target of an upgrade', ada.revisionIds[1], (x) => `${sheet}/upgrade-plan?toRevisionId=${x}`),
    reading('a project of a name', ada.projectId, (x) => `/api/datasheet/check-name?project_id=${x}&standard_id=1&name=x`),
    reading(
      'a standard of a name',
      ada.standardId,
      (x) => `/api/datasheet/check-name?project_id=${mallory.projectId}&standard_id=${x}&name=x`,
    ),
    reading('a file below another project', ada.fileId, (x) => `${files}/download/${x}`),
    reading('a revision of the files', ada.projectRevisionId, (x) => `${files}/list?revisionId=${x}`),
    writing('a parent category', ada.categoryId, '/api/categories', (x) => ({
      name: 'C',
      subject_type: 'company',
      parent_id: x,
    })),
    writing('a company of a category', ada.companyId, '/api/categories', (x) => ({
      name: 'C',
      subject_type: 'company',
      subject_id: x,
    })),
    writing('a project of a category', ada.projectId, '/api/categories', (x) => ({
      name: 'C',
      subject_type: 'project',
      subject_id: x,
    })),
    writing('a category of a standard', ada.categoryId, '/api/standards', (x) => ({
      name: 'S',
      subject_type: 'company',
      category_id: x,
    })),
    writing('a library of a standard', ada.libraryId, '/api/standards', (x) => ({
      name: 'S',
      subject_type: 'company',
      category_id: mallory.categoryId,
      library_id: x,
    })),
    writing('a company of a standard', ada.companyId, '/api/standards', (x) => ({
      name: 'S',
      subject_type: 'company',
      category_id: mallory.categoryId,
      subject_id: x,
    })),
    writing('a standard to check against', ada.standardId, '/api/standards/validate-markdown', (x) => ({
      markdown: '# 1 A\n',
      standardId: x,
    })),
    writing('a standard to import', ada.standardId, `${project}/standards`, (x) => ({ action: 'import', standardId: x })),
    writing('a revision to import', ada.revisionIds[0], `${project}/standards`, (x) => ({
      action: 'import',
      standardId: mallory.standardId,
      revisionId: x,
    })),
    writing('a pin to move', ada.standardId, `${project}/standard-revision-preview`, (x) => ({
      changes: [{ standardId: x, toStandardRevisionId: own }],
    })),
    writing('a pin to move to', ada.revisionIds[0], `${project}/standard-revisions`, (x) => ({
      changes: [{ standardId: mallory.standardId, toStandardRevisionId: x }],
    })),
    writing('a project of a datasheet', ada.projectId, '/api/datasheet', (x) => ({ ...sheetBody, project_id: x })),
    writing('a standard of a datasheet', ada.standardId, '/api/datasheet', (x) => ({ ...sheetBody, standard_id: x })),
    writing('a field as a key', ada.fieldId, '/api/datasheet', (x) => ({ ...sheetBody, elementValues: { [x]: '1' } })),
    writing('a field to revise', ada.fieldId, `${sheet}/revise`, (x) => ({
      severity: 'MINOR',
      baseVersion: mallory.version,
      changes: [{ element_id: x, new_value: '1' }],
    })),
    writing('a revision to upgrade to', ada.revisionIds[1], `${sheet}/upgrade`, (x) => ({ toStandardRevisionId: x })),
    writing('a datasheet among many', ada.datasheetId, `${standard}/batch-upgrade`, (x) => ({
      project_id: mallory.projectId,
      datasheet_ids: [mallory.datasheetId, x],
    })),
    writing('a project of many', ada.projectId, `${standard}/batch-upgrade`, (x) => ({ project_id: x })),
    writing('a revision of many', ada.revisionIds[1], `${standard}/batch-upgrade`, (x) => ({
      project_id: mallory.projectId,
      to_revision_id: x,
    })),
    writing('a datasheet to export', ada.datasheetId, `/api/projects/export/${mallory.projectId}`, (x) => ({
      datasheetIds: [mallory.datasheetId, x],
    })),
    writing('a revision to export', ada.projectRevisionId, `/api/projects/export/${mallory.projectId}`, (x) => ({
      revisionId: x,
    })),
    { ...writing('a category to move to', ada.categoryId, standard, (x) => ({ category_id: x })), method: 'PUT' },
    {
      ...writing('a member to change', ada.userId, `/api/companies/${mallory.companyId}/members/${id(ada.userId)}`, () => ({
        role: 'CompanyViewer',
      })),
      method: 'PATCH',
    },
    { ...reading('a member to remove', ada.userId, (x) => `/api/companies/${mallory.companyId}/members/${x}`), method: 'DELETE' },
    { ...reading('a key to revoke', ada.keyId, (x) => `/api/account/keys/${x}`), method: 'DELETE' },
  ];
}

describe('what belongs to somebody else', () => {
  let site: Site;
  before(async () => {
    site = await startSite();
  });
  after(() => site.stop());

  const bySession = ({ cookie }: Belongings): string[] => [
    'cookie',
    cookie,
    'origin',
    site.base,
    'content-type',
    'application/json',
  ];
  /** The whole answer but what is another one each time; of the address, which it repeats, only how long it is. */
  const send = async ({ method = 'GET', path, body, foreign }: Place) => {
    const sessionOnly = /^\/api\/(companies|account)/.test(path) && !path.endsWith('/members');
    const headers = [...(sessionOnly ? bySession(site.mallory) : byKey(site.mallory.secret)), 'x-request-id', 'the-same'];
    const answer = await ask(site.base, { method, path, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { date: _, 'x-ratelimit-remaining': __, 'x-ratelimit-reset': ___, etag: ____, ...rest } = answer.headers;
    // What the caller sent may be repeated to it, one id as the other.
    const told = (text: string): string =>
      text.replaceAll(path, '').replace(new RegExp(`\\b(${foreign}|${MISSING})\\b`, 'g'), '#');
    return { status: answer.status, headers: rest, text: told(answer.text) };
  };

  it('H1: in an address, a query, a body or a list of ids it answers like what is not there, byte for byte', async () => {
    const before = await contentsOf(site.node);
    const foreign = places(site, (id) => id);
    const missing = places(site, () => MISSING);
    const wrong: string[] = [];
    for (const [at, place] of foreign.entries()) {
      assert.ok(place.foreign < MISSING, `${place.what}: the id ${place.foreign} is longer than the missing one`);
      const [theirs, nobodys] = [await send(place), await send(missing[at] ?? place)];
      const shown = `${place.what}: ${place.method ?? 'GET'} ${place.path}`;
      if (JSON.stringify(theirs) !== JSON.stringify(nobodys)) {
        wrong.push(
          `${shown}\n  theirs  ${JSON.stringify(theirs).slice(0, 900)}\n  nobodys ${JSON.stringify(nobodys).slice(0, 900)}`,
        );
      }
      // A list that is narrowed to what is not there is empty, a name there is free.
      if (theirs.status !== 200 && ![400, 404, 409].includes(theirs.status)) wrong.push(`${shown} answered ${theirs.status}`);
      if (/of ada\b|ada@/.test(theirs.text)) wrong.push(`${shown} tells a name of theirs: ${theirs.text}`);
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(await changedSince(before, site.node), []);
  });
});
