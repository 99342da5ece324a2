/** A project pins the standard, fills datasheets, attaches a drawing, publishes, moves the pin, upgrades, and exports. */
import type { Client } from '../rest-client/client.ts';
import { isJson, type Json, listOf, numberOf, objectOf, textOf } from '../rest-client/json.ts';
import { check, type Report } from './report.ts';
import type { WrittenStandard } from './standard-steps.ts';

export interface ProjectOutcome {
  projectId: number;
  exported: string;
  keys: string;
}

const SHEETS = 20;

export async function runProject(standard: WrittenStandard, report: Report): Promise<ProjectOutcome> {
  const { author, colleague, standardId, firstRevisionId, secondRevisionId } = standard;
  const project = await author.post('/api/projects/create', {
    name: 'City library',
    address_city: 'Springfield',
    vertical_id: 14,
  });
  const projectId = numberOf(project, 'id');
  await author.post(`/api/projects/${projectId}/standards`, { action: 'import', standardId, revisionId: firstRevisionId });
  report('Project opened', `City library pins revision 1.0.0`);

  const sheets = await fillDatasheets(author, colleague, projectId, standardId, report);
  await attachDrawing(author, projectId, report);
  const firstProjectRevision = await publish(author, projectId, 'Issued for tender');
  const before = await readRevision(author, projectId, firstProjectRevision, sheets[0] ?? 0);
  report('Project published', 'revision 1: sealed, certified and signed');

  await author.post(`/api/projects/${projectId}/draft/create`, { revision_type: 'addendum' });
  await movePin(author, projectId, standardId, secondRevisionId, sheets, report);
  await publish(author, projectId, 'Addendum A');
  report('Project published', 'revision 2');

  const after = await readRevision(author, projectId, firstProjectRevision, sheets[0] ?? 0);
  check(before === after, 'revision 1 reads byte for byte as before');
  report('Revision 1 read again', `${before.length.toLocaleString('en')} characters, byte for byte as before`);

  const exported = JSON.stringify(await author.post(`/api/projects/export/${projectId}`, { revisionId: firstProjectRevision }));
  const keys = JSON.stringify(await author.get('/api/certificates/keys'));
  report('Exported', `revision 1, ${exported.length.toLocaleString('en')} characters, with certificate and signature`);
  return { projectId, exported, keys };
}

async function fillDatasheets(
  author: Client,
  colleague: Client,
  projectId: number,
  standardId: number,
  report: Report,
): Promise<number[]> {
  const fields = listOf(await author.get(`/api/datasheet/${standardId}/template`), 'fields');
  const ids: number[] = [];
  for (let sheet = 1; sheet <= SHEETS; sheet += 1) {
    const [first] = fields.slice(sheet);
    const elementValues: Json = first ? { [String(first.id)]: '36' } : {};
    const made = await author.post('/api/datasheet', {
      standard_id: standardId,
      project_id: projectId,
      name: `Room ${sheet}`,
      elementValues,
    });
    ids.push(numberOf(made, 'id'));
  }
  const [id = 0] = ids;
  const read = await author.get(`/api/datasheet/${id}`);
  const [one, two] = listOf(read, 'elements');
  if (!one || !two) throw new Error('the datasheet has no fields');
  const baseVersion = textOf(read, 'version');
  const revise = (client: Client, element: Json, value: string): Promise<Json> =>
    client.post(`/api/datasheet/${id}/revise`, {
      severity: 'MINOR',
      baseVersion,
      changes: [{ element_id: numberOf(element, 'id'), new_value: value }],
    });
  await revise(author, one, '40');
  const merged = await revise(colleague, two, '41');
  check(merged.merged === true, 'a stale revise of another field is merged');
  report(
    'Datasheets filled',
    `${ids.length} sheets of ${fields.length} fields; two people revise one sheet and both values stay`,
  );
  return ids;
}

