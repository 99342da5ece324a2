/** The type of a finding of `spec check`: rule, place and message, as every output format has them. */
export interface Finding {
  /** The path as it was given, with slashes; `<stdin>` for standard input. */
  file: string;
  /** Number of the line, from 1. */
  line: number;
  level: 'error' | 'warning';
  rule: string;
  message: string;
}

export const STANDARD_INPUT = '<stdin>';
