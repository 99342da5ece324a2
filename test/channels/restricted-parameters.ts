/**
 * Table of the parameters restricted to one kind of caller (HTTP or assistant), each with a request that
 * shows whether it takes effect. For `restricted-parameters.long.test.ts`.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { EndpointId } from '../../shared/contracts/index.ts';
import type { TenantResources } from '../../tools/world/population.ts';
import { createProject, pinStandard, publishWhenReady } from '../../tools/world/projects.ts';
import { DRAFT_TEXT } from '../../tools/world/tenant-texts.ts';
import type { ChannelCallArgs, ChannelResult } from '../world/channels.ts';
import { createStaleRead } from './stale-read.ts';

interface ParameterProbe {
  args: ChannelCallArgs;
  sent: unknown;
}

interface RestrictedParameter {
  /** The request without the parameter, and a valid value of it. Each write is prepared on its own. */
  probe(of: TenantResources): ParameterProbe | Promise<ParameterProbe>;
  /** A value that is refused with 400 where the parameter works, and ignored elsewhere. */
  wrong: unknown;
  /** What the parameter does, as documented. */
  proves(result: ChannelResult, plain: ChannelResult, of: TenantResources): void;
}

type Table = Partial<Record<EndpointId, Readonly<Record<string, RestrictedParameter>>>>;

const keysOf = (value: unknown): string[] => Object.keys(Object(value));
const rowsOf = ({ body }: ChannelResult, name: string): Record<string, unknown>[] => {
  const rows = body[name];
  assert.ok(Array.isArray(rows), `a list of ${name} in ${JSON.stringify(body).slice(0, 300)}`);
  return rows;
};
const namesOf = (result: ChannelResult): unknown[] => rowsOf(result, 'files').map(({ name }) => name);
const succeeded = (...all: ChannelResult[]): void => {
  for (const { status, body } of all)
    assert.ok(status < 300, `${status} ${JSON.stringify(body).slice(0, 500)}`);
};

const IN_DRAFT = `${DRAFT_TEXT} of ada`;
const COMPACT_STANDARD = ['id', 'name', 'description', 'scope', 'library', 'category', 'current_revision'];

/** A save on a stale version, with the parameters by which HTTP callers merge it. */
async function staleSave(of: TenantResources, edit: 'the same clause' | 'another clause') {
  const { baseVersion, baseElements, elements, elementId, between } = await createStaleRead(of);
  const save = { id: of.standardId, baseVersion, elements: elements(edit) };
  return { save, baseElements, resolvedConflicts: [{ elementId, choice: 'mine' }], between };
}

/** A new category of theirs. */
async function createCategory({ key }: TenantResources): Promise<number> {
  const about = { name: `Category ${randomUUID()}`, subject_type: 'company' } as const;
  return (await key.call('categories.create', about)).id;
}

