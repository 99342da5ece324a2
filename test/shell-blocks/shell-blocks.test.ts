/** Tests that the shell commands of the pages can be pasted into bash and zsh. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import { skipIf } from '../skip-if.ts';
import { findZshHazards } from './zsh-hazards.ts';

const PAGES = globSync('**/*.md', { exclude: ['**/node_modules/**', 'test/corpora/**', 'data/**'] }).sort();

interface Block {
  readonly place: string;
  readonly commands: string;
}

/** The blocks of shell commands of a page, each with its place. */
function shellBlocks(page: string): Block[] {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(/^( *)(`{3,})(?:sh|bash|shell|zsh|console)\n(.*?)^ *\2$/gms)].map((match) => ({
    place: `${page}:${text.slice(0, match.index).split('\n').length}`,
    commands: match[3] ?? '',
  }));
}

const blocks = PAGES.flatMap(shellBlocks);

describe('commands of the pages', () => {
  it('can be pasted into an interactive zsh', () => {
    assert.ok(blocks.length >= 30 && PAGES.includes('README.md'), `${blocks.length} blocks`);
    const problems = blocks.flatMap(({ place, commands }) =>
      findZshHazards(commands).map(({ line, problem, text }) => `${place} +${line}: ${text}: ${problem}`),
    );
    assert.deepEqual(problems, []);
  });

  skipIf(spawnSync('zsh', ['--version']).status === 0 ? false : 'no zsh here').it(
    'are read by zsh itself as they would be typed',
    () => {
      for (const { place, commands } of blocks) {
        // `-n` runs nothing; only standard input is read as a terminal is, without comments.
        const { status, stderr } = spawnSync('zsh', ['-f', '-i', '-n', '-s'], {
          input: commands,
          encoding: 'utf8',
        });
        // Beside its prompts.
        assert.deepEqual([status, /zsh: .*/.exec(stderr)], [0, null], place);
      }
    },
  );
});

describe('what breaks zsh', () => {
  const problemsOf = (command: string): string[] => findZshHazards(command).map(({ text }) => text);

  it('is found', () => {
    for (const [command, ...texts] of [
      ['make # builds it', '# builds it'],
      ["# it's a comment", "# it's a comment", "'s a comment"],
      ['publish() { # NAME: publishes', '# NAME: publishes'],
      ['curl $api/standards/2?format=markdown', '?format=markdown'],
      ['ls *.md', '*.md'],
      ['curl $api/list?a[]=1', '?a[]=1', '[]=1'],
      ['echo "Ready!now"', '!now"'],
      ["cat <<'EOF'\n# 1\nEOF\nls *", '*'],
      ['echo =ls', '=ls'],
      ['docker push "$name:tag"', '$name:tag"'],
      ['status=1', 'status=1'],
      ['echo "$(ls *)"', '*)"'],
      ["echo 'one", "'one"],
    ])
      assert.deepEqual(problemsOf(command ?? ''), texts, command);
  });

  it('is not found where quotes, escapes or the shell itself give the same words', () => {
    for (const command of [
      "edit '# 1 Mortar'",
      'curl "$api/standards/2?format=markdown"',
      "sed 's/a*//; s/[0-9]//' x",
      `echo "$?" $? a#b \${name#prefix} \\# \\?`,
      'if [ "$a" = b ]; then echo 1; fi',
      'if [[ $a != b ]]; then echo 1; fi',
      'hash=$(node -p "require(\\"./plan.json\\").planHash")',
      'NATS_URL=nats://reports:$PASSWORD@nats:4222 npm start',
      "cat > a.md <<'EOF'\n# 1 Materials\n\n**1.1** It's [x]?\nEOF\nls",
      `curl -d "{\\"a\\":[1]}" "\${name}:tag"`,
    ])
      assert.deepEqual(problemsOf(command), [], command);
  });
});
