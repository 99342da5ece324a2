/**
 * Reads the styles of a Word file: the role of a paragraph by the name of its style, its outline level, and its list.
 * The user's `--styles` file overrides the built-in mapping.
 */
import { UsageError } from '../../../console/command-line.ts';
import { elementOf, elementsOf, type XmlElement } from '../xml/xml-tree.ts';
import { valOf } from './numbering.ts';
import type { StyleFile } from './style-file.ts';
import { type ParagraphRole, plainStyleName, roleOfStyle } from './style-roles.ts';

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
  /** Their ids and names, in lower case without blanks. */
  names: string[];
  role: ParagraphRole | null;
  /** Level in the outline from 0; null for body text. */
  outlineLevel: number | null;
  numId: string | null;
  level: number | null;
}

/** Levels of the outline; the tenth means body text. */
const OUTLINE_LEVELS = 9;
const MAX_CHAIN = 20;

export class Styles {
  readonly #styles = new Map<string, Style>();
  readonly #roles: StyleFile;
  readonly #characters = new Map<string, string>();
  #default: string | null = null;

  /**
   * @param root the part `word/styles.xml`; null where there is none
   * @param roles those of the user's `--styles` file, which come before the built-in mapping
   * @throws UsageError for a style in that file that the Word file does not have
   */
  constructor(root: XmlElement | null, roles: StyleFile = new Map()) {
    this.#roles = roles;
    for (const style of root === null ? [] : elementsOf(root, 'style')) {
      const { styleId = '', type, default: isDefault } = style.attributes;
      if (type === 'character')
        this.#characters.set(styleId, plainStyleName(valOf(style, 'name') ?? styleId));
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
    const names = [...this.#styles].flatMap(([id, { name }]) => [plainStyleName(id), plainStyleName(name)]);
    const [, unknown] = [...roles].find(([name]) => !names.includes(name)) ?? [];
    if (unknown === undefined) return;
    const own = Array.from(this.#styles.values(), ({ name }) => name).join(', ');
    throw new UsageError(`--styles: the Word file has no style ${unknown.name}. It has ${own}.`);
  }

  /** The name of a style, or of the one that paragraphs without a style have. */
  nameOf(styleId: string | null): string {
    const id = styleId ?? this.#default ?? '';
    return this.#styles.get(id)?.name ?? id;
  }

  /** The name of a style of characters, in lower case without blanks. */
  nameOfCharacters(styleId: string): string {
    return this.#characters.get(styleId) ?? plainStyleName(styleId);
  }

  /** The role in the user's `--styles` file, null for text; undefined where it has none of these styles. */
  #roleFromStyleFile(ids: readonly string[]): ParagraphRole | null | undefined {
    for (const id of ids)
      for (const name of [plainStyleName(this.#styles.get(id)?.name ?? id), plainStyleName(id)])
        if (this.#roles.has(name)) return this.#roles.get(name)?.role ?? null;
    return undefined;
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
    const given = this.#roleFromStyleFile(ids);
    return {
      ids,
      names: names.map(plainStyleName),
      role: given === undefined ? (role.find((one) => one !== null) ?? null) : given,
      // A style mapped to text is never a heading.
      outlineLevel: outline < OUTLINE_LEVELS && given !== null ? outline : null,
      numId: first((style) => style.numId),
      level: level === null ? null : Number(level),
    };
  }
}
