/**
 * Writes a document as PDF/A-3a with the typesetter Typst, with tags and bookmarks. The document is data to the template: no
 * text of it is run. Equal documents give equal bytes on every node. It is native code that cannot be
 * interrupted, so a process of its own runs it.
 */
import { readFileSync } from 'node:fs';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { joinRuns } from '../clause-blocks.ts';
import { imagesToTypeset, type TypesetImage } from '../drawn-images.ts';
import type { PrintedDocument, PrintedPart } from '../printed-document.ts';
import { spellDirections, spellOut } from '../spelled-characters.ts';
import { findMissingTexts, patternOf, UNUSUAL_TEXT, withNote } from './missing-characters.ts';

const TEMPLATE = readFileSync(new URL('./document.typ', import.meta.url), 'utf8');
/** Where the images are, and no file is: a drawing cannot name any other. */
const FOLDER = '/images-of-document';

/** Times that a document is typeset at most: without what the time before found missing; at last without all unusual text. */
const MAX_PASSES = 4;

/** Longer words than a hash or a signature are wider than a line, and may break. */
const LONG_WORD = /\S{90,}/g;
const PIECE = /.{30}/gu;
const ZERO_WIDTH_SPACE = '\u200b';

/** A text as JSON and the typesetter take it. */
const printable = (text: string): string =>
  spellDirections(text.toWellFormed()).replace(LONG_WORD, (word) =>
    word.replace(PIECE, `$&${ZERO_WIDTH_SPACE}`),
  );

/**
 * The bytes of the file. The typesetter takes one standard at a time, so a file of PDF/A-3a does not name PDF/UA-1.
 * @param pdfStandard others than PDF/A-3a are for tests
 * @throws Error with the findings of the typesetter
 */
export function writePdf(document: PrintedDocument, pdfStandard = 'a-3a'): Uint8Array {
  const images = imagesToTypeset(document.images);
  try {
    return typesetAll(document, images, pdfStandard);
  } catch (error) {
    if (images.size === 0) throw error;
    return typesetAll(document, soundImages(images, pdfStandard), pdfStandard);
  }
}

type Images = ReadonlyMap<string, TypesetImage>;

/** Those that can be in a file of this standard: an upload is not decoded, and a drawing may have texts without a font. */
function soundImages(images: Images, pdfStandard: string): Images {
  const isSound = ({ bytes, extension }: TypesetImage): boolean => {
    const path = `/image.${extension}`;
    const compiler = NodeCompiler.create({ workspace: FOLDER });
    compiler.mapShadow(`${FOLDER}${path}`, Buffer.from(bytes));
    const mainFileContent = `#set document(title: "Image")\n#image("${path}", alt: "Image")`;
    try {
      return compiler.pdf({ mainFileContent }, { pdfStandard, pdfTags: true }).length > 0;
    } catch {
      return false;
    } finally {
      compiler.evictCache(0);
    }
  };
  return new Map([...images].filter(([, image]) => isSound(image)));
}

function typesetAll(document: PrintedDocument, images: Images, pdfStandard: string): Uint8Array {
  const missing = new Set<string>();
  for (let pass = 1; ; pass += 1) {
    const pattern = missing.size === 0 ? null : pass === MAX_PASSES ? UNUSUAL_TEXT : patternOf(missing);
    try {
      return typeset(document, images, pattern, pdfStandard);
    } catch (error) {
      const found = findMissingTexts(error);
      if (found.length === 0 || pass === MAX_PASSES) throw error;
      for (const text of found) missing.add(text);
    }
  }
}

/** @param missing what no font has; null for nothing that is known */
function typeset(
  document: PrintedDocument,
  images: Images,
  missing: RegExp | null,
  pdfStandard: string,
): Uint8Array {
  const { attachments, ...printed } = missing ? withNote(document, missing) : document;
  // As they are: what is printed may get places where a word can break.
  const texts = attachments.map(({ text }, index): [string, string] => [`attachment-${index}`, text]);
  const files = attachments.map(({ text: _, ...file }) => file);
  const shown = missing ? (text: string) => printable(spellOut(spellDirections(text), missing)) : printable;
  const paths = new Map([...images].map(([name, { extension }], index) => [name, `/${index}.${extension}`]));
  const data = {
    ...printed,
    parts: printed.parts.map(joinParts),
    attachments: files,
    images: Object.fromEntries(paths),
  };
  const compiler = NodeCompiler.create({
    workspace: FOLDER,
    inputs: { document: toData(data, shown), ...Object.fromEntries(texts) },
  });
  for (const [name, path] of paths)
    compiler.mapShadow(`${FOLDER}${path}`, Buffer.from(images.get(name)?.bytes ?? []));
  try {
    const compiled = compiler.compile({ mainFileContent: TEMPLATE });
    if (!compiled.result)
      throw new Error(`the template failed: ${JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics)}`);
    const creationTimestamp = Math.floor(Date.parse(document.date) / 1_000);
    return compiler.pdf(compiled.result, { pdfStandard, pdfTags: true, creationTimestamp });
  } finally {
    // The typesetter keeps what it has laid out for the next document.
    compiler.evictCache(0);
  }
}

/** A part in which texts that differ in what they are, and not in their look, are one run. */
const joinParts = (part: PrintedPart): PrintedPart => ({
  ...part,
  elements: part.elements.map((element) => ({
    ...element,
    blocks: element.blocks.map((block) =>
      'runs' in block ? { ...block, runs: joinRuns(block.runs.map(({ part: _, ...run }) => run)) } : block,
    ),
  })),
});

/** What only a Word file takes along. */
const NOT_TYPESET: readonly string[] = ['part', 'form'];

/** Runs without a style, which are most, are just their text: the typesetter takes much memory for each record. */
const toData = (document: object, shown: (text: string) => string): string =>
  JSON.stringify(document, (name, value: unknown) =>
    NOT_TYPESET.includes(name)
      ? undefined
      : typeof value === 'string'
        ? shown(value)
        : isPlainRun(value)
          ? shown(value.text)
          : value,
  );

const isPlainRun = (value: unknown): value is { text: string } =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  Object.keys(value).every((name) => name === 'text' || NOT_TYPESET.includes(name));
