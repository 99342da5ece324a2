/**
 * Builds the console: its pages with esbuild into `console/dist`, which the gateway serves. Takes well below a second, so
 * that every start builds it. The table of endpoints is written out, because the contracts would make it large.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { endpointTable } from '../shared/rest-client/endpoint-table.ts';
import { PAGE_PATHS } from './page-paths.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
export const CONSOLE_FOLDER = join(root, 'dist');

/** Bytes of a file that the build wrote, by its name. */
export interface ConsoleBuild {
  /** The first script, and those that it always loads. */
  first: readonly string[];
  style: string;
  files: ReadonlyMap<string, Uint8Array>;
}

const VERIFIER = /scripts\/verify\/verify-export\/[\w-]+\.mjs$/;

/** Replaces modules by what a browser needs of them. */
const forBrowsers: Plugin = {
  name: 'for-browsers',
  setup({ onResolve, onLoad }) {
    // markdown-it finds no links in plain text here: `shared/documents/clause-blocks.ts` turns that off.
    onResolve({ filter: /^linkify-it$/ }, () => ({ path: 'linkify-it', namespace: 'written' }));
    onLoad({ filter: /.*/, namespace: 'written' }, () => ({
      contents: 'export class LinkifyIt { set() { return this; } }',
      loader: 'js',
    }));
    // The verifier of exports is a program for Node; `src/verifying/` has what it takes from there.
    onResolve({ filter: /^node:(crypto|zlib)$/ }, ({ path, importer }) =>
      VERIFIER.test(importer)
        ? { path: join(root, `src/verifying/${path.replace(':', '-')}.ts`) }
        : undefined,
    );
    onLoad({ filter: VERIFIER }, ({ path }) => ({
      contents: `import { Buffer } from 'buffer';\n${readFileSync(path, 'utf8')}`,
      loader: 'js',
    }));
    // Hashes are the service's: what imports them here uses none.
    onResolve({ filter: /^node:crypto$/ }, () => ({
      path: 'node-crypto',
      namespace: 'none',
      sideEffects: false,
    }));
    onLoad({ filter: /.*/, namespace: 'none' }, () => ({
      contents: "export const hash = () => { throw new Error('no hash here'); };",
      loader: 'js',
    }));
    onLoad({ filter: /rest-client\/endpoint-table\.ts$/ }, () => ({
      contents: `export const endpointTable = ${JSON.stringify(endpointTable)};`,
      loader: 'js',
    }));
  },
};

/** Builds it in memory. @throws Error with the messages of esbuild */
export async function bundleConsole(): Promise<ConsoleBuild> {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(root, 'src/main.tsx'), join(root, 'styles/console.css')],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfig: join(root, 'tsconfig.json'),
    outdir: CONSOLE_FOLDER,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    legalComments: 'none',
    metafile: true,
    write: false,
    absWorkingDir: root,
    logLevel: 'silent',
    plugins: [forBrowsers],
  });
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const script = nameOf(outputs, 'src/main.tsx');
  const first = new Set([script]);
  // A set goes on with what is added while it is walked.
  for (const name of first)
    for (const { kind, path } of outputs.get(name)?.imports ?? [])
      if (kind === 'import-statement') first.add(basename(path));
  return {
    first: [...first],
    style: nameOf(outputs, 'styles/console.css'),
    files: new Map(outputFiles.map(({ path, contents }) => [basename(path), contents])),
  };
}

function nameOf(outputs: ReadonlyMap<string, { entryPoint?: string }>, entry: string): string {
  const [name] = [...outputs].find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  if (name === undefined) throw new Error(`the build has no ${entry}`);
  return name;
}

/** Builds it into `console/dist`. Several processes may do so at once: names contain the hash of their bytes. */
export async function buildConsole(): Promise<void> {
  const { first, style, files } = await bundleConsole();
  mkdirSync(CONSOLE_FOLDER, { recursive: true });
  const page = readFileSync(join(root, 'index.html'), 'utf8')
    .replace('%SCRIPT%', first[0] ?? '')
    .replace('%STYLE%', style);
  const written = new Map<string, Uint8Array>([
    ...files,
    // The page last: what it names is there.
    ['pages.json', Buffer.from(JSON.stringify(Object.values(PAGE_PATHS)))],
    ['index.html', Buffer.from(page)],
  ]);
  for (const [name, bytes] of written) {
    const draft = join(CONSOLE_FOLDER, `.${name}.${process.pid}`);
    writeFileSync(draft, bytes);
    renameSync(draft, join(CONSOLE_FOLDER, name));
  }
  for (const name of readdirSync(CONSOLE_FOLDER))
    if (!name.startsWith('.') && !written.has(name)) rmSync(join(CONSOLE_FOLDER, name), { force: true });
}

if (import.meta.main) await buildConsole();
