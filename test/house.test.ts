/**
 * Tests of the rules of this repository: who may import what, the length of files, READMEs of services, versions of
 * packages.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from '@jest/globals';
import { SERVICE_NAMES } from '../shared/contracts/services.ts';

const read = (...patterns: string[]) =>
  globSync(patterns).map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const sources = read('services/**/*.ts', 'shared/**/*.ts');
const everything = [
  ...sources,
  ...read('{scripts,tools,test,examples}/**/*.{ts,mjs}', 'console/*.ts', 'console/src/**/*.{ts,tsx}'),
];

/** Modules a file imports: relative ones as paths from the root. */
function importsOf(file: string, text: string): string[] {
  const found = text.matchAll(/(?:^|\n)\s*(?:import|export)\b[^;'"]*?from\s+'([^']+)'|import\('([^']+)'\)/g);
  return [...found].map(([, from, lazy]) => {
    const name = from ?? lazy ?? '';
    return name.startsWith('.') ? normalize(join(dirname(file), name)) : name;
  });
}

const violations = (
  applies: (file: string) => boolean,
  forbidden: (name: string, file: string) => boolean,
): string[] =>
  sources.flatMap(({ file, text }) =>
    applies(file)
      ? importsOf(file, text).flatMap((name) => (forbidden(name, file) ? [`${file} imports ${name}`] : []))
      : [],
  );

/**
 * The circles a depth-first walk meets, each as the files from the one it comes back to; none exactly when
 * there is none.
 */
function findCircles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) circles.push([...path.slice(at), file].join(' -> '));
    if (at >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) walk(file, []);
  return circles;
}

/** All modules that some files import, by way of others too. @param textOf what of a file counts */
function reach(roots: readonly string[], textOf: (source: { text: string }) => string): ReadonlySet<string> {
  const files = new Map(everything.map((source) => [source.file, source]));
  const found = new Set<string>();
  const pending = [...roots];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    const source = files.get(file);
    const imports = source ? importsOf(file, textOf(source)) : [];
    pending.push(...imports.filter((name) => !found.has(name)));
    for (const name of imports) found.add(name);
  }
  return found;
}

/** The folders that a file is in: `a/b/c.ts` is in `a` and `a/b`. */
const foldersAround = (file: string): string[] =>
  [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index));

/** The imports between the files and folders that stand directly in a folder. */
function importsWithin(
  folder: string,
  files: readonly { file: string; imports: readonly string[] }[],
): Map<string, string[]> {
  const inFolder = new RegExp(`^${folder}/[^/]+`);
  const within = new Map<string, string[]>();
  for (const { file, imports } of files) {
    const [from] = inFolder.exec(file) ?? [];
    if (from === undefined) continue;
    const others = imports.flatMap((name) => inFolder.exec(name)?.slice(0, 1) ?? []);
    within.set(from, [...new Set([...(within.get(from) ?? []), ...others.filter((to) => to !== from)])]);
  }
  return within;
}

const serviceOf = (path: string): string | undefined =>
  SERVICE_NAMES.find((name) => path.startsWith(`services/${name}/`));
const isTest = (file: string): boolean => file.endsWith('.test.ts');

