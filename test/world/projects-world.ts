/**
 * Test fixture: a node with real services, and calls on it to create standards, projects and datasheets, and
 * to publish.
 */

import type { InputOf } from '../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../shared/contracts/index.ts';
import type { Principal } from '../../shared/kernel/auth/principal.ts';
import { createDatasheets, createProject, type Pin, pinStandard } from '../../tools/world/projects.ts';
import { editor, lead } from '../people.ts';
import { callerFor, type TestNode, useNode } from '../service-node.ts';
import { adoptEdition, type EditionInput, editionField } from './editions.ts';

interface StandardInput {
  title: string;
  categoryPath?: string[];
  /** How many fields below section 2. */
  fields?: number;
  page?: string;
  edition?: number;
}

/** A standard of two sections: the scope as text, then clauses with a field each. */
function describeEdition({
  title,
  categoryPath = ['Concrete'],
  fields = 2,
  page,
  edition = 1,
}: StandardInput): EditionInput {
  const clauses = Array.from({ length: fields }, (_, index) => `2.${index + 1}`);
  return {
    ...(page ? { page } : {}),
    title,
    description: `About ${title}`,
    category_path: categoryPath,
    edition_number: edition,
    elements: [
      {
        address: '1',
        kind: 'section',
        toc_content: 'Scope',
        content: `Covers ${title}, edition ${edition} – “Beton”.`,
      },
      { address: '2', kind: 'section', toc_content: 'Products', content: '' },
      ...clauses.map((address) => ({
        address,
        kind: 'clause' as const,
        toc_content: '',
        content: `Clause ${address} of cement.`,
      })),
    ],
    fields: clauses.map((element_address, index) =>
      editionField({
        element_address,
        label: `Value ${index + 1}`,
        unit: 'mm',
        default_value: `d${index + 1}`,
        order_number: index + 1,
      }),
    ),
  };
}

export class ProjectsWorld {
  readonly node: TestNode;

  constructor(node: TestNode) {
    this.node = node;
  }

  /** For the tests of a file or `describe`. */
  static use(): ProjectsWorld {
    return new ProjectsWorld(useNode(['identity', 'standards', 'projects', 'datasheets', 'audit']));
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

  createDatasheet(projectId: number, standardId: number, name: string, as: Principal = editor) {
    return this.node.call(as, 'datasheets.create', { project_id: projectId, standard_id: standardId, name });
  }

  /** A project with one standard and this many datasheets, not yet published. */
  async createFilledProject(name: string, sheets = 1, fields = 2) {
    const standard = await this.createStandard({ title: `${name} standard`, fields });
    const { standardId } = standard;
    const projectId = await createProject(callerFor(this.node, lead), { name }, [{ standardId }]);
    const created = await createDatasheets(
      callerFor(this.node, editor),
      { project_id: projectId, standard_id: standardId },
      Array.from({ length: sheets }, (_, at) => `Sheet ${at + 1}`),
    );
    return { projectId, datasheetIds: created.map(({ id }) => id), ...standard };
  }

  publish(id: number, more: Partial<InputOf<EndpointMap['projects.publish']>> = {}, as: Principal = lead) {
    return this.node.call(as, 'projects.publish', { id, ...more });
  }

  async draftVersion(id: number): Promise<string> {
    return (await this.node.call(lead, 'projects.publishReadiness', { id })).version ?? '';
  }

  draftManifest(id: number, as: Principal = lead) {
    return this.node.call(as, 'projects.manifest', { project_id: id });
  }
}
