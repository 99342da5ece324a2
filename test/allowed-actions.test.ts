/**
 * Tests of `allowed_actions` of projects, datasheets and standards against the checks that enforce them: the writes that are not
 * listed are refused for a permission, the session, or the state of the resource, and no other is.
 */
import assert from 'node:assert/strict';
import { beforeAll, it } from '@jest/globals';
import { type EndpointSpec, type ResultOf, supportsDryRun } from '../shared/contracts/endpoint.ts';
import { type EndpointId, type EndpointMap, endpoints } from '../shared/contracts/index.ts';
import type { UserPrincipal } from '../shared/kernel/auth/principal.ts';
import { toErrorInfo } from '../shared/kernel/errors/errors.ts';
import { paramSchemas } from '../shared/kernel/validation/params.ts';
import { createDatasheets, createProject } from '../tools/world/projects.ts';
import { createStandard, publishStandard } from '../tools/world/standards.ts';
import { editor, FIRM, lead, viewer, withKey } from './people.ts';
import { callerFor, useNode } from './service-node.ts';
import { sampleBody } from './world/sample-values.ts';

const node = useNode(['identity', 'standards', 'projects', 'datasheets', 'audit']);
const CALLERS: Readonly<Record<string, UserPrincipal>> = {
  lead,
  editor,
  viewer,
  'a key for publishing': withKey(lead, ['project:read', 'project:publish', 'datasheet:read']),
};
const REFUSALS = new Set(['PERMISSION_DENIED', 'SESSION_REQUIRED', 'PROJECT_ARCHIVED', 'NO_OPEN_DRAFT']);
/** How the state of the resource refuses some writes, whatever they send. */
const STATE_REFUSALS: Readonly<Record<string, string>> = {
  'projects.archive': 'ALREADY_ARCHIVED',
  'projects.unarchive': 'NOT_ARCHIVED',
  'projects.draft.create': 'DRAFT_ALREADY_OPEN',
  'projects.revert': 'DRAFT_IS_ONLY_REVISION',
  'projects.sponsorshipRequests.create': 'SPONSORSHIP_NOT_NEEDED',
  'datasheets.revise': 'DATASHEET_ARCHIVED',
  'datasheets.upgrade': 'DATASHEET_ARCHIVED',
  'standards.customize': 'STANDARD_DEPRECATED',
  'standards.merge': 'NOT_A_CUSTOMIZATION',
  'standards.acknowledgeSource': 'NOT_A_CUSTOMIZATION',
  'standards.deprecate': 'ALREADY_DEPRECATED',
  'standards.reactivate': 'NOT_DEPRECATED',
  'standards.delete': 'NOT_DEPRECATED',
};
let projectId = 0;
let standardId = 0;
let datasheetId = 0;

beforeAll(async () => {
  const client = callerFor(node, lead);
  const { id: category_id } = await client.call('categories.create', {
    name: 'Concrete',
    subject_type: 'company',
  });
  const about = { name: 'Concrete', category_id, subject_type: 'company' } as const;
  const elements = [{ address: '1', content: 'Cement is plain.' }];
  const datasheetElements = [{ element_address: '1', label: 'Strength', input_type: 'text' as const }];
  ({ id: standardId } = await createStandard(client, about, { elements, datasheetElements }));
  const { revision } = await publishStandard(client, standardId);
  projectId = await createProject(client, { name: 'Library' }, [{ standardId, revisionId: revision.id }]);
  const sheets = { standard_id: standardId, project_id: projectId };
  datasheetId = (await createDatasheets(client, sheets, ['Foundations']))[0]?.id ?? 0;
});

/** The writes on a resource that can be tried without effect. */
const writesOn = (resource: string): [EndpointId, EndpointSpec][] =>
  (Object.keys(endpoints) as EndpointId[]).flatMap((id): [EndpointId, EndpointSpec][] => {
    const spec: EndpointSpec = endpoints[id];
    return spec.http && spec.on?.resource === resource && supportsDryRun(spec) ? [[id, spec]] : [];
  });

