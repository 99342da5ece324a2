/** A standard with two revisions, a project that pins it, a datasheet, a file, a published revision and a new draft. */
import { randomBytes } from 'node:crypto';
import { numberIn } from './accounts.ts';
import type { Principal } from './principals.ts';
import type { Site } from './site.ts';

/** A word nobody else writes; lower-case letters and digits, so that it survives searches and slugs. */
export const markOf = (tenant: string): string => `zq${tenant}${randomBytes(8).toString('hex')}`;

interface Owner {
  readonly mark: string;
  readonly companyId: number | null;
}

export async function populate(site: Site, who: Principal, { mark, companyId }: Owner): Promise<void> {
  const scope = companyId === null ? { subject_type: 'user' } : { subject_type: 'company' };
  const category = numberIn(await site.must(who, 'categories.create', { body: { name: `Concrete ${mark}`, ...scope } }), 'id');
  const standards = [];
  for (const name of [`Beams ${mark}`, `Walls ${mark}`])
    standards.push(await writeStandard(site, who, { name, category_id: category, ...scope }, mark));

  const project = await site.must(who, 'projects.create', {
    body: { name: `Library ${mark}`, summary: `Summary ${mark}`, address_city: `City ${mark}` },
  });
  const id = numberIn(project, 'id');
  for (const { standard, revision } of standards)
    await site.must(who, 'projects.standards.add', {
      path: { id },
      body: { action: 'import', standardId: standard, revisionId: revision },
    });
  for (const { standard } of standards) {
    await site.must(who, 'datasheets.template', { path: { standardId: standard } });
    const sheet = await site.must(who, 'datasheets.create', {
      body: { standard_id: standard, project_id: id, name: `Room ${mark}`, scope: `Scope ${mark}` },
    });
    await site.must(who, 'datasheets.get', { path: { id: numberIn(sheet, 'id') } });
    await site.must(who, 'datasheets.revisions', { path: { id: numberIn(sheet, 'id') } });
  }
  await site.must(who, 'files.upload', {
    path: { projectId: id },
    body: { document_type: 'drawing', description: `Drawing ${mark}` },
    files: [
      { name: `plan ${mark}.pdf`, type: 'application/pdf', content: `%PDF-1.4\n% ${mark}\ntrailer<</Root 1 0 R>>\n%%EOF\n` },
    ],
  });
  if (companyId !== null) {
    await site.must(who, 'projects.publish', { path: { id }, body: { revision_name: `Issue ${mark}` } });
    await site.must(who, 'projects.draft.create', { path: { id } });
    await publishAnother(site, who, mark);
  }
  await site.must(who, 'projects.revisions', { path: { id } });
  await site.must(who, 'projects.standards.list', { path: { id } });
  await site.must(who, 'projects.standardRevisionOptions', { path: { id } });
  await site.must(who, 'standards.list');
  await site.must(who, 'account.cla.get');
}

/** A project that is published and has no draft. */
async function publishAnother(site: Site, who: Principal, mark: string): Promise<void> {
  const project = await site.must(who, 'projects.create', { body: { name: `Annex ${mark}` } });
  await site.must(who, 'projects.publish', { path: { id: numberIn(project, 'id') } });
}

async function writeStandard(
  site: Site,
  who: Principal,
  body: Record<string, unknown>,
  mark: string,
): Promise<{ standard: number; revision: number }> {
  const made = await site.must(who, 'standards.create', { body: { ...body, description: `About ${mark}` } });
  const id = numberIn(made, 'id');
  let revision = 0;
  for (const round of [1, 2]) {
    if (round > 1) await site.must(who, 'standards.edit', { path: { id } });
    await site.must(who, 'standards.workingCopy.save', {
      path: { id },
      body: {
        elements: [
          { address: '1', toc_content: `Section ${mark}`, attributes: { inToc: true } },
          { address: '1.1', content: `Cement ${mark} shall be grey, edition ${round}.` },
          { address: '1.2', content: `Water ${mark} shall be clean.` },
        ],
        ...(round > 1
          ? {}
          : {
              datasheetElements: [
                { element_address: '1.1', label: `Strength ${mark}`, input_type: 'range', unit: 'MPa', default_value: '30' },
                { element_address: '1.2', label: `Source ${mark}`, input_type: 'text' },
              ],
            }),
      },
    });
    const published = await site.must(who, 'standards.publish', { path: { id }, body: { summary: `Edition ${mark}` } });
    if (revision === 0) revision = numberIn(published.revision, 'id');
  }
  await site.must(who, 'standards.revisions', { path: { id } });
  await site.must(who, 'standards.edit', { path: { id } });
  return { standard: id, revision };
}
