/**
 * `spec diff`: the changes of the local text, or with `--server` those of the service, clause by clause and word by
 * word.
 */
import { type Change, describeChange, listChanges } from '../changes.ts';
import { openClone } from '../clone-folder.ts';
import { type Command, readArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT } from '../errors.ts';
import { openText } from '../open-text.ts';
import { readStandard } from '../service-content.ts';
import type { Terminal } from '../terminal.ts';

const HELP = `spec diff [FILE]: the clauses and fields that were changed here, word by word: [-removed-] {+added+}.

  --server  what was changed on the service since, instead
  --json    for programs: [{ change, what, from, to, label?, before, after }]
  --help    this text`;

export const diff: Command = {
  name: 'diff',
  summary: 'the changes, clause by clause and word by word',
  help: HELP,
  async run(args, terminal) {
    const { values, positionals } = readArguments('diff', args, {
      server: { type: 'boolean' },
      json: { type: 'boolean' },
    });
    const file = positionals[0] ?? null;
    const changes = values.server ? await remoteChanges(file, terminal) : localChanges(file, terminal);
    if (values.json) terminal.write(`${JSON.stringify(changes, null, 2)}\n`);
    else for (const change of changes) for (const line of describeChange(change)) terminal.print(line);
    return EXIT.done;
  },
};

function localChanges(file: string | null, { folder }: Terminal): Change[] {
  const { clone, mine } = openText(folder, file);
  return listChanges(clone.state.base.outline, mine);
}

async function remoteChanges(file: string | null, terminal: Terminal): Promise<Change[]> {
  const { state } = openClone(terminal.folder, file);
  const now = await readStandard(connect(terminal, state.server), state.standard.id);
  return listChanges(state.base.outline, now.state.outline);
}
