/**
 * Job that reports a newly marked replacement of a held edition to the projects service, with the held revisions, so
 * that it notifies the administrators of their projects. Waits until the library has a copy of the replacement.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import type { JobQueue } from '../../../shared/kernel/background/job-queue.ts';
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';
import type { HoldTransfer } from '../holds/hold-transfer.ts';
import type { Holds } from '../holds/repository.ts';
import { holdsOfEdition } from './present.ts';
import type { Editions } from './repository.ts';

const JOB = 'replacement-notifications';
const EVENTS = ['replacement_marked', 'replacement_changed'] as const;
type ReplacementEvent = (typeof EVENTS)[number];

interface Deps {
  node: Node;
  editions: Editions;
  holds: Holds;
  holdTransfer: HoldTransfer;
  jobs: JobQueue;
}

export class ReplacementNotifications {
  readonly #deps: Deps;

  /** Registers the job, whose subject is `<edition id>/<event>/<event id>`. */
  constructor(deps: Deps) {
    this.#deps = deps;
    deps.jobs.register(JOB, (subject) => this.#send(subject));
  }

  /** Runs once the decision commits. */
  async queue(
    session: ClientSession,
    { editionId, event, now }: { editionId: string; event: ReplacementEvent; now: Date },
  ): Promise<void> {
    await this.#deps.jobs.add(session, {
      kind: JOB,
      subject: `${editionId}/${event}/${randomUUID()}`,
      lane: `replacement of ${editionId}`,
      turn: now.getTime(),
    });
  }

  /**
   * Repeatable: the projects service ignores a repeated event id.
   * @throws Error while the library has no copy of the replacement
   */
  async #send(subject: string): Promise<void> {
    const { node, editions, holds, holdTransfer } = this.#deps;
    const [editionId = '', name, event_id = ''] = subject.split('/');
    const kind = EVENTS.find((event) => event === name) ?? 'replacement_marked';
    const edition = await editions.findById(editionId);
    if (!edition) return;
    const open = holdsOfEdition(await holds.listOpen(edition.page_id), editionId);
    const replacement = open[0]?.replacement;
    // The hold was lifted, or the replacement was revoked since.
    if (!replacement) return;
    await holdTransfer.send(edition.page_id);
    const { isReady, standards } = await callAsService(
      node,
      'wiki-moderation',
      'standards.replaceableRevisions',
      {
        wiki_standard_id: edition.page_id,
        adopted_revision_id: editionId,
        replacement_adopted_revision_id: replacement.edition_id,
      },
    );
    if (!isReady) throw new Error(`the library has no copy of edition ${replacement.edition_id} yet`);
    for (const { standard_id, name: standard_name, revision_ids } of standards) {
      const about = { event_id, kind, standard_id, standard_name, revision_ids };
      const notifyAfter = async (after: number | null): Promise<number | null> =>
        (
          await callAsService(node, 'wiki-moderation', 'projects.replacementNotifications', {
            ...about,
            after,
          })
        ).next;
      for (let next = await notifyAfter(null); next !== null; ) next = await notifyAfter(next);
    }
  }
}
