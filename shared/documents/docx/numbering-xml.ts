/**
 * `word/numbering.xml`: multi-level definitions whose levels show the whole address, and the lists of a plan. The
 * writer of the document knows lists that override all levels alike, and no others.
 */
import type { NumberedList } from './numbering-plan.ts';

const WORD_LEVELS = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** @param lists by their `w:numId` */
export function numberingXml(lists: ReadonlyMap<number, NumberedList>): string {
  const count = Math.max(0, ...[...lists.values()].map(({ definition }) => definition)) + 1;
  const deep = new Map<string, number>();
  for (const { prefix } of lists.values())
    if (prefix !== null && !deep.has(prefix)) deep.set(prefix, count + deep.size);
  const outline = WORD_LEVELS.map((level) =>
    levelXml(
      level,
      WORD_LEVELS.slice(0, level + 1)
        .map((at) => `%${at + 1}`)
        .join('.'),
    ),
  );
  const definitions = [
    ...Array.from({ length: count }, (_, id) => definitionXml(id, 'multilevel', outline)),
    ...[...deep].map(([prefix, id]) => definitionXml(id, 'singleLevel', [levelXml(0, `${prefix}.%1`)])),
  ];
  const instances = [...lists].map(([id, { starts, definition: own, prefix }]) => {
    const overrides = starts.map(
      (start, level) =>
        `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride>`,
    );
    const definition = prefix === null ? own : deep.get(prefix);
    return `<w:num w:numId="${id}"><w:abstractNumId w:val="${definition}"/>${overrides.join('')}</w:num>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    `<w:numbering xmlns:w="${NAMESPACE}">`,
    ...definitions,
    ...instances,
    '</w:numbering>',
  ].join('');
}

const definitionXml = (id: number, type: 'multilevel' | 'singleLevel', levels: readonly string[]): string =>
  `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="${type}"/>${levels.join('')}</w:abstractNum>`;

/** @param text made of digits, dots and places of numbers */
const levelXml = (level: number, text: string): string =>
  `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:suff w:val="space"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="0" w:firstLine="0"/></w:pPr></w:lvl>`;
