/** Parses `include`, the list of additions to a datasheet read, and joins it with `format`. Pure. */
import { validationError } from '../../../shared/kernel/validation/params.ts';
import type { DatasheetFormat } from '../present.ts';

const INCLUDES = ['template', 'comments', 'values'];

/**
 * The requested format of a datasheet.
 * @throws VALIDATION_ERROR for an unknown token in `include`
 */
export function parseDatasheetFormat({
  format,
  include = '',
}: {
  format: 'verbose' | 'compact';
  include?: string;
}): DatasheetFormat {
  const tokens = include
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '');
  const unknown = tokens.find((token) => !INCLUDES.includes(token));
  if (unknown !== undefined) {
    throw validationError([
      {
        path: 'include',
        message: `'include' accepts ${INCLUDES.join(', ')}, not ${JSON.stringify(unknown)}.`,
      },
    ]);
  }
  return { format, include: new Set(tokens) };
}
