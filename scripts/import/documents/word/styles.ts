/** Styles of a Word file: what a paragraph is by the name of its style, its outline level, and its list. */
import { elementOf, elementsOf, type XmlElement } from '../xml/xml-tree.ts';
import { valOf } from './numbering.ts';
import { type ParagraphRole, roleOfStyle } from './style-roles.ts';

interface Style {
  name: string;
  basedOn: string | null;
  numId: string | null;
  level: string | null;
  outlineLevel: string | null;
}

/** What the styles say of a paragraph. */
export interface StyleOfParagraph {
  /** The style and those that it is based on, itself first. */
  ids: string[];
  role: ParagraphRole | null;
  /** From 0; null for body text. */
  outlineLevel: number | null;
  numId: string | null;
  level: number | null;
}

/** Levels of the outline; the tenth means body text. */
const OUTLINE_LEVELS = 9;
const MAX_CHAIN = 20;

export class Styles {
  readonly #styles = new Map<string, Style>();
  #default: string | null = null;

  /** @param root the part `word/styles.xml`; null where there is none */
  constructor(root: XmlElement | null) {
    for (const style of root === null ? [] : elementsOf(root, 'style')) {
      const { styleId = '', type, default: isDefault } = style.attributes;
      if (type !== undefined && type !== 'paragraph') continue;
      if (isDefault === '1' || isDefault === 'true') this.#default = styleId;
      const properties = elementOf(style, 'pPr');
      const numbers = elementOf(properties, 'numPr');
      this.#styles.set(styleId, {
        name: valOf(style, 'name') ?? styleId,
        basedOn: valOf(style, 'basedOn'),
        numId: valOf(numbers, 'numId'),
        level: valOf(numbers, 'ilvl'),
        outlineLevel: valOf(properties, 'outlineLvl'),
      });
    }
  }

  /** What a style and those that it is based on say. */
  find(styleId: string | null): StyleOfParagraph {
    const ids: string[] = [];
    for (let id = styleId ?? this.#default; id !== null && ids.length < MAX_CHAIN && !ids.includes(id); )
      id = this.#styles.get(ids[ids.push(id) - 1] ?? '')?.basedOn ?? null;
    const chain = ids.flatMap((id) => this.#styles.get(id) ?? []);
    const first = (read: (style: Style) => string | null): string | null =>
      chain.map(read).find((value) => value !== null) ?? null;
    const outline = Number(first(({ outlineLevel }) => outlineLevel) ?? OUTLINE_LEVELS);
    const names = [...ids, ...chain.map(({ name }) => name)];
    const role =
      chain.length === 0
        ? names.map(roleOfStyle)
        : ids.flatMap((id) => [roleOfStyle(this.#styles.get(id)?.name ?? id), roleOfStyle(id)]);
    const level = first((style) => style.level);
    return {
      ids,
      role: role.find((one) => one !== null) ?? null,
      outlineLevel: outline < OUTLINE_LEVELS ? outline : null,
      numId: first((style) => style.numId),
      level: level === null ? null : Number(level),
    };
  }
}
