/**
 * Handler of the endpoint `standards.changelog`: the changes of a customised copy against its source, each
 * with the revision that introduced it.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { standardCustomizationEndpoints } from '../../../shared/contracts/standards/customization.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { HeldClauses } from '../holds/held-clauses.ts';
import type { StandardsService } from '../open-standards.ts';
import type { SealedRevision } from '../revision/model.ts';
import { presentField } from '../revision/present-clauses.ts';
import { openContent } from '../revision/sealed-content.ts';
import { canReadRevision, type StandardResources } from '../standard/access.ts';
import { attributeChanges, type Change, indexOutline, listChanges } from './changelog.ts';
import { presentClauseSide } from './present-plan.ts';
import { findCustomization, requireSourceRevision } from './source.ts';

type ChangelogContracts = Pick<typeof standardCustomizationEndpoints, 'standards.changelog'>;
type ChangelogRow = ResultOf<ChangelogContracts['standards.changelog']>['changes'][number];

export const standardChangelogActions = (
  service: StandardsService,
): Handlers<ChangelogContracts, StandardResources> => ({
  async 'standards.changelog'({ revisionId }, ctx, copy) {
    const { revisions, contents, findHeldClauses } = service;
    const id = revisionId ?? copy.current_revision?.id ?? null;
    const revision = id !== null && canReadRevision(copy, id) ? await revisions.find(id) : null;
    if (revisionId !== undefined && revision?.standard_id !== copy._id) throw notFound();
    const customization = await findCustomization(copy, service, ctx);
    if (!revision || !customization) return { changes: [], total: 0 };
    const base = await requireSourceRevision(
      customization,
      revision.source_revision_id ?? customization.merged._id,
      revisions,
    );
    const [before, after] = await Promise.all([
      contents.get(base.content_id),
      contents.get(revision.content_id),
    ]);
    const changes = listChanges(openContent(before), openContent(after));
    const lineage = (await revisions.findByStandards([copy._id]))
      .filter(({ _id, ordinal }) => ordinal <= revision.ordinal && canReadRevision(copy, _id))
      .reverse();
    const load = async (contentId: string) => indexOutline(openContent(await contents.get(contentId)));
    const introduced = await attributeChanges(
      changes,
      lineage,
      async ({ content_id, source_revision_id }) => {
        const followed = source_revision_id ?? base._id;
        const source = followed === base._id ? null : await revisions.find(followed);
        return { copy: await load(content_id), source: source && (await load(source.content_id)) };
      },
    );
    const held = findHeldClauses(base);
    const rows = changes.map((change) => presentChange(change, introduced.get(change) ?? revision, held));
    return { changes: rows, total: rows.length };
  },
});

function presentChange(
  { change_type, kind, element_id, address, field, previous, previous_address }: Change,
  { _id, code, created_by, created_at }: SealedRevision,
  held: HeldClauses,
): ChangelogRow {
  return {
    change_type,
    kind,
    element_id,
    address,
    ...(field ? { field_id: field.field_id, label: field.label } : {}),
    ...(previous
      ? {
          change_details: {
            previous: previous.field
              ? presentField(previous.field, previous.element.address)
              : presentClauseSide(previous.element, held),
            ...(previous_address === null ? {} : { previous_address }),
          },
        }
      : {}),
    revision: { id: _id, code },
    saved_by: created_by,
    saved_at: created_at.toISOString(),
  };
}
