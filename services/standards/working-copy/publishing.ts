/** Publishing: the working copy becomes a sealed numbered revision, in one transaction (document 2, publish; S3, S7, R9). */
import type { Connection } from 'mongoose';
import type { Params, Result } from '../../../shared/contracts/endpoint.ts';
import type { standardsEditing } from '../../../shared/contracts/standards/editing.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { untilWritten } from '../../../shared/kernel/database/until-written.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import type { Resources } from '../access.ts';
import { presentRevision } from '../revision/present.ts';
import type { Revisions } from '../revision/repository.ts';
import { type Sealing, sealOutline } from '../revision/sealing.ts';
import type { StandardRecord } from '../standard/model.ts';
import type { Standards } from '../standard/repository.ts';
import { chooseTags } from '../tag/actions.ts';
import type { Tags } from '../tag/repository.ts';
import { closedConflict, staleConflict } from './conflicts.ts';
import type { Draft } from './draft.ts';
import type { WorkingCopyRecord } from './model.ts';
import { noWorkingCopy } from './opening.ts';
import type { WorkingCopies } from './repository.ts';

type PublishContracts = Pick<typeof standardsEditing, 'standards.publish'>;
type PublishParams = Params<PublishContracts['standards.publish']>;
type Published = Result<PublishContracts['standards.publish']>;

interface Deps {
  connection: Connection;
  standards: Standards;
  workingCopies: WorkingCopies;
  revisions: Revisions;
  sealing: Sealing;
  tags: Tags;
}

/** How often a publish without baseVersion takes up a draft that somebody saves at the same time. */
const ROUNDS = 10;

const REVISED =
  'The standard got a new revision since this working copy was opened. Discard it and open a new one, or what came in between would be lost. Nothing was written.';

export const publishActions = ({
  connection,
  standards,
  workingCopies,
  revisions,
  sealing,
  tags,
}: Deps): Handlers<PublishContracts, Resources> => {
  /** One look at the working copy; null when it moved before it was sealed. */
  async function attempt(params: PublishParams, call: Call): Promise<Published | null> {
    const { id, baseVersion } = params;
    const found = await workingCopies.current(id);
    if (!found) {
      if (baseVersion !== undefined && (await workingCopies.isClosed(id, baseVersion))) throw closedConflict();
      throw noWorkingCopy();
    }
    const { copy } = found;
    if (baseVersion !== undefined && baseVersion !== copy.version) {
      throw (await workingCopies.isClosed(id, baseVersion)) ? closedConflict() : staleConflict(copy);
    }
    const standard = await standards.find(id);
    if (!standard) throw noWorkingCopy();
    if ((copy.opened_from?.id ?? null) !== (standard.current_revision?.id ?? null)) throw staleConflict(copy, REVISED);
    return seal(params, found, standard, call);
  }

  async function seal(
    { id, summary, severity, tag_ids, baseVersion }: PublishParams,
    { copy, draft }: { copy: WorkingCopyRecord; draft: Draft },
    standard: StandardRecord,
    call: Call,
  ): Promise<Published | null> {
    const chosen = await chooseTags(tag_ids, standard.tags, tags);
    const sealed = await sealOutline(revisions, {
      standard,
      outline: draft.outline,
      severity,
      summary,
      tags: chosen,
      by: call.person,
      now: new Date(),
      sealedVersion: copy.version,
    });
    return inTransaction(connection, async (session) => {
      if (!(await workingCopies.close(session, copy))) return null;
      if (!(await sealing.seal(session, standard, sealed, 'current'))) {
        // The working copy must not stay closed without its revision.
        await session.abortTransaction();
        return null;
      }
      const { revision } = sealed;
      const current = { id: revision._id, code: revision.code };
      const details = {
        revision: { id: current.id, code: current.code },
        version: copy.version,
        baseVersionSent: baseVersion !== undefined,
      };
      return call.conclude(
        session,
        { resource: { type: 'standard', id }, details },
        {
          id,
          name: standard.name,
          revision: presentRevision(revision, { current_revision: current }),
          content_hash: revision.content_hash,
          tags: revision.tags,
        },
      );
    });
  }

  return {
    'standards.publish': (params, call) =>
      untilWritten(() => attempt(params, call), {
        rounds: ROUNDS,
        async overtaken() {
          const copy = await workingCopies.find(params.id);
          return copy ? staleConflict(copy) : noWorkingCopy();
        },
      }),
  };
};
