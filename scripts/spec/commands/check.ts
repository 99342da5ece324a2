/**
 * `spec check`: checks texts offline and prints the findings for people, for a GitHub workflow or as SARIF. With
 * `--online` the service checks them too.
 */
import { resolve } from 'node:path';
import { UsageError } from '../../console/command-line.ts';
import { formatCount } from '../../console/progress.ts';
import { clonesIn, findClone } from '../clone-folder.ts';
import { type Command, readArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT, SpecError } from '../errors.ts';
import { checkText } from '../findings/check-text.ts';
import { type Finding, STANDARD_INPUT } from '../findings/finding.ts';
import { FORMATS, writeFindings } from '../findings/formats.ts';
import { readText } from '../read-text.ts';
import type { Terminal } from '../terminal.ts';

const HELP = `spec check [FILE…]: checks markup by the rules of the service, without it. - is standard input.

Without a FILE it checks the clones of this folder. References to wiki pages need the service: see --online.
  --format FORMAT  ${FORMATS.join(', ')} (default: text)
  --online         also asks the service, which looks up references to wiki pages
  --help           this text

Exit 0: no errors; 1: errors. Warnings do not count.`;

const MAX_FILES = 10_000;

export const check: Command = {
  name: 'check',
  summary: 'checks markup, offline',
  help: HELP,
  async run(args, terminal) {
    const { values, positionals } = readArguments(
      'check',
      args,
      { format: { type: 'string' }, online: { type: 'boolean' } },
      MAX_FILES,
    );
    const format = FORMATS.find((one) => one === (values.format ?? 'text'));
    if (!format) throw new UsageError(`--format is one of ${FORMATS.join(', ')}.`);
    const files = positionals.length > 0 ? positionals : clonesIn(terminal.folder);
    if (files.length === 0) throw new SpecError('Which file? There is no clone in this folder.', EXIT.usage);
    const findings: Finding[] = [];
    let errorCount = 0;
    let referenceCount = 0;
    for (const file of files) {
      const text = file === '-' ? await terminal.readInput() : readText(resolve(terminal.folder, file));
      const name = file === '-' ? STANDARD_INPUT : file.replaceAll('\\', '/');
      const result = checkText(name, text);
      findings.push(...result.findings);
      errorCount += result.errorCount;
      if (values.online) findings.push(...(await askService(terminal, file, name, text)));
      else referenceCount += result.referenceCount;
    }
    terminal.write(writeFindings(findings, format));
    if (referenceCount > 0)
      terminal.note(
        `${formatCount(referenceCount, 'reference')} to the wiki not looked up; spec check --online does.`,
      );
    if (format === 'text' && errorCount > findings.filter(({ level }) => level === 'error').length)
      terminal.note(`${errorCount} errors; the first hundred of each file are shown.`);
    return errorCount > 0 ? EXIT.refused : EXIT.done;
  },
};

/** What only the service can say about a text. */
async function askService(terminal: Terminal, file: string, name: string, text: string): Promise<Finding[]> {
  const clone = file === '-' ? null : findClone(resolve(terminal.folder, file));
  const service = connect(terminal, clone?.state.server ?? null);
  const { warnings } = await service.call('standards.validateMarkdown', { markdown: text });
  return warnings
    .filter(({ rule }) => rule.startsWith('reference_'))
    .map(({ line, rule, message }) => ({ file: name, line, level: 'warning', rule, message }));
}
