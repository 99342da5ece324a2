/**
 * Handler of the endpoint `standards.acknowledgeSource`: records that the current revision of the source was
 * seen, without merging it.
 */
import type { standardCustomizationEndpoints } from '../../../shared/contracts/standards/customization.ts';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { withVisibleCategory } from '../category/project-sections.ts';
import type { StandardsService } from '../open-standards.ts';
import type { StandardResources } from '../standard/access.ts';
import { standardVersion } from '../standard/model.ts';
import { presentStandard } from '../standard/present.ts';
import { notACustomization, requireCustomization, requireSourceRevision } from './source.ts';

type SourceContracts = Pick<typeof standardCustomizationEndpoints, 'standards.acknowledgeSource'>;

export const standardSourceActions = (
  service: StandardsService,
): Handlers<SourceContracts, StandardResources> => ({
  async 'standards.acknowledgeSource'({ id, toRevisionId }, ctx, copy) {
    const { connection, standards, standardChanges, revisions } = service;
    const customization = await requireCustomization(copy, service, ctx);
    const { source } = customization;
    const seen = await requireSourceRevision(customization, toRevisionId, revisions);
    // The view is built before the transaction where it needs another service.
    const shown = await withVisibleCategory(copy, ctx);
    return inTransaction(connection, async (session) => {
      const [now, sourceNow] = [await standards.find(id, session), await standards.find(source._id, session)];
      if (!now) throw notFound();
      if (!sourceNow || now.customized_from_revision_id === null) throw notACustomization();
      assertIfMatch(ctx.ifMatch, standardVersion(now));
      const currentId =
        source.readableIds === null ? sourceNow.current_revision?.id : source.current_revision?.id;
      if (now.last_seen_source_revision_id === currentId)
        throw apiError('ALREADY_CURRENT', 'The current revision of the source has been seen already.');
      if (seen._id !== currentId) {
        throw apiError(
          'SOURCE_MOVED_ON',
          'The source has saved another revision since. Look at that one and acknowledge it.',
        );
      }
      const updated = await standards.change(session, id, { last_seen_source_revision_id: seen._id });
      await standardChanges.record(session, now, 'standard_changed', ctx);
      const details = {
        revision: { id: seen._id, code: seen.code },
        source_standard_id: source._id,
        previous_revision_id: now.last_seen_source_revision_id,
      };
      const { category_id, category_path } = shown;
      return ctx.finish(
        session,
        { resource: { type: 'standard', id }, details },
        presentStandard({ ...updated, category_id, category_path }),
      );
    });
  },
});