describe('the rules of the house (architecture §1)', () => {
  it('a service imports shared/ and itself, never another service', () => {
    const crossing = violations(
      (file) => serviceOf(file) !== undefined,
      (name, file) => name.startsWith('services/') && serviceOf(name) !== serviceOf(file),
    );
    assert.deepEqual(crossing, []);
  });

  it('the image has what the console is built from', () => {
    const [, stage = ''] =
      /^FROM packages AS console\n(.*?)^FROM /ms.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
    const copied = [...stage.matchAll(/^COPY (\S+) /gm)].map(([, folder]) => `${folder}/`);
    const roots = everything.map(({ file }) => file).filter((file) => file.startsWith('console/'));
    const files = new Set(everything.map(({ file }) => file));
    const imported = [...reach(roots, ({ text }) => text)].filter((name) => files.has(name));
    assert.ok(imported.length > roots.length);
    assert.deepEqual(
      imported.filter((name) => !copied.some((folder) => name.startsWith(folder))),
      [],
    );
  });

  it('shared/ imports no service, its tests neither', () => {
    assert.deepEqual(
      violations(
        (file) => file.startsWith('shared/'),
        (name) => name.startsWith('services/'),
      ),
      [],
    );
  });

  it('the pure folders know neither mongoose nor moleculer nor the kernel', () => {
    assert.deepEqual(
      violations(
        (file) => /^shared\/(revisioning|markup|contracts|text)\/|^shared\/[\w-]+\.ts$/.test(file),
        (name) => name === 'mongoose' || name === 'moleculer' || name.startsWith('shared/kernel/'),
      ),
      [],
    );
  });

  it('only the kernel knows both Moleculer and the contracts; a service takes schemas and brokers from it', () => {
    const allowed = /^(shared\/kernel\/|services\/[\w-]+\/service\.ts$|services\/start-node\.ts$)/;
    assert.deepEqual(
      violations(
        (file) => !allowed.test(file) && !isTest(file),
        (name) => name === 'moleculer',
      ),
      [],
    );
  });

  it('no file of handlers imports another: what they share stands in rules, errors and views', () => {
    assert.deepEqual(
      violations(
        (file) => /(^|[/-])actions\.ts$/.test(file),
        (name) => name.startsWith('services/') && /(^|[/-])actions\.ts$/.test(name),
      ),
      [],
    );
  });

  it('a comment gives a reason; rules are cited in contracts and at the end of titles of tests', () => {
    const citation =
      /^\s*(?:\/\*|\*|\/\/).*\((?:decisions? |hardening )?(?:R-\d{3}|[ADEFGHPRUWXY]\d{1,2})[,;)]/m;
    const citing = everything.filter(
      ({ file, text }) => !file.startsWith('shared/contracts/') && citation.test(text),
    );
    assert.deepEqual(
      citing.map(({ file }) => file),
      [],
    );
  });

  it('a file begins with a comment that says what it is; of a test its titles may say it', () => {
    const silent = everything.filter(
      ({ file, text }) => !file.endsWith('.test.ts') && !/^(#!.*\n)?\/[*/]/.test(text),
    );
    assert.deepEqual(
      silent.map(({ file }) => file),
      [],
    );
  });

  it('a file is one thing that can be read in one sitting: at most 300 lines', () => {
    const long = everything.filter(({ text }) => text.split('\n').length > 301);
    assert.deepEqual(
      long.map(({ file }) => file),
      [],
    );
  });

  it('no file imports itself by way of others, types included', () => {
    assert.deepEqual(
      findCircles(new Map(everything.map(({ file, text }) => [file, importsOf(file, text)]))),
      [],
    );
  });

  it('no folder imports itself by way of the others beside it: imports run one way', () => {
    const files = sources
      .filter(({ file }) => !/\.(test|fixture)\.ts$/.test(file))
      .map(({ file, text }) => ({ file, imports: importsOf(file, text) }));
    const folders = new Set(files.flatMap(({ file }) => foldersAround(file)));
    assert.deepEqual(
      [...folders].flatMap((folder) => findCircles(importsWithin(folder, files))),
      [],
    );
  });

  it('what a node loads at its start takes no library that only some need', () => {
    const loaded = reach(
      sources.filter(({ file }) => /^services\/[^/]+\/service\.ts$/.test(file)).map(({ file }) => file),
      ({ text }) => text.replaceAll(/import type[^;]*;|import\('[^']+'\)/g, ''),
    );
    assert.deepEqual(
      ['mongoose', 'minio', '@modelcontextprotocol/sdk/types.js'].map((name) => loaded.has(name)),
      [true, false, false],
    );
  });

  it('what runs without the packages of developers imports none of them', () => {
    const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
      readFileSync('package.json', 'utf8'),
    );
    const programs = [
      ...readFileSync('scripts/run.mjs', 'utf8').matchAll(/^ {2}\S.*program: \['([^']+)'\](?!.*dev: true)/gm),
    ];
    const commands = programs.map(([, program = '']) => program);
    assert.ok(commands.includes('tools/demo/demo.ts') && commands.length > 8);
    const loaded = [
      ...reach(['scripts/start/start.ts', 'scripts/start/start-split.ts', ...commands], ({ text }) => text),
    ];
    assert.deepEqual(
      loaded.filter((name) =>
        Object.keys(devDependencies).some((one) => name === one || name.startsWith(`${one}/`)),
      ),
      [],
    );
  });

  it('the README is read to its end: at most 150 lines', () => {
    assert.ok((read('README.md')[0]?.text.trim().split('\n').length ?? 0) <= 150);
  });

  it('every service says what it owns, on one page of at most 40 lines', () => {
    const pages = SERVICE_NAMES.map((name) => ({
      name,
      lines: read(`services/${name}/README.md`)[0]?.text.trim().split('\n').length,
    }));
    assert.deepEqual(
      pages.filter(({ lines }) => lines === undefined || lines > 40),
      [],
    );
  });
});

describe('versions with known faults stay out (hardening C2)', () => {
  const lock: { packages: Record<string, { version?: string }> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  );
  const floors: Record<string, string> = {
    mongoose: '9.9.2',
    'js-yaml': '5.0.0',
    'markdown-it': '14.1.1',
    'linkify-it': '5.0.1',
  };
  for (const [name, floor] of Object.entries(floors)) {
    it(`${name} is at least ${floor}`, () => {
      const versions = Object.entries(lock.packages).flatMap(([path, { version }]) =>
        version && path.endsWith(`node_modules/${name}`) ? [version] : [],
      );
      assert.ok(versions.length > 0, `${name} is not installed`);
      for (const version of versions) assert.ok(compare(version, floor) >= 0, `${name} ${version}`);
    });
  }

  it('the lock file names no registry host', () => {
    assert.ok(!readFileSync('package-lock.json', 'utf8').includes('"resolved"'));
  });
});

function compare(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (let at = 0; at < 3; at += 1) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
