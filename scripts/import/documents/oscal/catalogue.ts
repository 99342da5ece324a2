/**
 * Reader of OSCAL catalogues (model 1.x: catalog, group, control, part). Groups become sections; controls
 * and statement items clauses; other parts and links of controls, and the back matter, notes; parameters
 * fields of their group, or of the first clause of the control that names them. Gives a source outline.
 */
import type { JsonObject } from '../../../../shared/rest-client/json.ts';
import { type ReportChange, UnusableDocumentError } from '../import-change.ts';
import { SourceObject } from '../source-object.ts';
import { createNode, type SourceDocument, type SourceNode } from '../source-outline.ts';
import { ControlParts } from './control-parts.ts';
import { replaceCrossReferences } from './cross-references.ts';
import { applyLabel, findLabel, readProps } from './labels.ts';
import { ParameterTable } from './parameters.ts';
import { addPropertyNotes } from './property-notes.ts';
import { joinParagraphs, type ProseContext, renderPart } from './prose.ts';
import { ReferenceReader } from './references.ts';

const PARAMETERS_HEADING = 'Parameters';

/**
 * Reads a catalogue.
 * @throws UnusableDocumentError when the file has none
 */
export function readCatalogue(file: JsonObject, report: ReportChange): SourceDocument {
  const root = new SourceObject(replaceCrossReferences(file, report), '');
  const catalog = root.object('catalog');
  if (catalog === null) throw new UnusableDocumentError('The file has no member "catalog".');
  root.skip('$schema');
  root.reportRest(report);
  return new CatalogueReader(report).read(catalog);
}

class CatalogueReader {
  readonly #context: ProseContext;
  #positions = 0;
  readonly #nextPosition = (): number => this.#positions++;

  constructor(report: ReportChange) {
    this.#context = { parameters: new ParameterTable(report), names: new ReferenceReader(), report };
  }

  read(catalog: SourceObject): SourceDocument {
    const { names, parameters, report } = this.#context;
    const about = describeCatalogue(catalog, report);
    // Prose names parameters, controls and resources that may come later, so they are read first.
    names.addResources(catalog);
    this.#readNames(catalog);
    const nodes: SourceNode[] = [];
    const fields = parameters.fieldsOf(catalog).map(({ field }) => field);
    if (fields.length > 0) {
      const section = createNode('section', `${catalog.path}.params`, this.#nextPosition());
      section.heading = PARAMETERS_HEADING;
      section.fields = fields;
      nodes.push(section);
    }
    for (const child of this.#readChildren(catalog, null)) nodes.push(child);
    nodes.push(...names.readBackMatter(catalog, this.#nextPosition, report));
    catalog.skip('uuid');
    catalog.reportRest(report);
    return { ...about, nodes };
  }

  /** Registers the parameters and the names of everything below an owner. */
  #readNames(owner: SourceObject): void {
    const { names, parameters } = this.#context;
    parameters.read(owner);
    names.add(owner.text('id'), findLabel(owner) ?? owner.text('title'));
    for (const below of [...owner.objects('groups'), ...owner.objects('controls')]) this.#readNames(below);
  }

  #readChildren(owner: SourceObject, label: string | null): SourceNode[] {
    return [
      ...owner.objects('groups').map((group) => this.#readGroup(group, label)),
      ...owner.objects('controls').map((control) => this.#readControl(control, label)),
    ];
  }

  #readGroup(group: SourceObject, parentLabel: string | null): SourceNode {
    const { names, parameters, report } = this.#context;
    const node = createNode('section', group.path, this.#nextPosition());
    const { label, ...said } = readProps(group, report);
    applyLabel(node, label, group.text('title') ?? group.text('id') ?? '', parentLabel);
    const parts = group.objects('parts').map((part) => renderPart(part, this.#context));
    node.content = joinParagraphs([...parts, ...names.describeLinks(group, report)]);
    node.fields = parameters.fieldsOf(group).map(({ field }) => field);
    node.children = this.#readChildren(group, label);
    addPropertyNotes(node, said, group.path, this.#nextPosition);
    group.skip('id', 'class');
    group.reportRest(report);
    return node;
  }

  #readControl(control: SourceObject, parentLabel: string | null): SourceNode {
    const { report } = this.#context;
    const node = createNode('clause', control.path, this.#nextPosition());
    const { label, isWithdrawn, ...said } = readProps(control, report, 'status');
    applyLabel(node, label ?? control.text('id'), control.text('title') ?? '', parentLabel);
    if (isWithdrawn) node.heading = `${node.heading} (withdrawn)`;
    new ControlParts(this.#context, this.#nextPosition).read(control, node);
    addPropertyNotes(node, said, control.path, this.#nextPosition);
    for (const child of this.#readChildren(control, label)) node.children.push(child);
    control.skip('id', 'class');
    control.reportRest(report);
    return node;
  }
}

/** Title and description from the metadata; the rest of it is reported. */
function describeCatalogue(
  catalog: SourceObject,
  report: ReportChange,
): Pick<SourceDocument, 'title' | 'description'> {
  const metadata = catalog.object('metadata');
  if (metadata === null) return { title: '', description: '' };
  const title = metadata.text('title') ?? '';
  const lines = [
    ['Version', metadata.text('version')],
    ['Published', metadata.text('published')],
    ['Last modified', metadata.text('last-modified')],
    ['OSCAL version', metadata.text('oscal-version')],
    ['Remarks', metadata.text('remarks')],
  ].flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  metadata.reportRest(report);
  return { title, description: lines.join('\n') };
}
