/** What every page gets. */

export interface PageProps {
  /** The parts of its path that have a name (`page-paths.ts`). */
  params: Readonly<Record<string, string>>;
}
