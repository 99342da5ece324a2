/** The files of the console as they were built (`console/build.ts`), in memory: together they are some 300 KB. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasSystemCode } from '../../../shared/kernel/errors/system-code.ts';

const FOLDER = fileURLToPath(new URL('../../../console/dist', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

export interface ConsoleFiles {
  /** The page, in which `%BASE%` stands for the path of BASE_URL. */
  page: string;
  /** The paths of pages; `:name` is any part. */
  paths: readonly string[];
  /** Their first parts, and that of the assets. */
  firstParts: ReadonlySet<string>;
  /** Scripts and styles by their names, which contain the hash of their bytes. */
  assets: ReadonlyMap<string, { type: string; bytes: Buffer }>;
}

/** Reads them; null where the console was not built. */
export function readConsoleFiles(folder = FOLDER): ConsoleFiles | null {
  try {
    const paths: string[] = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8'));
    const assets = readdirSync(folder).flatMap((name) => {
      const type = TYPES[extname(name)];
      return type === undefined || name.startsWith('.')
        ? []
        : [[name, { type, bytes: readFileSync(join(folder, name)) }] as const];
    });
    return {
      page: readFileSync(join(folder, 'index.html'), 'utf8'),
      paths,
      firstParts: new Set(['console', ...paths.map((path) => path.split('/')[1] ?? '')]),
      assets: new Map(assets),
    };
  } catch (error) {
    if (hasSystemCode(error, 'ENOENT')) return null;
    throw error;
  }
}
