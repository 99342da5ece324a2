/**
 * Text of an OSCAL part (`renderPart`): title, prose, links, and the parts inside it as a list. For
 * guidance, assessments and parts of groups; statements are in `control-parts.ts`. Also what the OSCAL
 * readers share (`ProseContext`): names, parameters and the report.
 */
import type { ReportChange } from '../import-change.ts';
import type { SourceObject } from '../source-object.ts';
import { beginsWithLabel, capitaliseName, readProps } from './labels.ts';
import type { ParameterTable } from './parameters.ts';
import type { ReferenceReader } from './references.ts';

/** Names and parameters for the text, and the report of changes. */
export interface ProseContext {
  parameters: ParameterTable;
  names: ReferenceReader;
  report: ReportChange;
}

/** The name of a part and its title, such as `Footnote: On boards`; the title alone where it begins with the name. */
export function nameWithTitle(name: string, title: string): string {
  const shown = capitaliseName(name);
  if (shown === '' || title === '') return shown + title;
  return beginsWithLabel(title, shown) ? title : `${shown}: ${title}`;
}

/** The texts that are not empty, as paragraphs. */
export const joinParagraphs = (texts: readonly string[]): string => joinTexts(texts, '\n\n');

/** A part as paragraphs: its name and title in bold, its prose, and the parts in it as a list. */
export function renderPart(part: SourceObject, context: ProseContext): string {
  const { title, prose, nested } = readPart(part, context);
  const lead = nameWithTitle(part.text('name') ?? '', title);
  return joinParagraphs([lead === '' ? '' : `**${lead}**`, prose, nested]);
}

/** Title, text and parts of a part, the parts rendered as a list. */
export function readPart(
  part: SourceObject,
  context: ProseContext,
): { title: string; prose: string; nested: string } {
  const { label, method, properties, remarks } = readProps(part, context.report, 'method');
  const title = [label, part.text('title'), method].filter((text) => text !== null && text !== '').join(' ');
  const own = context.parameters.render(part.text('prose') ?? '', part.path);
  const prose = joinParagraphs([
    own,
    ...properties,
    ...remarks,
    ...context.names.describeLinks(part, context.report),
  ]);
  const name = part.text('name');
  const nested = part.objects('parts').map((inner) => renderItem(inner, name, context));
  part.skip('id', 'ns', 'class');
  part.reportRest(context.report);
  return { title, prose, nested: nested.filter((item) => item !== '').join('\n') };
}

/**
 * A part as an item of a list, with its name in bold where it says something; its further lines are indented
 * below it.
 * @param nameAbove the name of the part around it: an objective of an objective is not named again
 */
function renderItem(part: SourceObject, nameAbove: string | null, context: ProseContext): string {
  const { title, prose, nested } = readPart(part, context);
  const name = part.text('name') ?? '';
  const isNamed = name !== '' && name !== 'item' && name !== nameAbove;
  const lead = isNamed ? `**${nameWithTitle(name, title)}**` : title;
  const text = joinTexts([joinTexts([lead, prose], ' '), nested], '\n');
  return text === '' ? '' : `- ${text.replaceAll(/\n(?!\n|$)/g, '\n  ')}`;
}

const joinTexts = (texts: readonly string[], separator: string): string =>
  texts.filter((text) => text !== '').join(separator);
