/**
 * Text of an OSCAL part (`renderPart`): title, prose, links, and the parts inside it as a list. For
 * guidance, assessments and parts of groups; statements are in `control-parts.ts`. Also what the OSCAL
 * readers share (`ProseContext`): names, parameters and the report.
 */
import type { ReportChange } from '../import-change.ts';
import type { SourceObject } from '../source-object.ts';
import { readProps } from './labels.ts';
import type { ParameterTable } from './parameters.ts';
import type { ReferenceReader } from './references.ts';

/** Names and parameters for the text, and the report of changes. */
export interface ProseContext {
  parameters: ParameterTable;
  names: ReferenceReader;
  report: ReportChange;
}

/** `assessment-objective` as `Assessment objective`. */
export function capitaliseName(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The texts that are not empty, as paragraphs. */
export const joinParagraphs = (texts: readonly string[]): string =>
  texts.filter((text) => text !== '').join('\n\n');

/** A part as paragraphs: its name and title in bold, its prose, and the parts in it as a list. */
export function renderPart(part: SourceObject, context: ProseContext): string {
  const name = capitaliseName(part.text('name') ?? '');
  const { title, prose, nested } = readPart(part, context);
  const lead = [name, title].filter((text) => text !== '').join(' ');
  return joinParagraphs([lead === '' ? '' : `**${lead}**`, prose, nested]);
}

/** Title, text and parts of a part, the parts rendered as a list. */
export function readPart(
  part: SourceObject,
  context: ProseContext,
): { title: string; prose: string; nested: string } {
  const { label, method } = readProps(part, context.report, 'method');
  const title = [label, part.text('title'), method].filter((text) => text !== null && text !== '').join(' ');
  const own = context.parameters.render(part.text('prose') ?? '', part.path);
  const prose = joinParagraphs([own, ...context.names.describeLinks(part, context.report)]);
  const nested = part.objects('parts').map((inner) => renderItem(inner, context));
  part.skip('id', 'name', 'ns', 'class');
  part.reportRest(context.report);
  return { title, prose, nested: nested.filter((item) => item !== '').join('\n') };
}

/** A part as an item of a list; its further lines are indented below it. */
function renderItem(part: SourceObject, context: ProseContext): string {
  const { title, prose, nested } = readPart(part, context);
  const text = [[title, prose].filter((piece) => piece !== '').join(' '), nested]
    .filter((piece) => piece !== '')
    .join('\n');
  return text === '' ? '' : `- ${text.replaceAll(/\n(?!\n|$)/g, '\n  ')}`;
}
