/** Verifies the files of a command line. @returns its exit code */
export function main(argv: readonly string[]): 0 | 1 | 2;
