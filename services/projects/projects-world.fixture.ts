/** A running site for the tests: real standards, projects and datasheets, one firm and its people. */
import { randomUUID } from 'node:crypto';
import type { InputOf } from '../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../shared/contracts/index.ts';
import type { Principal } from '../../shared/kernel/auth/principal.ts';
import { editor, lead, wikiService } from '../../test/people.ts';
import { PLAIN_FIELD } from '../../test/plain-field.ts';
import { type TestNode, useNode } from '../../test/service-node.ts';

type Edition = InputOf<EndpointMap['standards.adoptEdition']>;
type EditionField = Edition['fields'][number];

const field = (element_address: string, label: string, more: Partial<EditionField> = {}): EditionField => ({
  element_address,
  label,
  ...PLAIN_FIELD,
  options: [],
  ...more,
});

interface StandardInput {
  title: string;
  categoryPath?: string[];
  /** How many fields below section 2. */
  fields?: number;
  page?: string;
  edition?: number;
}

/** A standard of two sections: the scope in words, then clauses with a field each. */
function buildEdition({
  title,
  categoryPath = ['Concrete'],
  fields = 2,
  page = randomUUID(),
  edition = 1,
}: StandardInput): Edition {
  const clauses = Array.from({ length: fields }, (_, index) => `2.${index + 1}`);
  return {
    wiki: { standard_id: page, adopted_revision_id: randomUUID() },
    library_name: 'Test library',
    title,
    description: `About ${title}`,
    category_path: categoryPath,
    tag_ids: [],
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
    fields: clauses.map((address, index) =>
      field(address, `Value ${index + 1}`, {
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
  async createStandard(asked: StandardInput) {
    const page = asked.page ?? randomUUID();
    const { standard_id, revision } = await this.node.call(
      wikiService,
      'standards.adoptEdition',
      buildEdition({ ...asked, page }),
    );
    return { page, standardId: standard_id, revision };
  }

  async createProject(name = 'Harbour', as: Principal = lead): Promise<number> {
    return (await this.node.call(as, 'projects.create', { name })).id;
  }

  importStandard(
    id: number,
    standardId: number,
    more: { revisionId?: number; categoryId?: number } = {},
    as: Principal = lead,
  ) {
    return this.node.call(as, 'projects.standards.add', { id, action: 'import', standardId, ...more });
  }

  createDatasheet(projectId: number, standardId: number, name: string, as: Principal = editor) {
    return this.node.call(as, 'datasheets.create', { project_id: projectId, standard_id: standardId, name });
  }

  /** A project with one standard and this many datasheets, not yet published. */
  async createFilledProject(name: string, sheets = 1, fields = 2) {
    const standard = await this.createStandard({ title: `${name} standard`, fields });
    const projectId = await this.createProject(name);
    await this.importStandard(projectId, standard.standardId);
    const datasheetIds: number[] = [];
    for (let at = 1; at <= sheets; at += 1) {
      datasheetIds.push((await this.createDatasheet(projectId, standard.standardId, `Sheet ${at}`)).id);
    }
    return { projectId, datasheetIds, ...standard };
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
