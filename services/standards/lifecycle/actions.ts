/**
 * Handlers that deprecate, reactivate and delete standards. A deletion waits a few seconds for running imports and
 * is rejected while a project uses the standard.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { standardLifecycleEndpoints } from '../../../shared/contracts/standards/lifecycle.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { withVisibleCategory } from '../category/project-sections.ts';
import type { StandardsService } from '../open-standards.ts';
import { requireCurrentStandard, type StandardResources } from '../standard/access.ts';
import { presentStandard } from '../standard/present.ts';
import { inNamingTransaction } from '../standard/unique-name.ts';
import {
  assertActive,
  assertDeletable,
  assertDeprecated,
  assertUnused,
  confirmationRequired,
  type StandardUse,
} from './errors.ts';
import { StandardDeletion } from './standard-deletion.ts';

/** An import takes some milliseconds. */
const IMPORT_PAUSE_MS = 100;
const MAX_ATTEMPTS = 30;

/**
 * The use of a deprecated standard in projects, once imports into projects that have begun have ended. New ones are refused, because it is deprecated.
 * @throws SERVICE_UNAVAILABLE
 */
async function loadUse(standardId: number, ctx: RequestContext): Promise<StandardUse> {
  for (let attempt = 1; ; attempt += 1) {
    const use = await ctx.call('projects.standardUse', { standard_id: standardId });
    if (use.in_published_revision || use.in_draft || !use.is_being_imported) return use;
    if (attempt === MAX_ATTEMPTS)
      throw apiError('SERVICE_UNAVAILABLE', 'A project is importing this standard right now. Try again.');
    await pause(IMPORT_PAUSE_MS);
  }
}

export const standardLifecycleActions = ({
  connection,
  standards,
  standardChanges,
}: StandardsService): Handlers<typeof standardLifecycleEndpoints, StandardResources> => {
  const deletion = new StandardDeletion(connection);
  return {
    async 'standards.deprecate'({ id, reason }, ctx) {
      const deprecated = await inTransaction(connection, async (session) => {
        const before = await requireCurrentStandard(standards, session, id, ctx);
        assertActive(before);
        const now = new Date();
        const deprecated_reason = reason || null;
        const after = await standards.change(session, id, {
          deprecated: true,
          deprecated_at: now,
          deprecated_reason,
          updated_by: ctx.person,
          updated_at: now,
        });
        await standardChanges.record(session, before, 'standard_changed', ctx);
        await ctx.audit(session, {
          resource: { type: 'standard', id },
          details: { name: before.name, reason: deprecated_reason },
        });
        return after;
      });
      return presentStandard(await withVisibleCategory(deprecated, ctx));
    },

    async 'standards.reactivate'({ id }, ctx, standard) {
      const naming = { connection, standards, name: standard.name, scope: standard };
      const active = await inNamingTransaction(naming, ctx, async (session) => {
        const before = await requireCurrentStandard(standards, session, id, ctx);
        assertDeprecated(before);
        const after = await standards.change(session, id, {
          deprecated: false,
          deprecated_at: null,
          deprecated_reason: null,
          updated_by: ctx.person,
          updated_at: new Date(),
        });
        await standardChanges.record(session, before, 'standard_changed', ctx);
        await ctx.audit(session, { resource: { type: 'standard', id }, details: { name: before.name } });
        return after;
      });
      return presentStandard(await withVisibleCategory(active, ctx));
    },

    async 'standards.delete'({ id, confirmName }, ctx, standard) {
      assertDeletable(standard);
      assertUnused(await loadUse(id, ctx));
      if (confirmName !== standard.name)
        throw confirmationRequired(standard.name, await deletion.countCustomizations(id));
      const { customizationCount } = await inTransaction(connection, async (session) => {
        const before = await requireCurrentStandard(standards, session, id, ctx);
        assertDeletable(before);
        if (confirmName !== before.name)
          throw confirmationRequired(before.name, await deletion.countCustomizations(id));
        const deleted = await deletion.delete(session, id);
        await standardChanges.record(session, before, 'standard_deleted', ctx);
        const { name, subject_type, subject_id } = before;
        const details = { name, subject_type, subject_id, ...deleted };
        await ctx.audit(session, { resource: { type: 'standard', id }, details });
        return deleted;
      });
      return { standard_id: id, deleted: true, customizationCount };
    },
  };
};
