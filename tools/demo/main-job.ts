/**
 * The demo's main job over REST, with checks: standard, project, export of a revision; with an administrator also the
 * import and the moderation of a wiki edition. Gives the export, the public keys and the owner's sign-in. For the demo and
 * for tests of deployments.
 */
import { RestClient } from '../../shared/rest-client/client.ts';
import { moderatePage } from './moderation-steps.ts';
import { runProject } from './project-steps.ts';
import { writeStandard } from './standard-steps.ts';
import type { Administrator, ReportStep, SignIn } from './step-checks.ts';
import { adoptFromWiki } from './wiki-steps.ts';

export interface MainJobOutcome {
  /** The export of revision 1, byte for byte as the service sent it. */
  exported: string;
  /** The response of `GET /api/certificates/keys`. */
  keys: string;
  /** The administrator of the company that was made. */
  owner: SignIn;
  projectId: number;
  standardId: number;
  /** The page of the wiki; null where no administrator made one. */
  pageId: string | null;
}

/**
 * Runs the whole job.
 * @param administrator a site administrator, who creates the wiki library; without one the wiki part is
 * skipped
 */
export async function runMainJob(
  base: string,
  report: ReportStep,
  administrator: Administrator | null,
): Promise<MainJobOutcome> {
  const anyone = new RestClient(base);
  const standard = await writeStandard(anyone, report);
  const outcome = await runProject(standard, report);
  let pageId: string | null = null;
  if (administrator) {
    const { email, password } = administrator;
    const moderator = await anyone.openSession('account.login', { email, password });
    const page = await adoptFromWiki(moderator, standard.author, outcome.projectId, report);
    await moderatePage(moderator, standard.author, page, report);
    pageId = page.pageId;
  }
  const { owner, standardId } = standard;
  return { ...outcome, owner, standardId, pageId };
}
