/**
 * Sends the holds of a wiki page to standards: as a job that is queued in the transaction of the decision, and also
 * immediately after it. The message is built in `present.ts`.
 */
import type { ClientSession } from 'mongoose';
import type { JobQueue } from '../../../shared/kernel/background/job-queue.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';
import type { PageRecord } from '../pages/model.ts';
import type { Pages } from '../pages/repository.ts';
import { presentPageHold } from './present.ts';
import type { Holds } from './repository.ts';

const PAGE_HOLDS_JOB = 'page-holds';

interface Deps {
  node: Node;
  pages: Pages;
  holds: Holds;
  jobs: JobQueue;
}

export class HoldTransfer {
  readonly #deps: Deps;

  /** Registers the job, whose subject is `<page id>/<version>`: each change has its own job. */
  constructor(deps: Deps) {
    this.#deps = deps;
    deps.jobs.register(PAGE_HOLDS_JOB, (subject) => this.send(subject.slice(0, subject.indexOf('/'))));
  }

  /**
   * Counts a change of the holds of a page that the transaction has locked, and queues its transfer.
   * @returns the page @throws NOT_FOUND
   */
  async queueChange(session: ClientSession, pageId: string): Promise<PageRecord> {
    const page = await this.#deps.pages.countHoldChange(session, pageId);
    if (!page) throw notFound();
    const turn = page.holds_version ?? 0;
    await this.#deps.jobs.add(session, {
      kind: PAGE_HOLDS_JOB,
      subject: `${pageId}/${turn}`,
      lane: `holds of ${pageId}`,
      turn,
    });
    return page;
  }

  /**
   * Sends the holds of a page now, after the transaction of the decision.
   * @throws SERVICE_UNAVAILABLE when standards has not taken them; the job sends them again
   */
  async sendNow(pageId: string): Promise<void> {
    try {
      await this.send(pageId);
    } catch (error) {
      this.#deps.node.log.warn('the holds of a page are not in the library yet', { pageId, error });
      throw apiError(
        'SERVICE_UNAVAILABLE',
        'The decision is stored, but the library does not apply it yet. It follows as soon as the library is available; do not send the request again.',
      );
    }
  }

  /**
   * Sends the holds of a page, for a job. The page is read first: its version is never above that of the holds.
   * @throws when standards has not taken them
   */
  async send(pageId: string): Promise<void> {
    const { node, pages, holds } = this.#deps;
    const page = await pages.findById(pageId);
    if (!page) throw new Error(`page ${pageId} is missing`);
    const open = await holds.listOpen(pageId);
    const now = node.now();
    await callAsService(node, 'wiki-moderation', 'standards.setPageHolds', {
      wiki_standard_id: pageId,
      version: page.holds_version ?? 0,
      holds: open.map((hold) => presentPageHold(hold, page, now)),
    });
  }
}
