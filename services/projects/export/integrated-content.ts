/** The elements of a held standard, each field with what the datasheets of the revision record for it (document 3). */
import type { Result } from '../../../shared/contracts/endpoint.ts';
import type { projectsExport } from '../../../shared/contracts/projects/export.ts';
import { notFound } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { containsText } from '../../../shared/names.ts';
import { type Resources, revisionFor } from '../access/open-project.ts';
import type { Stores } from '../stores.ts';
import { sealedDatasheets } from './assemble.ts';
import type { SealedStandard } from './section-tree.ts';

type Contracts = Pick<typeof projectsExport, 'projects.integratedContent'>;
type Element = Result<Contracts['projects.integratedContent']>['elements'][number];
type Field = Element['fields'][number];
type Value = Field['values'][number];

/** The handler that shows a standard of a project with the values of its datasheets between the clauses. */
export const integratedContentActions = ({ revisions }: Stores): Handlers<Contracts, Resources> => ({
  async 'projects.integratedContent'({ projectId, standardId, searchQuery, revisionId, format }, call, project) {
    const full = await revisionFor(revisions, project, revisionId, call);
    const held = full?.manifest.standards.find(({ standard_id, archived }) => standard_id === standardId && !archived);
    if (!full || !held) throw notFound();
    const sheets = full.manifest.datasheets.filter(({ standard_id, archived }) => standard_id === standardId && !archived);
    const sealed = await call.call('standards.sealed', { revision_id: held.standard_revision.id });
    const datasheets = await sealedDatasheets(sheets, call);
    const isCompact = format === 'compact';
    const values = new Map<number, Value[]>();
    for (const { datasheet_id, revision_id } of sheets) {
      for (const { id, user_value, disposition, disposition_note } of datasheets.get(revision_id)?.elements ?? []) {
        const value = { datasheet_id, user_value, ...(isCompact ? {} : { disposition, disposition_note }) };
        values.set(id, [...(values.get(id) ?? []), value]);
      }
    }
    const elements = integrate(sealed, values, isCompact).filter((element) => hasKeyword(element, searchQuery));
    const { revision } = full;
    return {
      project_id: projectId,
      revision: { id: revision._id, code: revision.code, is_draft: revision.is_draft },
      standard: { id: standardId, name: held.name, standard_revision: held.standard_revision },
      datasheets: sheets.map(({ datasheet_id, name }) => ({ id: datasheet_id, name })),
      elements,
      total: elements.length,
    };
  },
});

/** Values are matched to fields by the field's identity, so that those of a datasheet behind the pin stand where the field went. */
function integrate({ elements, fields }: SealedStandard, values: ReadonlyMap<number, Value[]>, isCompact: boolean): Element[] {
  const byElement = new Map<number, Field[]>();
  for (const { id, element_id, label, unit, input_type, options, default_value } of fields) {
    const field: Field = {
      id,
      label,
      unit,
      ...(isCompact ? {} : { input_type, options, default_value }),
      values: values.get(id) ?? [],
    };
    byElement.set(element_id, [...(byElement.get(element_id) ?? []), field]);
  }
  return elements.map((element) => {
    const of = byElement.get(element.element_id) ?? [];
    if (!isCompact) return { ...element, fields: of };
    const { address, content, toc_content, moderation } = element;
    return { address, content, toc_content, ...(moderation === undefined ? {} : { moderation }), fields: of };
  });
}

/** Literal text in the heading or the content, letter case aside. A withheld clause has neither to be found by. */
function hasKeyword({ content, toc_content, moderation }: Element, searchQuery: string | undefined): boolean {
  if (searchQuery === undefined) return true;
  if (moderation !== undefined && content === '') return false;
  return containsText(content, searchQuery) || containsText(toc_content, searchQuery);
}
