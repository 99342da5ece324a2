/**
 * The project part of the main job (`main-job.ts`): pin a standard, fill datasheets, move the pin, upgrade the
 * datasheets and publish, over any transport; over REST with a drawing between, the reads of revision 1 and its
 * export with the public keys. Throws when a check fails.
 */

import type { RestClient } from '../../shared/rest-client/client.ts';
import type { EndpointParams, EndpointResult } from '../../shared/rest-client/endpoint-types.ts';
import { listMember, stringMember } from '../../shared/rest-client/json.ts';
import { createProject, publishWhenReady } from '../world/projects.ts';
import type { DemoStandard } from './standard-steps.ts';
import { assertRefused, assertStep, type ReportStep, type StepCaller } from './step-checks.ts';

interface ProjectOutcome {
  projectId: number;
  exported: string;
  keys: string;
}

/** Another than in the tour of the README, which may run on the same service. */
export const PROJECT_NAME = 'Harbour station';

const DATASHEET_COUNT = 20;

const HEADER = { name: PROJECT_NAME, address_city: 'Springfield', vertical_id: 14 } as const;

/** A project that pins the first revision of the standard, with filled datasheets. @param count of them */
export async function openProject(
  { author, colleague, standardId, firstRevisionId }: DemoStandard<StepCaller>,
  count: number,
  report: ReportStep,
): Promise<{ projectId: number; sheets: number[] }> {
  const projectId = await createProject(author, HEADER, [{ standardId, revisionId: firstRevisionId }]);
  report('Project opened', `${PROJECT_NAME} pins revision 1.0.0`);
  return {
    projectId,
    sheets: await fillDatasheets(author, colleague, { projectId, standardId, count }, report),
  };
}

/** @throws Error naming the check that failed */
export async function runProject(
  standard: DemoStandard<RestClient>,
  report: ReportStep,
): Promise<ProjectOutcome> {
  const { author } = standard;
  const { projectId, sheets } = await openProject(standard, DATASHEET_COUNT, report);
  await attachDrawing(author, projectId, report);
  const firstProjectRevision = await publishWhenReady(author, projectId, 'Issued for tender');
  const before = await readRevision(author, projectId, firstProjectRevision, sheets[0] ?? 0);
  report('Project published', 'revision 1: sealed, certified and signed');

  await publishAddendum(standard, projectId, sheets, report);

  const after = await readRevision(author, projectId, firstProjectRevision, sheets[0] ?? 0);
  assertStep(before === after, 'revision 1 reads byte for byte as before');
  report(
    'Revision 1 read again',
    `${before.length.toLocaleString('en')} characters, byte for byte as before`,
  );

  // Raw requests, so that the verified bytes are those of the response.
  const exported = JSON.stringify(
    await author.post(`/api/projects/export/${projectId}`, { revisionId: firstProjectRevision }),
  );
  const keys = JSON.stringify(await author.get('/api/certificates/keys'));
  report(
    'Exported',
    `revision 1, ${exported.length.toLocaleString('en')} characters, with certificate and signature`,
  );
  return { projectId, exported, keys };
}

async function fillDatasheets(
  author: StepCaller,
  colleague: StepCaller,
  { projectId, standardId, count }: { projectId: number; standardId: number; count: number },
  report: ReportStep,
): Promise<number[]> {
  const { fields } = await author.call('datasheets.template', { standardId });
  const ids: number[] = [];
  for (let sheet = 1; sheet <= count; sheet += 1) {
    const [first] = fields.slice(sheet);
    const about = { standard_id: standardId, project_id: projectId, name: `Room ${sheet}` };
    const created = await author.call('datasheets.create', {
      ...about,
      elementValues: first ? { [first.id]: '36' } : {},
    });
    ids.push(created.id);
  }
  const [id = 0] = ids;
  const { version: baseVersion, elements } = await author.call('datasheets.get', { id });
  const [one, two] = elements;
  if (!one || !two) throw new Error('the datasheet has no fields');
  const revise = (client: StepCaller, element_id: number, new_value: string) =>
    client.call('datasheets.revise', {
      id,
      severity: 'MINOR',
      baseVersion,
      changes: [{ element_id, new_value }],
    });
  await revise(author, one.id, '40');
  const { merged } = await revise(colleague, two.id, '41');
  assertStep(merged === true, 'a stale revise of another field is merged');
  report(
    'Datasheets filled',
    `${ids.length} sheets of ${fields.length} fields; two people revise one sheet and both values are kept`,
  );
  return ids;
}

