/** Writes findings as lines for people, as commands of a GitHub workflow, or as SARIF (`sarif.ts`). Pure. */
import type { Finding } from './finding.ts';
import { toSarif } from './sarif.ts';

export const FORMATS = ['text', 'github', 'sarif'] as const;
export type Format = (typeof FORMATS)[number];

export function writeFindings(findings: readonly Finding[], format: Format): string {
  if (format === 'sarif') return `${JSON.stringify(toSarif(findings), null, 2)}\n`;
  return findings
    .map((finding) => `${format === 'github' ? toWorkflowCommand(finding) : toLine(finding)}\n`)
    .join('');
}

const toLine = ({ file, line, level, rule, message }: Finding): string =>
  withoutControls(`${file}:${line}: ${level}: ${rule}: ${message}`);

/** A terminal must not obey the text of a document. */
const withoutControls = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');

function toWorkflowCommand({ file, line, level, rule, message }: Finding): string {
  const properties = { file, line: String(line), title: rule };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${level} ${list.join(',')}::${escapeData(message)}`;
}

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
