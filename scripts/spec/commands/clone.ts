/** `spec clone`: writes the text of a standard with its state. */
import { resolve } from 'node:path';
import { UsageError } from '../../console/command-line.ts';
import { createClone } from '../clone-folder.ts';
import { type Command, readArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { normaliseServer } from '../credentials.ts';
import { EXIT } from '../errors.ts';
import { writeOutline } from '../local-text.ts';
import { readStandard } from '../service-content.ts';

const HELP = `spec clone ID [FILE]: writes a standard as a markup file, and beside it .spec with its version and identities.

The text is that of the open working copy, or of the current revision when none is open. FILE is the name of the
standard with .md if it is not given. Nothing is overwritten.
  --url URL  the service, if you have keys for several
  --help     this text

.spec holds no credential and may be committed; .spec/previous has the texts that commands replaced.`;

export const clone: Command = {
  name: 'clone',
  summary: 'writes a standard as a markup file',
  help: HELP,
  async run(args, terminal) {
    const { values, positionals } = readArguments('clone', args, { url: { type: 'string' } }, 2);
    const [given, file] = positionals;
    if (given === undefined || !/^[1-9]\d{0,14}$/.test(given))
      throw new UsageError('Which standard? Give its id, such as spec clone 7.');
    const id = Number(given);
    const service = connect(terminal, values.url === undefined ? null : normaliseServer(values.url));
    const { name, state } = await readStandard(service, id);
    const fileName = file ?? `${slugOf(name) || `standard-${id}`}.md`;
    const { saved: _, ...base } = state;
    createClone(resolve(terminal.folder, fileName), writeOutline(base.outline), {
      server: service.base,
      standard: { id, name },
      base,
      hasConflict: false,
    });
    const source = base.version === null ? `revision ${base.revision?.code ?? ''}` : 'the open working copy';
    terminal.print(`${fileName}: ${name}, ${source}, ${base.outline.elements.length} clauses.`);
    return EXIT.done;
  },
};

/** A name as the name of a file: whatever a service calls a standard, it stays in the folder. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);
