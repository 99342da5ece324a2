/**
 * Reader of the references of an OSCAL catalogue: collects the names of controls and resources by id,
 * writes links as lines of text with these names, and reads the back matter as a section of notes.
 */
import type { ReportChange } from '../import-change.ts';
import type { SourceObject } from '../source-object.ts';
import { createNode, type SourceNode } from '../source-outline.ts';
import { describeProps } from './labels.ts';

const REFERENCES_HEADING = 'References';

/** Titles of common relations; others are printed unchanged. */
const RELATIONS: Readonly<Record<string, string>> = {
  reference: 'References',
  related: 'Related controls',
  required: 'Required controls',
  'incorporated-into': 'Incorporated into',
  'moved-to': 'Moved to',
};

/** Reads the references of one catalogue, with the names of its controls and resources by id. */
export class ReferenceReader {
  readonly #names = new Map<string, string>();

  add(id: string | null, name: string | null): void {
    if (id !== null && name !== null) this.#names.set(id, name);
  }

  /** Adds the titles of the back matter. */
  addResources(catalog: SourceObject): void {
    for (const resource of catalog.object('back-matter')?.objects('resources') ?? [])
      this.add(resource.text('uuid'), resource.text('title'));
  }

  /** The lines about the links of an object, one for each relation. */
  describeLinks(owner: SourceObject, report: ReportChange): string[] {
    const names = new Map<string, string[]>();
    for (const link of owner.objects('links')) {
      const href = link.text('href') ?? '';
      const text = link.text('text');
      const target = href.replace(/^#/, '');
      const name = this.#names.get(target) ?? target;
      const relation = link.text('rel') ?? 'link';
      const shown = RELATIONS[relation] ?? relation;
      names.set(shown, [...(names.get(shown) ?? []), text === null ? name : `${text} (${name})`]);
      link.reportRest(report);
    }
    return [...names].map(([relation, list]) => `${relation}: ${list.join(', ')}`);
  }

  /** The resources of the back matter as a section of notes; none without resources. */
  readBackMatter(catalog: SourceObject, nextPosition: () => number, report: ReportChange): SourceNode[] {
    const backMatter = catalog.object('back-matter');
    if (backMatter === null) return [];
    const section = createNode('section', backMatter.path, nextPosition());
    section.heading = REFERENCES_HEADING;
    section.children = backMatter.objects('resources').map((resource) => {
      const node = createNode('note', resource.path, nextPosition());
      const id = resource.text('uuid') ?? '';
      node.heading = resource.text('title') ?? id;
      node.content = readResource(resource, report);
      return node;
    });
    backMatter.reportRest(report);
    return section.children.length === 0 ? [] : [section];
  }
}

/** Citation, description, URLs, remarks and properties of a resource. */
function readResource(resource: SourceObject, report: ReportChange): string {
  const said = describeProps(resource, report);
  const citation = resource.object('citation');
  const links = resource.objects('rlinks').map((link) => {
    const href = link.text('href') ?? '';
    link.skip('media-type');
    link.reportRest(report);
    return href;
  });
  const texts = [
    citation?.text('text') ?? null,
    resource.text('description'),
    ...links,
    resource.text('remarks'),
    ...said,
  ];
  citation?.reportRest(report);
  resource.reportRest(report);
  return texts.filter((text) => text !== null && text !== '').join('\n\n');
}
