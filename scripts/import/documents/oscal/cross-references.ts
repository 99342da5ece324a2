/**
 * Replaces the links in the texts of a catalogue that lead to a part of it, `[AC-2](#ac-2)`, since a standard has no
 * such anchors: by a link to the web where the target has such an address, else by the text of the link and the name
 * of the target.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../shared/rest-client/json.ts';
import type { ReportChange } from '../import-change.ts';
import { SourceObject } from '../source-object.ts';
import { findLabel } from './labels.ts';

interface Target {
  name: string;
  /** An address on the web. */
  href: string | null;
}

const LINK =
  /(!?)\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]\(\s*<?#([^\s<>()]+)>?(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/g;
const HTML_LINK = /(<a)\b[^<>]*\bhref\s*=\s*["']#([^"'<>]+)["'][^<>]*>([^<>]*)<\/a>/gi;
const WEB_ADDRESS = /^(?:https?|mailto|ftp):/i;
/** Members that are no text. */
const IDENTIFIERS: readonly string[] = ['id', 'uuid', 'href', 'ns', 'class', 'name', 'rel'];

/** A catalogue whose texts have no links to its own parts; each replacement is reported. */
export function replaceCrossReferences(file: JsonObject, report: ReportChange): JsonObject {
  const targets = new Map<string, Target>();
  collectTargets(file, targets);
  const replaced = replaceIn(file, '', targets, report);
  return isJsonObject(replaced) ? replaced : file;
}

function collectTargets(value: JsonValue, targets: Map<string, Target>): void {
  if (Array.isArray(value)) for (const item of value) collectTargets(item, targets);
  if (!isJsonObject(value)) return;
  const owner = new SourceObject(value, '');
  const id = owner.text('id') ?? owner.text('uuid');
  const name = findLabel(owner) ?? owner.text('title');
  if (id !== null && name !== null) {
    const links = owner.objects('rlinks').map((link) => link.text('href') ?? '');
    targets.set(id, { name, href: links.find((href) => WEB_ADDRESS.test(href)) ?? null });
  }
  for (const member of Object.values(value)) collectTargets(member, targets);
}

function replaceIn(
  value: JsonValue,
  path: string,
  targets: ReadonlyMap<string, Target>,
  report: ReportChange,
): JsonValue {
  if (Array.isArray(value))
    return value.map((item, index) => replaceIn(item, `${path}[${index}]`, targets, report));
  if (typeof value === 'string') return replaceLinks(value, path, targets, report);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const place = path === '' ? name : `${path}.${name}`;
      return [name, IDENTIFIERS.includes(name) ? member : replaceIn(member, place, targets, report)];
    }),
  );
}

function replaceLinks(
  text: string,
  source: string,
  targets: ReadonlyMap<string, Target>,
  report: ReportChange,
): string {
  if (!text.includes('#')) return text;
  const replace = (from: string, shown: string, id: string, isImage = false): string => {
    const to = toText(shown.trim(), targets.get(id), isImage ? '!' : '');
    report({ rule: 'reference-replaced', source, address: null, from, to });
    return to;
  };
  return text
    .replace(LINK, (from: string, mark: string, shown: string, id: string) =>
      replace(from, shown, id, mark === '!'),
    )
    .replace(HTML_LINK, (from: string, _: string, id: string, shown: string) => replace(from, shown, id));
}

function toText(shown: string, target: Target | undefined, mark: '!' | ''): string {
  if (target === undefined) return shown;
  const text = shown === '' ? target.name : shown;
  if (target.href !== null)
    return `${mark}[${text}](${/[\s()<>]/.test(target.href) ? `<${target.href}>` : target.href})`;
  // AU-02 and AU-2 are one name.
  const [said = '', name = ''] = [text, target.name].map((one) =>
    one.toLowerCase().replace(/\b0+(?=\d)/g, ''),
  );
  return said.includes(name) || name.includes(said) ? text : `${text} (${target.name})`;
}
