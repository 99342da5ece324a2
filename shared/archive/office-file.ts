/**
 * Opens a file of Word or Excel, a ZIP archive of XML: its parts, unpacked within limits. One with macros is refused.
 */
import { unzipWithin, type ZipFault, type ZipLimits } from './unzip-within.ts';

/** Why such a file is not read. */
export type OfficeFault = ZipFault | 'macros';

export interface OfficeFile {
  /** Unpacked parts by their names: those that are read. */
  parts: Readonly<Record<string, Uint8Array>>;
  /** Names of all parts. */
  names: readonly string[];
}

/**
 * @param read the names of the parts that are read
 * @param errorOf the error for a fault, with the name of the part at which it was found, if any
 * @throws the error of `errorOf`
 */
export function openOfficeFile(
  bytes: Uint8Array,
  limits: ZipLimits,
  read: RegExp,
  errorOf: (fault: OfficeFault, part: string) => Error,
): OfficeFile {
  const names: string[] = [];
  const isRead = (name: string): boolean => {
    names.push(name);
    return read.test(name);
  };
  const parts = unzipWithin(bytes, limits, isRead, errorOf);
  const macros = names.find(
    (name) => /vbaProject|\.bin$/i.test(name) && !/printerSettings|embeddings/i.test(name),
  );
  if (macros !== undefined) throw errorOf('macros', macros);
  return { parts, names };
}
