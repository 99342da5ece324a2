/** Removes the files of a compiled package that its entries do not need. */
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What follows `from`, `import` and `import(`, in code and in declarations. */
const RELATIVE_IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/**
 * Removes the files in `dist` that no entry imports, by way of others too.
 * @param folder of the package
 * @param entries paths in it, of code and of declarations
 */
export function removeUnreachable(folder: string, entries: readonly string[]): void {
  const reached = new Set<string>();
  const waiting = entries.map((entry) => resolve(folder, entry));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    const isDeclaration = file.endsWith('.d.ts');
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(RELATIVE_IMPORT)) {
      const code = resolve(dirname(file), path);
      waiting.push(isDeclaration ? code.replace(/\.js$/, '.d.ts') : code);
    }
  }
  for (const name of globSync('dist/**/*.{js,ts}', { cwd: folder })) {
    const file = join(folder, name);
    if (!reached.has(file) && existsSync(file)) rmSync(file);
  }
}
