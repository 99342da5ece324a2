/**
 * Handler of `projects.integratedContent`: the elements of a pinned standard, each field with its values in
 * the datasheets of the revision.
 */

import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { projectExportEndpoints } from '../../../shared/contracts/projects/export.ts';
import type { standardInternalActions } from '../../../shared/contracts/standards/internal.ts';
import { withholdsText } from '../../../shared/contracts/wiki-moderation/withholds-text.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { labelMember } from '../../../shared/revisioning/outline/outline.ts';
import { containsFolded } from '../../../shared/text/names-and-emails.ts';
import { findReadableRevision, type ProjectsResources } from '../access/load-project.ts';
import { loadBoundRevisions, loadSealedDatasheets, requireSealed } from '../export/load-sealed.ts';
import type { ProjectsService } from '../open-projects.ts';

type Contracts = Pick<typeof projectExportEndpoints, 'projects.integratedContent'>;
type Element = ResultOf<Contracts['projects.integratedContent']>['elements'][number];
type Field = Element['fields'][number];
type Value = Field['values'][number];
type SealedStandard = ResultOf<(typeof standardInternalActions)['standards.sealedRevision']>;

export const integratedContentActions = ({
  revisions,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.integratedContent'(
    { projectId, standardId, searchQuery, revisionId, format },
    ctx,
    project,
  ) {
    const full = await findReadableRevision(revisions, project, revisionId, ctx);
    const pin = full?.manifest.standards.find(
      ({ standard_id, archived }) => standard_id === standardId && !archived,
    );
    if (!full || !pin) throw notFound();
    const sheets = full.manifest.datasheets.filter(
      ({ standard_id, archived }) => standard_id === standardId && !archived,
    );
    const [sealed, datasheets, bound] = await Promise.all([
      ctx.call('standards.sealedRevision', { revision_id: pin.standard_revision.id }),
      loadSealedDatasheets(
        sheets.map(({ revision_id }) => revision_id),
        ctx,
      ),
      loadBoundRevisions(sheets, ctx),
    ]);
    const isCompact = format === 'compact';
    const fields = new Map(sealed.fields.map((field) => [field.id, field]));
    const values = new Map<number, Value[]>();
    for (const { datasheet_id, revision_id } of sheets) {
      for (const recorded of datasheets.get(revision_id)?.values ?? []) {
        const { id, user_value, disposition, disposition_note, label, unit } = recorded;
        const field = fields.get(id);
        const isSame = field?.label === label && field.unit === unit;
        const value = {
          datasheet_id,
          user_value,
          ...(isCompact ? {} : { disposition, disposition_note }),
          ...(isSame ? {} : { recorded_under: { label, unit } }),
        };
        values.set(id, [...(values.get(id) ?? []), value]);
      }
    }
    const found = sealed.elements.filter((element) => matchesSearch(element, searchQuery));
    const elements = mergeValuesIntoElements({ ...sealed, elements: found }, values, isCompact);
    const { revision } = full;
    return {
      project_id: projectId,
      revision: { id: revision._id, code: revision.code, is_draft: revision.is_draft },
      standard: { id: standardId, name: pin.name, standard_revision: pin.standard_revision },
      datasheets: sheets.map(({ datasheet_id, name, standard_revision_id: id }) => ({
        id: datasheet_id,
        name,
        standard_revision: { id, code: requireSealed(bound, id).code },
      })),
      elements,
      total: elements.length,
    };
  },
});

/** Values are matched to fields by identity. One of a datasheet behind the pin names the field as it was recorded. */
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
    const { address, content, toc_content, attributes, moderation } = element;
    return {
      address,
      content,
      toc_content,
      ...labelMember(attributes.label),
      ...(moderation === undefined ? {} : { moderation }),
      fields: elementFields,
    };
  });
}

/** Literal text in the heading, the content or the printed number, regardless of case. A withheld clause never matches. */
function matchesSearch(
  { content, toc_content, attributes, moderation }: SealedStandard['elements'][number],
  searchQuery: string | undefined,
): boolean {
  if (searchQuery === undefined) return true;
  if (moderation && withholdsText(moderation)) return false;
  return [content, toc_content, attributes.label ?? ''].some((words) => containsFolded(words, searchQuery));
}
