/** Tests of the output of `spec check`: lines, workflow commands and SARIF. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { checkText } from './check-text.ts';
import type { Finding } from './finding.ts';
import { writeFindings } from './formats.ts';

const FINDING: Finding = {
  file: 'a b/10%,x:y.md',
  line: 3,
  level: 'error',
  rule: 'missing-parent',
  message: '100 %:\nno\u001b[31m parent',
};

describe('the findings of spec check', () => {
  it('are lines that a terminal does not obey', () => {
    const text = writeFindings([FINDING], 'text');
    assert.equal(text, 'a b/10%,x:y.md:3: error: missing-parent: 100 %:\ufffdno\ufffd[31m parent\n');
  });

  it('are commands of a workflow, one line each, whatever is in them', () => {
    const text = writeFindings([FINDING], 'github');
    assert.equal(
      text,
      '::error file=a b/10%25%2Cx%3Ay.md,line=3,title=missing-parent::100 %25:%0Ano\u001b[31m parent\n',
    );
  });

  it('are one SARIF document, with each rule once and paths as URIs', () => {
    const second: Finding = { ...FINDING, level: 'warning', file: 'b.md' };
    const { version, runs } = JSON.parse(writeFindings([FINDING, second], 'sarif'));
    assert.equal(version, '2.1.0');
    const [{ tool, results }] = runs;
    assert.deepEqual(tool.driver, { name: 'spec', rules: [{ id: 'missing-parent' }] });
    assert.deepEqual(
      results.map((row: { level: string; ruleIndex: number; locations: object[] }) => [
        row.level,
        row.ruleIndex,
        row.locations,
      ]),
      [
        [
          'error',
          0,
          [
            {
              physicalLocation: {
                artifactLocation: { uri: 'a%20b/10%25%2Cx%3Ay.md' },
                region: { startLine: 3 },
              },
            },
          ],
        ],
        [
          'warning',
          0,
          [{ physicalLocation: { artifactLocation: { uri: 'b.md' }, region: { startLine: 3 } } }],
        ],
      ],
    );
    assert.deepEqual(JSON.parse(writeFindings([], 'sarif')).runs[0].results, []);
  });

  it('name a marker of a conflict and a text that is too long for the service', () => {
    const conflict = checkText(
      'a.md',
      '# 1 A\n\n<<<<<<< mine: your text\n\n1.1 x\n\n=======\n\n1.1 y\n\n>>>>>>> server: saved at 12\n',
    );
    assert.deepEqual(
      conflict.findings.map(({ rule, line }) => [rule, line]),
      [
        ['conflict-marker', 3],
        ['conflict-marker', 11],
      ],
      'the clause that is there twice is no finding of its own',
    );
    const long = checkText('a.md', `# 1 A\n\n${'😀'.repeat(1_000_000)}`);
    assert.deepEqual([long.errorCount, long.findings[0]?.rule], [1, 'text-too-long']);
  });
});