/** The code with which a write is refused before its own rules; null when it is not. */
async function refusalOf(caller: UserPrincipal, [id, spec]: [EndpointId, EndpointSpec], resourceId: number) {
  const sent =
    id === 'standards.customize' ? { companyId: FIRM.id, name: 'Another' } : sampleBody(paramSchemas(spec));
  const params = { ...sent, [spec.on?.by ?? '']: resourceId, dryRun: true };
  const outcome = await node.callUntyped(caller, id, params).catch((error: unknown) => toErrorInfo(error));
  const { code, extras } = Object(outcome);
  // The draft that a save names is closed where none is open.
  if (extras?.metadata?.reason === 'draft_closed') return 'NO_OPEN_DRAFT';
  return typeof code === 'string' && (REFUSALS.has(code) || code === STATE_REFUSALS[id]) ? code : null;
}

/** What the read of its newest revision lists. */
async function listedAtRevision(
  caller: UserPrincipal,
  datasheet: ResultOf<EndpointMap['datasheets.get']> | null,
): Promise<string[] | undefined> {
  if (!datasheet) return undefined;
  const at = { instanceId: datasheetId, revisionId: datasheet.revision.id };
  const { allowed_actions } = await node.call(caller, 'datasheets.revision.get', at);
  assert.deepEqual(
    allowed_actions,
    datasheet.allowed_actions,
    'a revision read lists them like the live read',
  );
  return allowed_actions;
}

async function compareAll(): Promise<void> {
  for (const [who, caller] of Object.entries(CALLERS)) {
    const project = await node.call(caller, 'projects.details', { id: projectId });
    const datasheet = await node.call(caller, 'datasheets.get', { id: datasheetId }).catch(() => null);
    const ofProject = 'allowed_actions' in project ? project.allowed_actions : undefined;
    for (const { resource, id, listed } of [
      { resource: 'project', id: projectId, listed: ofProject },
      { resource: 'datasheet', id: datasheetId, listed: datasheet?.allowed_actions },
      { resource: 'datasheet', id: datasheetId, listed: await listedAtRevision(caller, datasheet) },
    ]) {
      // Readers of a project without a published revision get only its name.
      if (!listed) continue;
      for (const write of writesOn(resource)) {
        // Members may leave; removing another is a rule of its own.
        if (write[0] === 'projects.members.remove') continue;
        const refusal = await refusalOf(caller, write, id);
        assert.equal(listed.includes(write[0]), refusal === null, `${who}: ${write[0]} ${refusal}`);
      }
    }
  }
}

it('lists the writes on a project with an open draft', compareAll);

it('and on a published one without a draft', async () => {
  await node.call(lead, 'projects.publish', { id: projectId });
  await compareAll();
});

it('and on one with another draft, in which the datasheet is archived', async () => {
  await node.call(lead, 'projects.draft.create', { id: projectId });
  await node.call(lead, 'projects.datasheets.archive', { id: projectId, datasheetInstanceId: datasheetId });
  await compareAll();
});

it('and on an archived one', async () => {
  await node.call(lead, 'projects.archive', { id: projectId });
  await compareAll();
});

/** Compares what the read of a standard lists with the refusals of its writes and those of its working copy. */
async function compareOnStandard(id: number): Promise<void> {
  for (const [who, caller] of Object.entries({ lead, editor, viewer, 'a key for reading': READER })) {
    const standard = await node.call(caller, 'standards.get', { id });
    const listed = 'allowed_actions' in standard ? (standard.allowed_actions ?? []) : [];
    for (const write of [...writesOn('standard'), ...writesOn('workingCopy')]) {
      const refusal = await refusalOf(caller, write, id);
      // The company that a copy goes to has permissions of its own.
      if (write[0] === 'standards.customize' && (caller === viewer || caller === READER)) continue;
      assert.equal(listed.includes(write[0]), refusal === null, `${who}: ${write[0]} ${refusal}`);
    }
  }
}

const READER = withKey(lead, ['standard:read', 'standard:customize']);

it('lists the writes on a standard, on a deprecated one, and on a customised copy', async () => {
  await compareOnStandard(standardId);
  const { id: copyId } = await node.call(lead, 'standards.customize', {
    id: standardId,
    companyId: FIRM.id,
    name: 'Our concrete',
  });
  await compareOnStandard(copyId);
  await node.call(lead, 'standards.deprecate', { id: standardId });
  await compareOnStandard(standardId);
});
