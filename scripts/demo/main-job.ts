/**
 * The main job, through REST, on real documents: from text to a signed export that anyone verifies offline. The demonstration plays
 * it, the end-to-end tests play it in one process and in eight; every step checks what it says.
 */

import { RestClient } from '../rest-client/client.ts';
import { runProject } from './project-steps.ts';
import type { Administrator, ReportStep } from './report.ts';
import { writeStandard } from './standard-steps.ts';
import { adoptFromWiki } from './wiki-steps.ts';

export interface MainJobOutcome {
  /** The export of revision 1 as the service answered it, byte for byte. */
  exported: string;
  /** The answer of `GET /api/certificates/keys`. */
  keys: string;
}

/**
 * Plays the whole job.
 * @param administrator the site's first administrator, who opens the wiki library; without one the wiki part is left out
 */
export async function runMainJob(base: string, report: ReportStep, administrator: Administrator | null): Promise<MainJobOutcome> {
  const anyone = new RestClient(base);
  const standard = await writeStandard(anyone, report);
  const outcome = await runProject(standard, report);
  if (administrator) await adoptFromWiki(anyone, administrator, standard, outcome.projectId, report);
  return outcome;
}
