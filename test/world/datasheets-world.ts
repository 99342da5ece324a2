/**
 * Test fixture: a node with real services, and calls on it to adopt standards, create projects and
 * datasheets, revise and publish. `SLAB_FIELDS` is a small standard with several kinds of fields.
 */
import assert from 'node:assert/strict';
import type { PresentedField } from '../../services/datasheets/field-input.ts';
import type { InputOf, ResultOf } from '../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../shared/contracts/index.ts';
import type { Principal } from '../../shared/kernel/auth/principal.ts';
import { createProject, pinStandard } from '../../tools/world/projects.ts';
import { editor, lead } from '../people.ts';
import { callerFor, startTestNode, type TestNode, useNode } from '../service-node.ts';
import { adoptEdition, type Edition, type EditionField, editionField } from './editions.ts';

export { editionField };
export type DatasheetResult = ResultOf<EndpointMap['datasheets.get']>;

/** A small standard with several kinds of fields. */
export const SLAB_FIELDS: EditionField[] = [
  editionField({ element_address: '1.1', label: 'Supplier', default_value: 'Any' }),
  editionField({
    element_address: '1.2',
    label: 'Thickness',
    input_type: 'range',
    constraint: 'min',
    unit: 'in',
    default_value: '4 1/2',
  }),
  editionField({
    element_address: '1.3',
    label: 'Finish',
    input_type: 'select',
    options: ['Trowel', 'Broom'],
    default_value: 'Broom',
    order_number: 1,
  }),
  editionField({
    element_address: '1.3',
    label: 'Admixtures',
    input_type: 'checkbox',
    options: ['Air', 'Fly ash'],
    order_number: 2,
  }),
  editionField({
    element_address: '1.4',
    label: 'Slope',
    drawing_ref: true,
    drawing_ref_locator: 'A-101',
    starting_disposition: 'per_drawings',
  }),
];

/** Elements for these fields: a section for each first level, a clause for each address. */
function elementsFor(fields: readonly { element_address: string }[]): Edition['elements'] {
  const addresses = new Set<string>();
  for (const { element_address } of fields) {
    const levels = element_address.split('.');
    for (let depth = 1; depth <= levels.length; depth += 1) addresses.add(levels.slice(0, depth).join('.'));
  }
  return [...addresses].map((address) => ({
    address,
    kind: address.includes('.') ? 'clause' : 'section',
    toc_content: address.includes('.') ? '' : `Part ${address}`,
    content: address.includes('.') ? `Clause ${address} of the test.` : '',
  }));
}

const SERVICES = ['identity', 'standards', 'projects', 'datasheets', 'audit'];

export class DatasheetsWorld {
  readonly node: TestNode;

  constructor(node: TestNode) {
    this.node = node;
  }

  /** For the tests of a file or `describe`. */
  static use(more: string[] = []): DatasheetsWorld {
    return new DatasheetsWorld(useNode([...more, ...SERVICES]));
  }

  /** A second node of the same site: other processes, as far as the services can tell. */
  async startSecondNode(): Promise<DatasheetsWorld> {
    const { databasePrefix } = this.node.node.config;
    return new DatasheetsWorld(await startTestNode(SERVICES, { DATABASE_PREFIX: databasePrefix }));
  }

  /** Adopts the first or a further edition of a page, which creates or updates a global standard. */
  adoptEdition(title: string, fields: EditionField[], page?: string, edition_number = 1) {
    const elements = elementsFor(fields);
    return adoptEdition(this.node, { title, fields, elements, edition_number, ...(page ? { page } : {}) });
  }

  createProject(name: string): Promise<number> {
    return createProject(callerFor(this.node, lead), { name });
  }

  async importStandard(projectId: number, standardId: number): Promise<void> {
    await pinStandard(callerFor(this.node, lead), projectId, { standardId });
  }

  /** A project of the firm that pins a new standard of these fields. */
  async createProjectWithStandard(name: string, fields: EditionField[] = SLAB_FIELDS) {
    const standard = await this.adoptEdition(name, fields);
    const { standardId } = standard;
    const projectId = await createProject(callerFor(this.node, lead), { name }, [{ standardId }]);
    return { projectId, ...standard };
  }

  createDatasheet(
    projectId: number,
    standardId: number,
    more: Partial<InputOf<EndpointMap['datasheets.create']>> = {},
    as: Principal = editor,
  ): Promise<DatasheetResult> {
    return this.node.call(as, 'datasheets.create', {
      project_id: projectId,
      standard_id: standardId,
      name: 'Slab',
      ...more,
    });
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

  async publish(projectId: number): Promise<void> {
    await this.node.call(lead, 'projects.publish', { id: projectId });
  }

  async openDraft(projectId: number): Promise<void> {
    await this.node.call(lead, 'projects.draft.create', { id: projectId });
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
