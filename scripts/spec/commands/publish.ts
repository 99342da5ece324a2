/** `spec publish`: makes a revision of what was pushed. */
import { SEVERITIES } from '../../../shared/revisioning/outline/revision-codes.ts';
import { UsageError } from '../../console/command-line.ts';
import { updateClone } from '../clone-folder.ts';
import { type Command, readArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT, isRefusal, SpecError } from '../errors.ts';
import { openText } from '../open-text.ts';
import { isSameOutline } from '../push.ts';

const HELP = `spec publish [FILE] --severity ${SEVERITIES.join('|')} --summary TEXT: publishes the working copy as a revision.

Everything must have been pushed, and nobody may have saved since. Asks for what is not given.
  --severity SEVERITY  decides the number of the revision
  --summary TEXT       what changed, for readers
  --json               for programs: { id, code, contentHash }
  --help               this text`;

export const publish: Command = {
  name: 'publish',
  summary: 'publishes what was pushed as a revision',
  help: HELP,
  async run(args, terminal) {
    const { values, positionals } = readArguments('publish', args, {
      severity: { type: 'string' },
      summary: { type: 'string' },
      json: { type: 'boolean' },
    });
    const { clone, mine } = openText(terminal.folder, positionals[0] ?? null);
    const { name, state } = clone;
    const { base, server, standard } = state;
    if (!isSameOutline(base.outline, mine))
      throw new SpecError(`${name} has changes that are not pushed. Run spec push first.`);
    if (base.version === null)
      throw new SpecError(
        `${name} is revision ${base.revision?.code ?? ''}, and nothing was pushed since. There is nothing to publish.`,
      );
    const asked = values.severity ?? (await terminal.ask(`Severity (${SEVERITIES.join(', ')})`));
    const severity = SEVERITIES.find((one) => one === asked.toLowerCase());
    if (!severity) throw new UsageError(`--severity is one of ${SEVERITIES.join(', ')}.`);
    const summary = (values.summary ?? (await terminal.ask('Summary'))).trim();
    if (summary === '') throw new UsageError('--summary says what changed, for readers. It is empty.');
    const { revision, content_hash } = await connect(terminal, server)
      .call('standards.publish', { id: standard.id, baseVersion: base.version, severity, summary })
      .catch((error: unknown) => {
        if (!isRefusal(error, 'EDIT_CONFLICT')) throw error;
        throw new SpecError(
          'Somebody saved or published since your last push. Nothing was published. Run spec push, look at the changes and publish again.',
          EXIT.conflict,
        );
      });
    const { id, code } = revision;
    updateClone(clone, clone.text, {
      ...state,
      base: { ...base, version: null, revision: { id, code }, hashes: {} },
    });
    if (values.json) terminal.write(`${JSON.stringify({ id, code, contentHash: content_hash }, null, 2)}\n`);
    else terminal.print(`${name}: published as revision ${code}.`);
    return EXIT.done;
  },
};
