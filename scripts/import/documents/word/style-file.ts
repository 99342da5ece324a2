/**
 * Reads the file that maps the styles of a Word file to roles (`--styles`): YAML or JSON with the name or id of a
 * style and its role, `title`, `section 1` to `section 9`, `clause 1` to `clause 9`, `note`, `contents` or `text`.
 */
import { readYaml } from '../../../../shared/markup/plain-yaml.ts';
import { UsageError } from '../../../console/command-line.ts';
import { type ParagraphRole, plainStyleName } from './style-roles.ts';

const ROLES = 'title, section 1 to section 9, clause 1 to clause 9, note, contents or text';

/** Styles by their names in lower case without blanks, with the name as it was given; the role null means text. */
export type StyleFile = ReadonlyMap<string, { name: string; role: ParagraphRole | null }>;

/** @throws UsageError naming the style whose role is none */
export function readStyleFile(text: string): StyleFile {
  const { entries, faults } = readYaml(text);
  const [fault] = faults;
  if (fault !== undefined)
    throw new UsageError(
      `--styles: line ${fault.line + 1}: ${fault.message}. Each line is a style and its role: ${ROLES}.`,
    );
  if (entries.size === 0)
    throw new UsageError(`--styles: the file has no styles. Each line is a style and its role: ${ROLES}.`);
  return new Map(
    [...entries].map(([name, role]) => {
      const read = typeof role === 'string' ? readRole(role.trim().toLowerCase()) : undefined;
      if (read === undefined)
        throw new UsageError(`--styles: the role of ${name} is ${JSON.stringify(role)}, and not ${ROLES}.`);
      return [plainStyleName(name), { name, role: read }];
    }),
  );
}

function readRole(role: string): ParagraphRole | null | undefined {
  if (role === 'text') return null;
  if (role === 'title' || role === 'note' || role === 'contents') return { kind: role };
  const [, kind, level] = /^(section|clause) ([1-9])$/.exec(role) ?? [];
  if (kind !== 'section' && kind !== 'clause') return undefined;
  return { kind, rank: Number(level) - 1 };
}
