/** Writes findings as SARIF 2.1.0 (OASIS), which code scanning and editors read. Pure. */
import { type Finding, STANDARD_INPUT } from './finding.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** One run with the rules that were broken. */
export function toSarif(findings: readonly Finding[]): object {
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort();
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'spec', rules: rules.map((id) => ({ id })) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map(({ file, line, level, rule, message }) => ({
          ruleId: rule,
          ruleIndex: rules.indexOf(rule),
          level,
          message: { text: message },
          locations: [
            { physicalLocation: { artifactLocation: { uri: toUri(file) }, region: { startLine: line } } },
          ],
        })),
      },
    ],
  };
}

/** A path as a URI reference; a colon in its first part would read as a scheme. */
function toUri(file: string): string {
  if (file === STANDARD_INPUT) return 'stdin';
  return file.split('/').map(encodeURIComponent).join('/');
}
