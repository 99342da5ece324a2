import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, it } from '@jest/globals';
import { skipIf } from '../../../../test/skip-if.ts';
import {
  type FileSet,
  firstVerdict,
  missingSecondVerifier,
  REASONS,
  secondVerdicts,
} from '../../../../test/world/verifiers.ts';

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const read = (name: string) => JSON.parse(readFileSync(at(name), 'utf8'));
const bytesOf = (file: unknown): Buffer => Buffer.from(JSON.stringify(file));

/** Issued under the first schema: three projects with their exports in order, and proofs of a clause and a value. */
const KEYS: object = read('keys.json');
const HISTORIES: FileSet[] = ['history-1.json', 'history-2.json', 'history-3.json'].map((name) =>
  read(name).map(bytesOf),
);
const PROOFS: Buffer[] = read('proofs.json').map(bytesOf);
const FILES = [...HISTORIES.flat(), ...PROOFS];

/** Every hundredth byte changed in its lowest bit. */
const changesOf = (bytes: Uint8Array): FileSet[] =>
  Array.from({ length: Math.floor(bytes.length / 100) }, (_, place) => {
    const changed = Buffer.from(bytes);
    changed[place * 100] = (changed[place * 100] ?? 0) ^ 1;
    return [changed];
  });

describe('what the first schema signed (P12)', () => {
  it('verifies, alone, as chains and as proofs', () => {
    assert.equal(FILES.length, 12);
    for (const file of FILES) assert.equal(firstVerdict([file], KEYS), 'verified');
    for (const files of HISTORIES) assert.equal(firstVerdict(files, KEYS), 'verified');
  });

  it('is no file of the second schema: a value beside the proof is an unexpected member', () => {
    const [first] = read('proofs.json');
    assert.equal(firstVerdict([bytesOf({ ...first, value: first.clause })], KEYS), 'unexpected-member');
  });

  skipIf(missingSecondVerifier()).it('both verifiers agree on it, and on what is changed in it (H39)', () => {
    const sets: FileSet[] = [...FILES.map((file) => [file]), ...HISTORIES, ...FILES.flatMap(changesOf)];
    const verdicts = sets.map((files) => firstVerdict(files, KEYS));
    assert.deepEqual(secondVerdicts(sets, at('keys.json')), verdicts);
    const refused = verdicts.filter((verdict) => REASONS.has(verdict) && verdict !== 'malformed');
    assert.ok(refused.length > 500);
    assert.equal(
      verdicts.length - refused.length,
      verdicts.filter((verdict) => verdict === 'verified').length,
    );
  });
});
