/**
 * Test fixture: a node with real services, and calls on it that adopt standards, create projects and datasheets,
 * revise and publish.
 */
import assert from 'node:assert/strict';
import type { PresentedField } from '../../services/datasheets/field-input.ts';
import type { InputOf, ResultOf } from '../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../shared/contracts/index.ts';
import type { Principal } from '../../shared/kernel/auth/principal.ts';
import { createDatasheets, createProject, type Pin, pinStandard } from '../../tools/world/projects.ts';
import { editor, lead } from '../people.ts';
import { callerFor, startTestNode, type TestNode, useNode } from '../service-node.ts';
import { adoptEdition, type EditionField } from './editions.ts';
import { describeEdition, SLAB_FIELDS, type StandardInput } from './small-standards.ts';

export type DatasheetResult = ResultOf<EndpointMap['datasheets.get']>;

const SERVICES = ['identity', 'standards', 'projects', 'datasheets', 'audit'];

export class ProjectsWorld {
  readonly node: TestNode;

  constructor(node: TestNode) {
    this.node = node;
  }

  /** For the tests of a file or `describe`. @param more services */
  static use(more: string[] = [], env: Record<string, string> = {}): ProjectsWorld {
    return new ProjectsWorld(useNode([...more, ...SERVICES], env));
  }

  /** A second node of the same site: other processes, as far as the services can tell. */
  async startSecondNode(): Promise<ProjectsWorld> {
    const { databasePrefix } = this.node.node.config;
    return new ProjectsWorld(await startTestNode(SERVICES, { DATABASE_PREFIX: databasePrefix }));
  }

  /** A global standard, or a further edition of it. */
  createStandard(asked: StandardInput) {
    return adoptEdition(this.node, describeEdition(asked));
  }

  createProject(name = 'Harbour', as: Principal = lead): Promise<number> {
    return createProject(callerFor(this.node, as), { name });
  }

  importStandard(id: number, standardId: number, more: Omit<Pin, 'standardId'> = {}, as: Principal = lead) {
    return pinStandard(callerFor(this.node, as), id, { standardId, ...more });
  }

  /** A project of the firm that pins a new standard of these fields. */
  async createProjectWithStandard(
    name: string,
    fields: number | readonly EditionField[] = SLAB_FIELDS,
    title = name,
  ) {
    const standard = await this.createStandard({ title, fields });
    const { standardId } = standard;
    const projectId = await createProject(callerFor(this.node, lead), { name }, [{ standardId }]);
    return { projectId, ...standard };
  }

  /** A project with one standard and this many datasheets, not yet published. */
  async createFilledProject(name: string, sheets = 1, fields = 2) {
    const filled = await this.createProjectWithStandard(name, fields, `${name} standard`);
    const created = await createDatasheets(
      callerFor(this.node, editor),
      { project_id: filled.projectId, standard_id: filled.standardId },
      Array.from({ length: sheets }, (_, at) => `Sheet ${at + 1}`),
    );
    return { datasheetIds: created.map(({ id }) => id), ...filled };
  }

  createDatasheet(
    projectId: number,
    standardId: number,
    more: Partial<InputOf<EndpointMap['datasheets.create']>> = {},
    as: Principal = editor,
  ): Promise<DatasheetResult> {
    const about = { project_id: projectId, standard_id: standardId, name: 'Slab' };
    return this.node.call(as, 'datasheets.create', { ...about, ...more });
  }

  getDatasheet(id: number, as: Principal = editor): Promise<DatasheetResult> {
    return this.node.call(as, 'datasheets.get', { id });
  }

  reviseDatasheet(
    id: number,
    changes: InputOf<EndpointMap['datasheets.revise']>['changes'],
    more: Partial<InputOf<EndpointMap['datasheets.revise']>> = {},
    as: Principal = editor,
  ) {
    return this.node.call(as, 'datasheets.revise', { id, severity: 'MINOR', changes, ...more });
  }

  publish(id: number, more: Partial<InputOf<EndpointMap['projects.publish']>> = {}, as: Principal = lead) {
    return this.node.call(as, 'projects.publish', { id, ...more });
  }

  openDraft(id: number) {
    return this.node.call(lead, 'projects.draft.create', { id });
  }

  async draftVersion(id: number): Promise<string> {
    return (await this.node.call(lead, 'projects.publishReadiness', { id })).version ?? '';
  }

  draftManifest(id: number, as: Principal = lead) {
    return this.node.call(as, 'projects.manifest', { project_id: id });
  }
}

/** The element with this label. */
export function findElement(sheet: DatasheetResult, label: string): DatasheetResult['elements'][number] {
  const found = sheet.elements.find((one) => one.label === label);
  assert.ok(found, `no element ${label}`);
  return found;
}

export const elementIdOf = (sheet: DatasheetResult, label: string): number => findElement(sheet, label).id;
export const userValueOf = (sheet: DatasheetResult, label: string): unknown =>
  findElement(sheet, label).user_value;

/** A field of a template by its label. */
export function findField(fields: readonly PresentedField[], label: string): PresentedField {
  const found = fields.find((one) => one.label === label);
  assert.ok(found, `no field ${label}`);
  return found;
}