export const RESTRICTED_PARAMETERS: Table = {
  'standards.list': {
    format: {
      probe: () => ({ args: { subject_type: 'company' }, sent: 'compact' }),
      wrong: 'tiny',
      proves(result, plain) {
        assert.deepEqual(keysOf(rowsOf(result, 'standards')[0]), COMPACT_STANDARD);
        assert.ok(keysOf(rowsOf(plain, 'standards')[0]).length > COMPACT_STANDARD.length);
      },
    },
  },
  'standards.searchContent': {
    projectRevisionId: {
      // The published revision contains nothing; the draft pins the standard.
      async probe({ key, standardId }) {
        const projectId = await createProject(key, { name: `Search ${randomUUID()}` });
        const sent = await publishWhenReady(key, projectId, 'Empty');
        await key.call('projects.draft.create', { id: projectId });
        await pinStandard(key, projectId, { standardId });
        return { args: { query: 'cement', projectId }, sent };
      },
      wrong: 'current',
      proves(result, plain) {
        assert.equal(rowsOf(result, 'hits').length, 0);
        assert.notEqual(rowsOf(plain, 'hits').length, 0);
      },
    },
  },
  'standards.get': {
    format: {
      probe: ({ standardId: id }) => ({ args: { id }, sent: 'compact' }),
      wrong: 'tiny',
      proves(result, plain) {
        assert.deepEqual(keysOf(result.body), COMPACT_STANDARD);
        assert.equal(rowsOf(plain, 'elements').length, 3);
      },
    },
    fields_only: {
      probe: ({ standardId: id }) => ({ args: { id }, sent: true }),
      wrong: 'perhaps',
      proves(result) {
        assert.deepEqual(keysOf(rowsOf(result, 'fields')[0]), [
          'id',
          'address',
          'label',
          'input_type',
          'options',
          'default_value',
        ]);
        assert.ok(!JSON.stringify(result.body).includes('Portland'), 'no clause text');
      },
    },
  },
  'standards.workingCopy.save': {
    baseElements: {
      async probe(of) {
        const { save, baseElements } = await staleSave(of, 'another clause');
        return { args: save, sent: baseElements };
      },
      wrong: 'all of them',
      proves(result, plain) {
        assert.deepEqual([result.status, result.body.merged], [200, true]);
        assert.deepEqual([plain.status, plain.body.code], [409, 'EDIT_CONFLICT']);
      },
    },
    resolvedConflicts: {
      async probe(of) {
        const { save, baseElements, resolvedConflicts } = await staleSave(of, 'the same clause');
        return { args: { ...save, baseElements }, sent: resolvedConflicts };
      },
      wrong: 'mine',
      proves(result, plain) {
        assert.equal(result.status, 200, JSON.stringify(result.body));
        assert.deepEqual([plain.status, plain.body.code], [409, 'EDIT_CONFLICT']);
      },
    },
    conflictVersion: {
      async probe(of) {
        const { save, baseElements, resolvedConflicts, between } = await staleSave(of, 'the same clause');
        return { args: { ...save, baseElements, resolvedConflicts }, sent: between };
      },
      wrong: 7,
      proves(result, plain) {
        assert.deepEqual(
          [result.status, result.body.code],
          [409, 'EDIT_CONFLICT'],
          'the clause changed since that conflict',
        );
        assert.equal(plain.status, 200, JSON.stringify(plain.body));
      },
    },
  },
  'categories.update': {
    parentId: {
      probe: async (of) => ({ args: { id: await createCategory(of) }, sent: of.categoryId }),
      wrong: 'the first',
      proves(result, plain, { categoryId }) {
        succeeded(result, plain);
        assert.deepEqual([result.body.parent_id, plain.body.parent_id], [categoryId, null]);
      },
    },
    sortOrder: {
      probe: async (of) => ({ args: { id: await createCategory(of) }, sent: 7 }),
      wrong: 'first',
      proves(result, plain) {
        succeeded(result, plain);
        assert.deepEqual([result.body.sort_order, plain.body.sort_order], [7, 0]);
      },
    },
  },
  'projects.details': {
    format: {
      probe: ({ projectId: id }) => ({ args: { id }, sent: 'compact' }),
      wrong: 'tiny',
      proves(result, plain) {
        succeeded(result, plain);
        assert.ok(!('summary' in result.body) && 'name' in result.body && 'summary' in plain.body);
      },
    },
    shape: {
      probe: ({ projectId: id }) => ({ args: { id }, sent: 'v2' }),
      wrong: 'v1',
      proves: (result) =>
        assert.deepEqual(keysOf(result.body).sort(), ['datasheets', 'header', 'id', 'members', 'standards']),
    },
    draft: {
      probe: ({ projectId: id }) => ({ args: { id, shape: 'v2' }, sent: true }),
      wrong: 'perhaps',
      proves(result, plain) {
        assert.equal(Object(result.body.header).summary, IN_DRAFT);
        assert.notEqual(Object(plain.body.header).summary, IN_DRAFT);
      },
    },
    revisionId: {
      probe: ({ projectId: id, projectRevisionId: sent }) => ({ args: { id }, sent }),
      wrong: 'first',
      proves(result, plain) {
        assert.notEqual(result.body.summary, IN_DRAFT);
        assert.equal(plain.body.summary, IN_DRAFT);
      },
    },
  },
  'datasheets.get': {
    revisionId: {
      probe: ({ datasheetId: id, datasheetRevisionIds: [sent] }) => ({ args: { id }, sent }),
      wrong: 'first',
      proves(result, plain, { datasheetRevisionIds: [earlier] }) {
        assert.equal(Object(result.body.revision).id, earlier);
        assert.notEqual(Object(plain.body.revision).id, earlier);
      },
    },
    ...datasheetShapes(({ datasheetId: id }) => ({ id })),
  },
  'datasheets.revision.get': datasheetShapes(({ datasheetId, datasheetRevisionIds: [earlier] }) => ({
    instanceId: datasheetId,
    revisionId: earlier,
  })),
  'files.list': {
    folderId: {
      probe: ({ projectId }) => ({ args: { projectId }, sent: '7' }),
      wrong: 'attic',
      proves(result, plain) {
        assert.deepEqual([namesOf(result), namesOf(plain)], [[], ['photo of ada.png', 'plan of ada.pdf']]);
      },
    },
    mimeType: {
      probe: ({ projectId }) => ({ args: { projectId }, sent: 'application/pdf' }),
      wrong: '',
      proves: (result) => assert.deepEqual(namesOf(result), ['plan of ada.pdf']),
    },
    fileName: {
      probe: ({ projectId }) => ({ args: { projectId }, sent: 'PHOTO of ada.png' }),
      wrong: '',
      proves: (result) => assert.deepEqual(namesOf(result), ['photo of ada.png']),
    },
  },
};

function datasheetShapes(
  args: (of: TenantResources) => ChannelCallArgs,
): Readonly<Record<'format' | 'include', RestrictedParameter>> {
  return {
    format: {
      probe: (of) => ({ args: args(of), sent: 'compact' }),
      wrong: 'tiny',
      proves(result, plain) {
        assert.deepEqual(keysOf(rowsOf(result, 'elements')[0]), ['id', 'address', 'label', 'user_value']);
        assert.ok('disposition' in Object(rowsOf(plain, 'elements')[0]));
      },
    },
    include: {
      probe: (of) => ({ args: args(of), sent: 'template' }),
      wrong: 'everything',
      proves(result, plain) {
        assert.equal(rowsOf(result, 'template').length, 2);
        assert.ok(!('template' in plain.body));
      },
    },
  };
}
