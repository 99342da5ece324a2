/**
 * Repacks a Word file so that the same content gives the same bytes: fixed dates, ids counted from 1, parts in the
 * order of their names. Also replaces parts of the file.
 */
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';

/** The first day that a zip file can name, for all parts. */
export const ZIP_TIME = new Date(1980, 0, 1);

/**
 * @param file as it was packed
 * @param date ISO 8601 in UTC, of which the file is
 * @param parts texts that replace parts, by path
 */
export function toEqualBytes(
  file: Uint8Array,
  date: string,
  parts: Readonly<Record<string, string>>,
): Uint8Array {
  const found = unzipSync(file);
  const zip: Zippable = {};
  for (const path of Object.keys(found).sort()) {
    const replaced = parts[path];
    const bytes = replaced === undefined ? (found[path] ?? new Uint8Array()) : strToU8(replaced);
    zip[path] = [settle(path, bytes, date), { mtime: ZIP_TIME, level: 6 }];
  }
  return zipSync(zip);
}

function settle(path: string, bytes: Uint8Array, date: string): Uint8Array {
  if (path === 'docProps/core.xml')
    return strToU8(strFromU8(bytes).replace(/(<dcterms:(?:created|modified)[^>]*>)[^<]*/g, `$1${date}`));
  return path === 'word/document.xml' ? strToU8(countBookmarks(strFromU8(bytes))) : bytes;
}

const BOOKMARK = /<w:bookmark(?:Start|End) [^>]*>/g;

/** The packer counts bookmarks through all documents of a process. */
function countBookmarks(xml: string): string {
  const ids = new Map<string, number>();
  return xml.replace(BOOKMARK, (tag) =>
    tag.replace(/w:id="([^"]*)"/, (_all, id: string) => {
      const own = ids.get(id) ?? ids.size + 1;
      ids.set(id, own);
      return `w:id="${own}"`;
    }),
  );
}
