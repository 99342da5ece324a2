/**
 * Checks the references to wiki pages in a text: which pages and clauses they name, the question to the wiki about
 * them, and which of them lead nowhere, because the page is not published or has no such clause. Pure.
 */
import { citedPage, findReferences, type PageAddress, type PageReference } from './page-references.ts';

/** The rule of the finding about a reference that leads nowhere. */
export const UNRESOLVED_RULE = 'reference_unresolved';

/** Pages and clauses of one text that are looked up, and lines that are kept for each; further ones are not checked. */
const MAX_TARGETS = 1_000;
const MAX_LINES = 100;

/** A page, or a clause of it, and the lines of a text that refer to it. */
export interface ReferenceTarget extends Omit<PageReference, 'line'> {
  lines: number[];
}

/** A page and the clauses of it that are asked for. */
export interface PageQuestion extends PageAddress {
  clauses: string[];
}

/** What a text refers to, in the order of the first references. */
export function findReferenceTargets(text: string): ReferenceTarget[] {
  const targets = new Map<string, ReferenceTarget>();
  for (const { line, ...named } of findReferences(text)) {
    const key = targetText(named);
    const known = targets.get(key);
    if (!known && targets.size < MAX_TARGETS) targets.set(key, { ...named, lines: [line] });
    else if (known && known.lines.length < MAX_LINES) known.lines.push(line);
  }
  return [...targets.values()];
}

/** Each page once, with all its clauses that are named. */
export function askForPages(
  targets: Iterable<Pick<ReferenceTarget, 'library_slug' | 'slug' | 'clause'>>,
): PageQuestion[] {
  const questions = new Map<string, PageQuestion & { clauses: string[] }>();
  for (const { library_slug, slug, clause } of targets) {
    const page = citedPage({ library_slug, slug });
    const question = questions.get(page) ?? { library_slug, slug, clauses: [] };
    questions.set(page, question);
    if (clause !== null && !question.clauses.includes(clause)) question.clauses.push(clause);
  }
  return [...questions.values()];
}

/** The targets that lead nowhere, one for each line, with a sentence that says what is missing. */
export function findUnresolved(
  targets: readonly ReferenceTarget[],
  pages: readonly PageQuestion[],
): { line: number; message: string }[] {
  const clausesOf = new Map(pages.map((page) => [citedPage(page), new Set(page.clauses)]));
  return targets.flatMap((target) => {
    const page = citedPage(target);
    const clauses = clausesOf.get(page);
    if (clauses && (target.clause === null || clauses.has(target.clause))) return [];
    const message = clauses
      ? `The published standard ${page} has no clause ${target.clause}.`
      : `There is no published standard ${page}.`;
    return target.lines.map((line) => ({ line, message }));
  });
}

const targetText = ({ clause, ...page }: Omit<PageReference, 'line'>): string =>
  clause === null ? citedPage(page) : `${citedPage(page)}#${clause}`;
