/**
 * The main job, through REST, on real documents: from text to a signed export that anyone verifies offline. The demonstration plays
 * it, the end-to-end tests play it in one process and in eight; every step checks what it says.
 */

import { Client } from './client.ts';
import { runProject } from './project-steps.ts';
import { writeStandard } from './standard-steps.ts';
import { adoptFromWiki } from './wiki-steps.ts';

/** One line of the summary: what was done and what it showed. */
export type Report = (title: string, detail: string) => void;

export interface Administrator {
  email: string;
  password: string;
}

export interface Outcome {
  /** The export of revision 1 as the service answered it, byte for byte. */
  exported: string;
  /** The answer of `GET /api/certificates/keys`. */
  keys: string;
}

/**
 * Plays the whole job.
 * @param administrator the site's first administrator, who opens the wiki library; without one the wiki part is left out
 */
export async function playMainJob(base: string, report: Report, administrator: Administrator | null): Promise<Outcome> {
  const anyone = new Client(base);
  const standard = await writeStandard(anyone, report);
  const outcome = await runProject(standard, report);
  if (administrator) await adoptFromWiki(anyone, administrator, standard, outcome.projectId, report);
  return outcome;
}

/** A step failed in what it promised, not in its transport. */
export function check(condition: boolean, promise: string): asserts condition {
  if (!condition) throw new Error(`Not as promised: ${promise}`);
}
