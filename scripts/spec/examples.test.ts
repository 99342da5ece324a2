/** Tests that the examples of checks in `examples/` call `spec` as it is. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from '@jest/globals';
import { load } from 'js-yaml';
import { runSpec } from './run-spec.ts';
import type { Terminal } from './terminal.ts';

const BAD = '# Heading\n';

/** The command lines of `spec` in a file, with standard input in place of the files that it names. */
function commandsIn(file: string): string[][] {
  const text = readFileSync(`examples/check-specifications/${file}`, 'utf8');
  const lines: string[] = [];
  JSON.stringify(load(text), (name, value: unknown) => {
    if ((name === 'run' || name === 'entry') && typeof value === 'string') lines.push(value);
    return value;
  });
  return lines.flatMap((line) => {
    const [, words] = /(?:^|npx )spec ([^>|]*)/.exec(line) ?? [];
    return words === undefined
      ? []
      : [
          [
            ...words
              .trim()
              .split(' ')
              .filter((word) => !word.includes('*')),
            '-',
          ],
        ];
  });
}

it('the workflow and the hook fail for a specification with an error, in the format that they read', async () => {
  const outputs: string[] = [];
  const terminal: Terminal = {
    folder: '.',
    env: {},
    print: (line) => void outputs.push(line),
    write: (text) => void outputs.push(text),
    note: (line) => void outputs.push(line),
    ask: async () => '',
    readInput: async () => BAD,
  };
  const commands = ['github-workflow.yml', 'pre-commit-config.yaml'].flatMap(commandsIn);
  assert.equal(commands.length, 3);
  for (const words of commands) assert.equal(await runSpec(words, terminal), 1, words.join(' '));
  const [github = '', sarif = '', text = ''] = outputs;
  assert.match(github, /^::error file=/);
  assert.equal(JSON.parse(sarif).version, '2.1.0');
  assert.match(text, /^<stdin>:1: error: heading-without-address/);
});