async function attachDrawing(author: Client, projectId: number, report: Report): Promise<void> {
  const drawing = Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  );
  const form = new FormData();
  form.set('document_type', 'drawing');
  form.set('files', new Blob([drawing], { type: 'application/pdf' }), 'A-101 ground floor.pdf');
  const [file] = listOf(await author.post(`/api/files/projects/${projectId}/upload`, form), 'files');
  if (!file) throw new Error('the upload answers no file');
  const answer = await author.exchange('GET', `/api/files/projects/${projectId}/download/${numberOf(file, 'id')}`);
  const bytes =
    answer.status === 302 ? await followed(answer.headers.get('location')) : Buffer.from(textOf(answer.body, 'bytes'), 'base64');
  check(bytes.equals(drawing), 'the drawing comes back as it was sent');
  report('Drawing attached', `${textOf(file, 'name')}, ${bytes.length} bytes, read back unchanged`);
}

/** A presigned address needs no credential. */
async function followed(address: string | null): Promise<Buffer> {
  const response = await fetch(address ?? '');
  return Buffer.from(await response.arrayBuffer());
}

async function publish(author: Client, projectId: number, name: string): Promise<number> {
  const readiness = await author.get(`/api/projects/${projectId}/publish-readiness`);
  check(readiness.ready === true, `nothing blocks publishing: ${JSON.stringify(readiness.blockers)}`);
  const answer = await author.post(`/api/projects/${projectId}/publish`, {
    revision_name: name,
    baseVersion: textOf(readiness, 'version'),
  });
  return numberOf(objectOf(answer, 'revision'), 'id');
}

/** Everything a reader of the revision sees: header, standards, datasheets, one sheet with its clauses. */
async function readRevision(author: Client, projectId: number, revisionId: number, datasheetId: number): Promise<string> {
  const pinned = `revisionId=${revisionId}`;
  const reads = await Promise.all([
    author.get(`/api/projects/details/${projectId}?${pinned}`),
    author.get(`/api/projects/${projectId}/standards?${pinned}`),
    author.get(`/api/projects/${projectId}/datasheets?${pinned}`),
    author.post(`/api/projects/export/${projectId}`, { revisionId, isVerbose: true }),
  ]);
  const revisions = listOf(reads[2], 'datasheets').find(({ id }) => id === datasheetId);
  return JSON.stringify([...reads, revisions]);
}

async function movePin(
  author: Client,
  projectId: number,
  standardId: number,
  toStandardRevisionId: number,
  sheets: number[],
  report: Report,
): Promise<void> {
  const changes = [{ standardId, toStandardRevisionId }];
  const preview = await author.post(`/api/projects/${projectId}/standard-revision-preview`, { changes });
  const [row] = listOf(preview, 'standards');
  check(row?.direction === 'forward', 'the preview shows a move forward');
  await author.post(`/api/projects/${projectId}/standard-revisions`, { changes, rationale: 'Reviewed edition' });
  const blocked = await author.refusal('POST', `/api/projects/${projectId}/publish`, { revision_name: 'Too early' });
  check(blocked.status === 400 && blocked.problem.code === 'PUBLISH_BLOCKED', 'sheets behind the pin block publishing');
  let conflicts = 0;
  for (const id of sheets) {
    const plan = await author.get(`/api/datasheet/${id}/upgrade-plan?toRevisionId=${toStandardRevisionId}`);
    const open = listOf(plan, 'conflicts');
    conflicts += open.length;
    await author.post(`/api/datasheet/${id}/upgrade`, {
      toStandardRevisionId,
      resolutions: open.map(resolve),
      summary: 'To 1.1.0',
    });
  }
  report(
    'Pin moved to 1.1.0',
    `previewed (${String(row?.datasheetsAffected)} sheets affected), ${sheets.length} sheets upgraded, ${conflicts} conflicts resolved`,
  );
}

/** Keeps what the project recorded. */
function resolve(conflict: Json): Json {
  const { toElementId, fromElementId } = conflict;
  const elementId = typeof toElementId === 'number' ? toElementId : fromElementId;
  if (typeof elementId !== 'number' || !isJson(conflict)) throw new Error('a conflict names no field');
  return { elementId, resolution: 'user_accepted' };
}
