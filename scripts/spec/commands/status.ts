/**
 * `spec status`: counts the changes of the local text and those of the service since, and says whether the text has
 * errors or an open conflict.
 */
import { ApiError } from '../../../shared/rest-client/api-error.ts';
import { isConnectionFailure } from '../../console/connection-failure.ts';
import { countChanges, listChanges } from '../changes.ts';
import { type Clone, openClone } from '../clone-folder.ts';
import { type Command, readArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { describeError, EXIT, SpecError } from '../errors.ts';
import { readLocalText } from '../local-text.ts';
import { markersOf } from '../open-text.ts';
import { readStandard } from '../service-content.ts';
import type { Terminal } from '../terminal.ts';

const HELP = `spec status [FILE]: what was changed here and, if the service answers, what was changed there.

  --offline  does not ask the service
  --json     for programs: { file, standard, server, base, conflict, local, remote }
  --help     this text

Exit 0, with changes or without; 2 while a conflict is open.`;

interface Status {
  file: string;
  standard: { id: number; name: string };
  server: string;
  base: string;
  /** Lines with a marker; empty without an open conflict. */
  conflict: number[];
  /** Null: nothing. */
  local: string | null;
  errors: number;
  /** Null: nothing. Undefined: it was not asked. */
  remote?: string | null;
}

export const status: Command = {
  name: 'status',
  summary: 'what was changed here and on the service',
  help: HELP,
  async run(args, terminal) {
    const { values, positionals } = readArguments('status', args, {
      offline: { type: 'boolean' },
      json: { type: 'boolean' },
    });
    const clone = openClone(terminal.folder, positionals[0] ?? null);
    const local = describeLocal(clone);
    const remote = values.offline ? {} : await describeRemote(clone, terminal);
    const result: Status = { ...local, ...remote };
    if (values.json) terminal.write(`${JSON.stringify(result, null, 2)}\n`);
    else for (const line of describe(result)) terminal.print(line);
    return result.conflict.length > 0 ? EXIT.conflict : EXIT.done;
  },
};

function describeLocal(clone: Clone): Status {
  const { name, text, state } = clone;
  const { standard, server, base } = state;
  const conflict = markersOf(clone);
  const { outline, report } = readLocalText(text, base.outline);
  return {
    file: name,
    standard,
    server,
    base: base.version === null ? `revision ${base.revision?.code ?? ''}` : 'the working copy',
    conflict,
    local: outline && conflict.length === 0 ? countChanges(listChanges(base.outline, outline)) : null,
    errors: report.errorCount,
  };
}

/** Nothing when the service cannot be asked, which a note says. */
async function describeRemote({ state }: Clone, terminal: Terminal): Promise<Pick<Status, 'remote'>> {
  try {
    const now = await readStandard(connect(terminal, state.server), state.standard.id);
    return { remote: countChanges(listChanges(state.base.outline, now.state.outline)) };
  } catch (error) {
    if (!isConnectionFailure(error) && !(error instanceof ApiError) && !(error instanceof SpecError))
      throw error;
    for (const line of describeError(error)) terminal.note(line);
    return {};
  }
}

function describe({ file, standard, server, base, conflict, local, errors, remote }: Status): string[] {
  return [
    `${file}: ${standard.name} (${standard.id}) of ${server}, from ${base}`,
    ...(conflict.length > 0
      ? [`  conflict: markers at line ${conflict.join(', ')}; settle them and run spec push`]
      : []),
    ...(errors > 0 && conflict.length === 0
      ? [`  ${errors} ${errors === 1 ? 'error' : 'errors'}; see spec check`]
      : []),
    ...(conflict.length + errors === 0 ? [`  here:    ${local ?? 'no changes'}`] : []),
    ...(remote === undefined ? [] : [`  service: ${remote ?? 'no changes'}`]),
  ];
}
