/**
 * Reader of the parts of an OSCAL control: its statement as the text of the control and clauses below it,
 * other parts and links as notes, parameters as fields of the first clause that names them, else of the
 * control.
 */
import type { SourceObject } from '../source-object.ts';
import { createNode, type SourceNode } from '../source-outline.ts';
import { applyLabel, beginsWithLabel, isEnumerator, readProps } from './labels.ts';
import { addPropertyNotes, LINKS_HEADING } from './property-notes.ts';
import { joinParagraphs, nameWithTitle, type ProseContext, readPart, renderPart } from './prose.ts';

/** Parts that say what is required; all others explain or assess it. */
const STATEMENT_NAMES: readonly string[] = ['statement', 'item', 'requirement'];
/** Parts about assessment, which share one note. */
const ASSESSMENT_NAME = /^(?:assessment|objective)/;
const ASSESSMENT_HEADING = 'Assessment';

/** Reads the parts of one control into its node. */
export class ControlParts {
  readonly #context: ProseContext;
  readonly #nextPosition: () => number;
  /** The clause that names a parameter first. */
  readonly #clauseOf = new Map<string, SourceNode>();

  constructor(context: ProseContext, nextPosition: () => number) {
    this.#context = context;
    this.#nextPosition = nextPosition;
  }

  read(control: SourceObject, node: SourceNode): void {
    const { names, parameters, report } = this.#context;
    this.#readParts(control, node, true);
    const links = names.describeLinks(control, report);
    if (links.length > 0) this.#addNote(node.children, control, LINKS_HEADING).content = links.join('\n\n');
    for (const { id, field } of parameters.fieldsOf(control))
      (this.#clauseOf.get(id) ?? node).fields.push(field);
  }

  /** Clauses for the parts of a control or clause that say what is required, and behind them notes for the others. */
  #readParts(owner: SourceObject, node: SourceNode, isControl: boolean): void {
    const notes: SourceNode[] = [];
    let assessment: SourceNode | null = null;
    for (const part of owner.objects('parts')) {
      const name = part.text('name') ?? (isControl ? '' : 'item');
      if (STATEMENT_NAMES.includes(name)) this.#readStatement(part, node, isControl && name === 'statement');
      else if (ASSESSMENT_NAME.test(name)) {
        assessment ??= this.#addNote(notes, part, ASSESSMENT_HEADING);
        assessment.content = joinParagraphs([assessment.content, renderPart(part, this.#context)]);
      } else this.#readNote(part, name, notes);
    }
    for (const note of notes) node.children.push(note);
  }

  /** The first statement of a control is the text of the control itself; all others become clauses below it. */
  #readStatement(part: SourceObject, above: SourceNode, isWhole: boolean): void {
    const isFirst = isWhole && above.content === '' && above.children.length === 0;
    const node = isFirst ? above : createNode('clause', part.path, this.#nextPosition());
    if (!isFirst) above.children.push(node);
    this.#readClause(part, node);
  }

  #readClause(part: SourceObject, node: SourceNode): void {
    const { names, parameters, report } = this.#context;
    const { label, ...said } = readProps(part, report);
    const title = part.text('title') ?? '';
    // The statement of a control shares its element, whose number and heading are those of the control.
    const isOwn = node.heading === '' && node.sourceNumber === null && !node.label;
    if (isOwn && isEnumerator(label)) node.sourceNumber = label;
    if (isOwn) applyLabel(node, isEnumerator(label) ? null : label, title, null);
    const isSaid = isOwn || label === null || label === node.label || beginsWithLabel(node.heading, label);
    const rest = [
      isSaid ? '' : label,
      node.heading === title || node.heading.endsWith(` ${title}`) ? '' : title,
    ].filter((text) => text !== '');
    const lead = rest.length === 0 ? '' : `**${rest.join(' ')}**`;
    const prose = part.text('prose') ?? '';
    for (const id of parameters.idsIn(prose)) if (!this.#clauseOf.has(id)) this.#clauseOf.set(id, node);
    const own = parameters.render(prose, part.path).trim();
    node.content = joinParagraphs([lead, own, ...names.describeLinks(part, report)]);
    this.#readParts(part, node, false);
    addPropertyNotes(node, said, part.path, this.#nextPosition);
    part.skip('id', 'name', 'ns', 'class');
    part.reportRest(report);
  }

  #readNote(part: SourceObject, name: string, notes: SourceNode[]): void {
    const { title, prose, nested } = readPart(part, this.#context);
    const note = this.#addNote(notes, part, nameWithTitle(name, title));
    note.content = joinParagraphs([prose, nested]);
  }

  #addNote(notes: SourceNode[], owner: SourceObject, heading: string): SourceNode {
    const note = createNode('note', owner.path, this.#nextPosition());
    note.heading = heading;
    notes.push(note);
    return note;
  }
}
