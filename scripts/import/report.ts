/**
 * Report of an import as lines of text and as one JSON object: size, changes by rule, warnings, and the
 * resulting standard.
 */
import { formatCount } from '../console/progress.ts';
import { CHANGE_RULES, type DocumentWarning, type ImportChange } from './documents/import-change.ts';
import type { DocumentFormat, ReadDocument } from './documents/read-document.ts';
import { quoteStart } from './quote-start.ts';
import type { SentDocument } from './send-document.ts';

const MAX_SHOWN = 5;
const MAX_NAMES = 30;
/** Changes of which there are many alike: what was left out is listed by name and number. */
const COUNTED_BY_NAME: readonly ImportChange['rule'][] = ['left-out', 'property-noted', 'cell-doubtful'];
const FORMAT_NAMES: Readonly<Record<DocumentFormat, string>> = {
  markdown: 'Markup',
  json: 'JSON',
  oscal: 'OSCAL catalogue',
  specsintact: 'SpecsIntact section',
  csv: 'List (CSV)',
  xlsx: 'List (Excel)',
  docx: 'Word document',
  ids: 'IDS',
  reqif: 'ReqIF',
};

/** All of an import as one object; `standard` is null for a dry run. */
export function toJsonReport(
  name: string,
  { format, document, changes, images }: ReadDocument,
  outcome: SentDocument | null,
): object {
  return {
    format,
    name,
    element_count: document.elements.length,
    field_count: document.fields.length,
    image_count: images.length,
    changes,
    warnings: document.warnings,
    standard: outcome && {
      id: outcome.id,
      resumed: outcome.resumed,
      content_hash: outcome.contentHash,
      revision: outcome.revision,
      notices: outcome.notices,
    },
  };
}

/** Size, changes and warnings of the document, in lines. */
export function describeDocument(
  name: string,
  { format, document, changes, images }: ReadDocument,
): string[] {
  const { elements, fields } = document;
  const size = [
    formatCount(elements.length, 'element'),
    formatCount(fields.length, 'field'),
    ...(images.length > 0 ? [formatCount(images.length, 'image')] : []),
  ].join(', ');
  const lines = [`${FORMAT_NAMES[format]} ${JSON.stringify(name)}: ${size}.`];
  const warnings = describeWarnings(document.warnings);
  if (changes.length === 0) return [...lines, 'Nothing had to be changed.', ...warnings];
  lines.push(`Changed, ${changes.length.toLocaleString('en')} in all (--json lists each):`);
  for (const [rule, group = []] of Map.groupBy(changes, ({ rule }) => rule)) {
    lines.push(`  ${rule} × ${group.length.toLocaleString('en')}: ${CHANGE_RULES[rule]}`);
    lines.push(...(COUNTED_BY_NAME.includes(rule) ? countByName(group) : listFirst(group)));
  }
  return [...lines, ...warnings];
}

const listFirst = (group: readonly ImportChange[]): string[] => [
  ...group.slice(0, MAX_SHOWN).map((change) => `    ${describeChange(change)}`),
  ...(group.length > MAX_SHOWN ? [`    … and ${(group.length - MAX_SHOWN).toLocaleString('en')} more`] : []),
];

/** A line for each name, the most frequent ones first, with its first place. */
function countByName(group: readonly ImportChange[]): string[] {
  const byName = [...Map.groupBy(group, nameOf)].sort(([, a], [, b]) => b.length - a.length);
  const lines = byName.slice(0, MAX_NAMES).map(([name, changes]) => {
    const [first] = changes;
    return `    ${name} × ${changes.length.toLocaleString('en')}${first === undefined ? '' : `: ${describeChange(first)}`}`;
  });
  return byName.length > MAX_NAMES ? [...lines, `    … and ${byName.length - MAX_NAMES} more names`] : lines;
}

const nameOf = ({ name, source }: ImportChange): string =>
  name ?? source.slice(source.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '');

/** The standard on the service after the import, and what is to be known of it, in lines. */
export function describeOutcome({ id, resumed, contentHash, revision, notices }: SentDocument): string[] {
  const state = revision === null ? 'working copy' : `revision ${revision.code}`;
  const earlier = resumed ? ', from an earlier import' : '';
  return [`Standard ${id}, ${state}${earlier}, content hash ${contentHash}`, ...notices];
}

/** Styles of which nothing is known, in lines. */
export const describeStyles = (styles: readonly { name: string; count: number }[]): string[] =>
  styles.length === 0
    ? []
    : [
        'Styles without a role, whose paragraphs are text (--styles FILE gives them one):',
        ...styles.slice(0, MAX_NAMES).map(({ name, count }) => `  ${name} × ${count.toLocaleString('en')}`),
      ];

function describeWarnings(warnings: readonly DocumentWarning[]): string[] {
  const shown = warnings
    .slice(0, MAX_SHOWN)
    .map(({ address, message }) => `Warning at ${address}: ${message}`);
  return warnings.length > MAX_SHOWN
    ? [...shown, `… and ${warnings.length - MAX_SHOWN} more warnings`]
    : shown;
}

function describeChange({ source, address, from, to }: ImportChange): string {
  const place = address === null ? source : `${source} (${address})`;
  if (to === null) return `${place}: ${quoteStart(from ?? '')}`;
  return from === null ? `${place}: ${quoteStart(to)}` : `${place}: ${quoteStart(from)} → ${quoteStart(to)}`;
}
