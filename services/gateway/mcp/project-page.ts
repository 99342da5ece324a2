/** Renders a project as a page in markdown, for the MCP resource, from the answers of three endpoints. */

/** The answers of the three endpoints, as the services gave them. */
export interface ProjectAnswers {
  details: unknown;
  standards: unknown;
  datasheets: unknown;
}

type Row = Readonly<Record<string, unknown>>;

const rowsOf = (answer: unknown, name: string): Row[] => {
  const rows: unknown = Object(answer)[name];
  return Array.isArray(rows) ? rows.map((row): Row => Object(row)) : [];
};

/** Text of a cell: on one line, without a bar that would end it. */
const cell = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value).replace(/\s+/g, ' ').replaceAll('|', '\\|');

const table = (head: readonly string[], rows: readonly (readonly unknown[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${' --- |'.repeat(head.length)}`,
  ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
];

/** A list of the service stops at 1,000 rows. */
const cutNote = (answer: unknown, tool: string): string[] =>
  Object(answer).truncated === true
    ? ['', `The list is cut: there are more rows. Find them by name: ${tool} with searchQuery.`]
    : [];

const ADDRESS = ['address_street', 'address_postal_code', 'address_city', 'address_state', 'address_country'];

/** The facts of the header that are known. */
function facts(details: Row): string[] {
  const revision: Row = Object(details.revision);
  const known: [string, unknown][] = [
    [
      'Revision',
      revision.code && `${cell(revision.code)}${revision.is_draft ? ' (draft)' : ''} ${cell(revision.name)}`,
    ],
    ['Draft version', details.draftVersion],
    ['Vertical', details.vertical],
    ['Status', details.status],
    ['Owner', details.owner_company_name],
    [
      'Address',
      ADDRESS.map((name) => cell(details[name]))
        .filter(Boolean)
        .join(', '),
    ],
    ['Archived', details.archived ? 'yes' : null],
  ];
  return known.flatMap(([name, value]) => (value ? [`- ${name}: ${cell(value)}`] : []));
}

/** Heading, header, pinned standards and datasheets; ids lead to the resources and tools for them. */
export function projectPage({ details, standards, datasheets }: ProjectAnswers): string {
  const project: Row = Object(details);
  const pins = rowsOf(standards, 'standards').map((row) => {
    const revision: Row = Object(row.standard_revision);
    return [row.standard_id, row.name, revision.code, revision.id, row.archived ? 'archived' : ''];
  });
  const sheets = rowsOf(datasheets, 'datasheets').map((row) => [
    row.id,
    row.name,
    row.standard_id,
    row.upgrade_status,
    row.archived ? 'archived' : '',
  ]);
  const summary = typeof project.summary === 'string' && project.summary !== '' ? ['', project.summary] : [];
  return [
    `# ${cell(project.name)}`,
    ...summary,
    '',
    ...facts(project),
    '',
    '## Standards',
    '',
    ...table(['id', 'name', 'revision', 'revision id', ''], pins),
    ...cutNote(standards, 'projects_standards_list'),
    '',
    '## Datasheets',
    '',
    ...table(['id', 'name', 'standard id', 'upgrade status', ''], sheets),
    ...cutNote(datasheets, 'projects_datasheets_list'),
    '',
  ].join('\n');
}