async function attachDrawing(author: RestClient, projectId: number, report: ReportStep): Promise<void> {
  const drawing = Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  );
  const upload = new File([drawing], 'A-101 ground floor.pdf', { type: 'application/pdf' });
  const { files } = await author.call('files.upload', {
    projectId,
    document_type: 'drawing',
    files: [upload],
  });
  const [file] = files;
  if (!file) throw new Error('the upload returned no file');
  const response = await author.request('GET', `/api/files/projects/${projectId}/download/${file.id}`);
  const bytes =
    response.status === 302
      ? await followRedirect(response.headers.get('location'))
      : Buffer.from(stringMember(response.body, 'bytes'), 'base64');
  assertStep(bytes.equals(drawing), 'the drawing is downloaded unchanged');
  for (const status of ['review', 'approved'] as const)
    await author.call('files.status', { projectId, fileId: file.id, status });
  report(
    'Drawing attached',
    `${file.name}, ${bytes.length} bytes, read back unchanged, reviewed and approved`,
  );
}

/** A presigned URL needs no credential. */
async function followRedirect(url: string | null): Promise<Buffer> {
  const response = await fetch(url ?? '');
  return Buffer.from(await response.arrayBuffer());
}

/** The readable parts of a revision: header, standards, datasheets, one sheet with its clauses. */
async function readRevision(
  author: RestClient,
  projectId: number,
  revisionId: number,
  datasheetId: number,
): Promise<string> {
  const pinned = `revisionId=${revisionId}`;
  const reads = await Promise.all([
    author.get(`/api/projects/details/${projectId}?${pinned}`),
    author.get(`/api/projects/${projectId}/standards?${pinned}`),
    author.get(`/api/projects/${projectId}/datasheets?${pinned}`),
    author.post(`/api/projects/export/${projectId}`, { revisionId, isVerbose: true }),
  ]);
  const datasheet = listMember(reads[2], 'datasheets').find(({ id }) => id === datasheetId);
  return JSON.stringify([...reads, datasheet]);
}

/** Moves the pin to the second revision of the standard, upgrades the datasheets, and publishes. */
export async function publishAddendum(
  { author, standardId, secondRevisionId }: DemoStandard<StepCaller>,
  projectId: number,
  sheets: readonly number[],
  report: ReportStep,
): Promise<void> {
  await author.call('projects.draft.create', { id: projectId, revision_type: 'addendum' });
  await movePin(author, projectId, { standardId, toStandardRevisionId: secondRevisionId }, sheets, report);
  await publishWhenReady(author, projectId, 'Addendum A');
  report('Project published', 'revision 2');
}

async function movePin(
  author: StepCaller,
  projectId: number,
  pin: { standardId: number; toStandardRevisionId: number },
  sheets: readonly number[],
  report: ReportStep,
): Promise<void> {
  const { toStandardRevisionId } = pin;
  const changes = [pin];
  const [row] = (await author.call('projects.standardRevisions.preview', { id: projectId, changes }))
    .standards;
  assertStep(row?.direction === 'forward', 'the preview shows a move forward');
  await author.call('projects.standardRevisions.apply', {
    id: projectId,
    changes,
    rationale: 'Reviewed edition',
  });
  await assertRefused(
    author.callExpectingError('projects.publish', { id: projectId, revision_name: 'Too early' }),
    [400, 'PUBLISH_BLOCKED'],
    'sheets behind the pin block publishing',
  );
  let count = 0;
  for (const id of sheets) {
    const { conflicts } = await author.call('datasheets.upgradePlan', {
      id,
      toRevisionId: toStandardRevisionId,
    });
    count += conflicts.length;
    const resolutions = conflicts.map(chooseResolution);
    await author.call('datasheets.upgrade', { id, toStandardRevisionId, resolutions, summary: 'To 1.1.0' });
  }
  report(
    'Pin moved to 1.1.0',
    `previewed (${row.datasheetsAffected} sheets affected), ${sheets.length} sheets upgraded, ${count} conflicts resolved`,
  );
}

type Conflict = EndpointResult<'datasheets.upgradePlan'>['conflicts'][number];
type Resolution = NonNullable<EndpointParams<'datasheets.upgrade'>['resolutions']>[number];

/** Keeps the project's value. */
function chooseResolution({ toElementId, fromElementId }: Conflict): Resolution {
  const elementId = toElementId ?? fromElementId;
  if (elementId === null) throw new Error('a conflict names no field');
  return { elementId, resolution: 'user_accepted' };
}
