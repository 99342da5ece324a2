/**
 * Tests that the JavaScript verifier, the Python verifier and the one-file verifier print the same for genuine files.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from '@jest/globals';
import fc from 'fast-check';
import { proveInclusion } from '../../../shared/proof-tree.ts';
import { skipIf } from '../../../test/skip-if.ts';
import { assertSameOutput, missingPythonVerifier, runJsVerifier } from '../../../test/world/verifiers.ts';
import {
  type ExportFile,
  GENERATED_KEYS,
  historyOf,
  proveShownPart,
} from '../export/generated-exports.fixture.ts';
import { listParts, textsOfParts } from './content-parts.ts';
import type { RevisionContent } from './revision-content.ts';

const PROJECTS = 12;
const SEED = 20_261_126;

/** The proof of one part of each kind that an export has, and of the first value of each datasheet shown. */
function proofsOf({ certificate, signature, content = '', datasheets }: ExportFile): object[] {
  const parsed: RevisionContent = JSON.parse(content);
  const parts = listParts(parsed);
  const texts = textsOfParts(parts);
  const prove = (index: number) => ({
    proof: { leaf: parts[index], ...proveInclusion(parsed.proof_seed, texts, index) },
    ...{ certificate, signature },
  });
  const kinds = [...new Set(parts.map(({ part }) => part))];
  return [
    ...kinds.map((kind) => prove(parts.findIndex(({ part }) => part === kind))),
    ...datasheets
      .filter(({ values }) => values.length > 0)
      .map((sheet) => ({
        ...prove(parts.findIndex((part) => part.part === 'datasheet' && part.datasheet.id === sheet.id)),
        value: proveShownPart(sheet, 1),
      })),
  ];
}

describe('the output of the verifiers for genuine files (H39)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verifier-output-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const histories = Array.from({ length: PROJECTS }, (_, at) =>
    fc.sample(historyOf(at + 1), { seed: SEED + at, numRuns: 1 }).flat(),
  );
  const write = (name: string, file: object): string => {
    writeFileSync(join(folder, name), JSON.stringify(file));
    return join(folder, name);
  };
  write('keys.json', GENERATED_KEYS);

  const bothVerifiers = skipIf(missingPythonVerifier());

  bothVerifiers.it(
    'is the same in JavaScript and Python for exports and their chain, whole and with one missing',
    () => {
      const files = histories.flatMap((history, project) =>
        history.map((file, at) => write(`export-${project}-${at}.json`, file)),
      );
      assert.match(assertSameOutput(files), /^CHAIN {2}\d+ links? verified$/m);
      const [first] = histories.flatMap((history, project) => (history.length > 2 ? [project] : []));
      const gap = [0, 2].map((at) => join(folder, `export-${first}-${at}.json`));
      assert.match(assertSameOutput(gap), /^ {2}not checked: revision 3 \(.*\) follows/m);
    },
  );

  bothVerifiers.it(
    'is the same in JavaScript and Python for proofs of every kind of part, and of values',
    () => {
      const proofs = histories.flatMap((history) => history.flatMap(proofsOf));
      const printed = assertSameOutput(proofs.map((proof, at) => write(`proof-${at}.json`, proof)));
      for (const kind of ['document', 'section', 'standard', 'field', 'datasheet', 'file', 'value', 'sheet'])
        assert.match(printed, new RegExp(`^ {2}${kind} `, 'm'));
    },
  );

  it('is the same of the verifier written as one file, alone in a folder, and so is a refusal', () => {
    const file = join(folder, 'alone', 'verifier.mjs');
    mkdirSync(join(folder, 'alone'));
    const written = spawnSync('npm', ['run', '--silent', 'verify-export:file', '--', file], {
      encoding: 'utf8',
    });
    assert.deepEqual([written.status, written.stdout, written.stderr], [0, `${file}\n`, '']);
    const [[genuine] = []] = histories;
    const keys = write('trusted.json', GENERATED_KEYS);
    const names = [
      write('genuine.json', genuine ?? {}),
      write('changed.json', { ...genuine, content: '{}' }),
    ];
    for (const name of names) {
      const args = [name, '--keys', keys];
      const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' });
      assert.deepEqual({ code: status, stdout, stderr }, runJsVerifier(args));
      assert.equal(status, name === names[0] ? 0 : 1, stderr);
    }
  });
});
