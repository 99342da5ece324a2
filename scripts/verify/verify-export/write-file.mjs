/**
 * `npm run verify-export:file [-- FILE]`: writes the verifier as one file to hand over, from its parts in this folder
 * (default: verify-export.mjs in the folder of the call). The parts are modules that share one scope in the file: a
 * name that two of them declare is a syntax error there.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The parts, each after those that it imports. */
const PARTS = [
  'refusals',
  'json',
  'pdf',
  'trees',
  'certificate',
  'signed-parts',
  'shown-content',
  'files',
  'chain',
  'command',
  'main',
];

const HEAD = `#!/usr/bin/env node
/**
 * Verifier of signed exports of published project revisions, and of proofs of one clause or value of them.
 * Also of a PDF that the service made of such a revision, to which its export is attached.
 * One file, no dependencies, no network, no service; \`--help\` prints its usage.
 *
 * keys.json is the response of GET /api/certificates/keys, saved once over a connection you trust: the source
 * of the keys decides what verifies.
 *
 * Order of the checks: the DSSE envelope (Ed25519 over the certificate's bytes and their type; the key is
 * chosen by keyid from keys.json, never by the file), the key itself, the certificate; for an export the
 * SHA-256 of \`content\` and the readable parts of the file (project, revision, sections, datasheets), which
 * must be what \`content\` says; for a proof the way from the part shown to the root in the certificate; for
 * several files the chain of their certificates.
 */
`;

const IMPORT = /^import \{([^}]*)\} from '([^']+)';\n/gm;

/** The file as its parts give it. */
function fileText() {
  const imported = new Map();
  const bodies = PARTS.map((name) => {
    const text = readFileSync(new URL(`${name}.mjs`, import.meta.url), 'utf8');
    for (const [, names, from] of text.matchAll(IMPORT)) {
      if (!from.startsWith('node:')) continue;
      const known = imported.get(from) ?? new Set();
      for (const word of names.split(',')) if (word.trim() !== '') known.add(word.trim());
      imported.set(from, known);
    }
    const body = text.replace(IMPORT, '').replace(/^export (?=const|function|class)/gm, '');
    return `// ---- ${name} ${'-'.repeat(Math.max(3, 90 - name.length))}\n\n${body.trim()}\n`;
  });
  const imports = [...imported]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([from, names]) => `import { ${[...names].sort().join(', ')} } from '${from}';\n`);
  return `${HEAD}${imports.join('')}\n${bodies.join('\n')}`;
}

// npm changes into the folder of the package.
const target = resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? 'verify-export.mjs');
writeFileSync(target, fileText(), { mode: 0o755 });
console.log(target);
