/**
 * Handler of `projects.integratedContent`: the elements of a pinned standard, each field with its values in
 * the datasheets of the revision (document 3).
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { projectExportEndpoints } from '../../../shared/contracts/projects/export.ts';
import type { standardInternalActions } from '../../../shared/contracts/standards/internal.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { containsFolded } from '../../../shared/text/names-and-emails.ts';
import { findReadableRevision, type ProjectsResources } from '../access/load-project.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';
import { loadSealedDatasheets } from './load-sealed.ts';

type Contracts = Pick<typeof projectExportEndpoints, 'projects.integratedContent'>;
type Element = ResultOf<Contracts['projects.integratedContent']>['elements'][number];
type Field = Element['fields'][number];
type Value = Field['values'][number];
type SealedStandard = ResultOf<(typeof standardInternalActions)['standards.sealed']>;

interface Deps {
  revisions: ProjectRevisions;
}

export const integratedContentActions = ({ revisions }: Deps): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.integratedContent'(
    { projectId, standardId, searchQuery, revisionId, format },
    call,
    project,
  ) {
    const full = await findReadableRevision(revisions, project, revisionId, call);
    const pin = full?.manifest.standards.find(
      ({ standard_id, archived }) => standard_id === standardId && !archived,
    );
    if (!full || !pin) throw notFound();
    const sheets = full.manifest.datasheets.filter(
      ({ standard_id, archived }) => standard_id === standardId && !archived,
    );
    const sealed = await call.call('standards.sealed', { revision_id: pin.standard_revision.id });
    const datasheets = await loadSealedDatasheets(
      sheets.map(({ revision_id }) => revision_id),
      call,
    );
    const isCompact = format === 'compact';
    const values = new Map<number, Value[]>();
    for (const { datasheet_id, revision_id } of sheets) {
      for (const { id, user_value, disposition, disposition_note } of datasheets.get(revision_id)?.values ??
        []) {
        const value = { datasheet_id, user_value, ...(isCompact ? {} : { disposition, disposition_note }) };
        values.set(id, [...(values.get(id) ?? []), value]);
      }
    }
    const elements = mergeValuesIntoElements(sealed, values, isCompact).filter((element) =>
      matchesSearch(element, searchQuery),
    );
    const { revision } = full;
    return {
      project_id: projectId,
      revision: { id: revision._id, code: revision.code, is_draft: revision.is_draft },
      standard: { id: standardId, name: pin.name, standard_revision: pin.standard_revision },
      datasheets: sheets.map(({ datasheet_id, name }) => ({ id: datasheet_id, name })),
      elements,
      total: elements.length,
    };
  },
});

/** Values are matched to fields by identity, so that those of a datasheet behind the pin follow the field. */
function mergeValuesIntoElements(
  { elements, fields }: SealedStandard,
  values: ReadonlyMap<number, Value[]>,
  isCompact: boolean,
): Element[] {
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
    const elementFields = byElement.get(element.element_id) ?? [];
    if (!isCompact) return { ...element, fields: elementFields };
    const { address, content, toc_content, moderation } = element;
    return {
      address,
      content,
      toc_content,
      ...(moderation === undefined ? {} : { moderation }),
      fields: elementFields,
    };
  });
}

/** Literal text in the heading or the content, regardless of case. A withheld clause never matches. */
function matchesSearch(
  { content, toc_content, moderation }: Element,
  searchQuery: string | undefined,
): boolean {
  if (searchQuery === undefined) return true;
  if (moderation?.level === 2) return false;
  return containsFolded(content, searchQuery) || containsFolded(toc_content, searchQuery);
}
