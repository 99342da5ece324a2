/** `spec push`: saves the text, merged with the changes of others, or writes both sides of a conflict into the file. */
import { formatCount } from '../../console/progress.ts';
import { countChanges, listChanges } from '../changes.ts';
import { type Clone, updateClone } from '../clone-folder.ts';
import type { BaseState } from '../clone-state.ts';
import { type Command, readArguments } from '../command.ts';
import { writeConflict } from '../conflict-text.ts';
import { connect } from '../connect.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import { describeIdentities } from '../identities-of-text.ts';
import { headOf, readLocalText, writeOutline } from '../local-text.ts';
import { openText } from '../open-text.ts';
import { isSameOutline, type PushResult, push as pushOutline } from '../push.ts';
import type { ServiceState } from '../service-content.ts';
import type { Terminal } from '../terminal.ts';

const HELP = `spec push [FILE]: saves the text in the working copy, and brings the changes of others into the file.

A working copy is opened if none is. What you and others changed in different places is merged. Where both changed the
same thing nothing is saved: the file has both sides between <<<<<<< mine, ======= and >>>>>>> server. Keep what is right,
remove the markers and push again. Without changes of yours it only brings in those of others.
  --dry-run          only says which clause each text is, and saves nothing
  --confirm-replace  the text may delete more than half of the clauses
  --help             this text

The text before is kept in .spec/previous. Exit 0: done; 1: refused; 2: a conflict to settle.`;

export const push: Command = {
  name: 'push',
  summary: 'saves the text, merged with the changes of others',
  help: HELP,
  async run(args, terminal) {
    const { values, positionals } = readArguments('push', args, {
      'confirm-replace': { type: 'boolean' },
      'dry-run': { type: 'boolean' },
    });
    const { clone, mine, uncertain, identities } = openText(terminal.folder, positionals[0] ?? null);
    const { server, standard, base } = clone.state;
    for (const line of describeIdentities(base.outline, mine, identities)) terminal.print(line);
    if (values['dry-run'] === true) {
      terminal.print(`${clone.name}: nothing was saved: --dry-run.`);
      return EXIT.done;
    }
    const result = await pushOutline(connect(terminal, server), {
      standardId: standard.id,
      base,
      mine,
      uncertain,
      confirmsReplace: values['confirm-replace'] === true,
    });
    return finish(clone, result, terminal);
  },
};

function finish(clone: Clone, result: PushResult, terminal: Terminal): ExitCode {
  const { name, state } = clone;
  if (result.kind === 'unchanged' && !result.state) {
    if (state.hasConflict) updateClone(clone, clone.text, { ...state, hasConflict: false });
    terminal.print(`${name}: nothing to push.`);
    return EXIT.done;
  }
  if (result.kind === 'conflict') {
    const { conflict, author } = result;
    const text = headOf(clone.text) + writeConflict(conflict.mine, conflict.theirs, author);
    updateClone(clone, text, { ...state, base: toBase(result.state), hasConflict: true });
    terminal.print(
      `${name}: ${formatCount(conflict.addresses.length, 'clause')} changed here and on the service: ${conflict.addresses.join(', ')}.`,
    );
    terminal.print(
      'Nothing was saved. The file has both sides; keep what is right of each, remove the markers and run spec push.',
    );
    return EXIT.conflict;
  }
  const now = result.state;
  if (!now) return EXIT.done;
  updateClone(clone, refreshText(clone.text, now), { ...state, base: toBase(now), hasConflict: false });
  if (result.kind === 'unchanged') {
    const changes = countChanges(listChanges(state.base.outline, now.outline));
    terminal.print(`${name}: brought in what the service has: ${changes ?? 'no other text'}.`);
    return EXIT.done;
  }
  terminal.print(`${name}: saved${result.isMerged ? ', merged with the changes of others' : ''}.`);
  for (const { address, message } of result.warnings) terminal.note(`warning: ${address ?? ''}: ${message}`);
  return EXIT.done;
}

const toBase = ({ saved: _, ...base }: ServiceState): BaseState => base;

/** The text of what the service has; the file as it is, where it says that already. */
function refreshText(text: string, { outline }: ServiceState): string {
  const read = readLocalText(text, outline).outline;
  return read && isSameOutline(outline, read) ? text : headOf(text) + writeOutline(outline);
}
