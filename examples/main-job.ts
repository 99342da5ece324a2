/**
 * The main job over HTTP: a standard written as markup is published, a project pins it and fills a datasheet, two
 * people change the same value, and the project is published and exported.
 * `SPEC_URL=http://127.0.0.1:3000 SPEC_KEY=css_test_… npx node examples/main-job.ts > export.json` writes the signed
 * export, and what it does to standard error. The key needs the preset `publisher`. In another project the client
 * comes from 'construction-specification-client'.
 */
import { ApiError, SpecificationClient } from '../shared/rest-client/index.ts';

const MARKUP = `# 1 Materials

1.1 Cement shall be Portland cement.

1.2 Concrete shall reach the strength given in the datasheet.

\`\`\`field
label: Compressive strength
type: range
unit: MPa
default: "30"
\`\`\`
`;

const { SPEC_URL: url, SPEC_KEY: key } = process.env;
try {
  if (!url || !key) throw new Error('Set SPEC_URL and SPEC_KEY.');
  const client = new SpecificationClient(url, { key });
  const standardId = await publishStandard(client, MARKUP);
  console.log(JSON.stringify(await exportProject(client, standardId)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @returns the id of the standard */
async function publishStandard(client: SpecificationClient, markdown: string): Promise<number> {
  const { errors } = await client.call('standards.validateMarkdown', { markdown });
  for (const { line, message } of errors) console.error(`line ${line}: ${message}`);
  // Names are unique in a company, and the example may run again.
  const run = Date.now();
  const category = await client.call('categories.create', {
    name: `Concrete ${run}`,
    subject_type: 'company',
  });
  const { id } = await client.call('standards.create', {
    name: `Cast-in-place concrete ${run}`,
    category_id: category.id,
    subject_type: 'company',
  });
  await client.call('standards.workingCopy.save', { id, markdown });
  const { revision } = await client.call('standards.publish', { id, summary: 'First issue' });
  console.error(`Standard ${id} is published as ${revision.code}.`);
  return id;
}

/** @returns the signed export */
async function exportProject(client: SpecificationClient, standardId: number): Promise<object> {
  const { id } = await client.call('projects.create', { name: 'City library' });
  await client.call('projects.standards.add', { id, action: 'import', standardId });
  const { id: sheetId } = await client.call('datasheets.create', {
    project_id: id,
    standard_id: standardId,
    name: 'Foundations',
    elementValues: { '1.2': '35' },
  });
  await changeTwice(client, sheetId);
  const files = [new File(['Soil report: no objection.'], 'soil.txt', { type: 'text/plain' })];
  await client.call(
    'files.upload',
    { projectId: id, files, document_type: 'report' },
    { onProgress: ({ sent, total }) => console.error(`${sent} of ${total} bytes`) },
  );
  for await (const { name, size } of client.items('files.list', { projectId: id }))
    console.error(`${name}: ${size} bytes`);
  const published = await client.call('projects.publish', { id });
  console.error(`Project ${id} is published as ${published.revision.code}.`);
  return client.call('projects.export', { id });
}

/** Two people read a datasheet and change the same value: the second is told what the first wrote. */
async function changeTwice(client: SpecificationClient, id: number): Promise<void> {
  const { elements, version } = await client.call('datasheets.get', { id });
  const [field] = elements;
  if (!field) throw new Error('The datasheet has no fields.');
  const change = (value: string) =>
    client.call('datasheets.revise', {
      id,
      baseVersion: version,
      severity: 'MINOR',
      changes: [{ element_id: field.id, new_value: value }],
    });
  await change('40');
  try {
    await change('45');
  } catch (error) {
    if (!(error instanceof ApiError && error.is('EDIT_CONFLICT'))) throw error;
    const { metadata } = error;
    console.error(`Changed in the meantime (${metadata.reason}).`);
    if ('conflicts' in metadata)
      for (const conflict of metadata.conflicts ?? [])
        if ('label' in conflict)
          console.error(`${conflict.label}: ${conflict.theirs.value}, not ${conflict.mine.value}`);
  }
}
