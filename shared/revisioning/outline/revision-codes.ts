/**
 * Severities, and the next revision code of a standard or datasheet (`1.2.0`, by severity) and of a project
 * (`3`).
 */

export const SEVERITIES = ['major', 'minor', 'patch'] as const;
export type Severity = (typeof SEVERITIES)[number];

const REVISION_CODE = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;
const PROJECT_CODE = /^[1-9]\d*$/;

/** The severity a caller wrote in any case (`MAJOR`, `minor`), or null when it is none. */
function parseSeverity(text: string): Severity | null {
  const lower = text.toLowerCase();
  return SEVERITIES.find((severity) => severity === lower) ?? null;
}

/**
 * The code after `previous`: the first is `1.0.0` whatever the severity, then major X+1.0.0,
 * minor X.Y+1.0, patch X.Y.Z+1. Severity is read in any case.
 * @throws RangeError when `previous` is no revision code or `severity` no severity
 */
export function nextRevisionCode(previous: string | null, severity: string): string {
  const known = parseSeverity(severity);
  if (known === null) throw new RangeError(`Unknown severity: ${severity}`);
  if (previous === null) return '1.0.0';
  const match = REVISION_CODE.exec(previous);
  if (match === null) throw new RangeError(`Not a revision code: ${previous}`);
  const [major, minor, patch] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (known === 'major') return `${major + 1}.0.0`;
  if (known === 'minor') return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

/**
 * The code after `previous` for a project revision: `1`, `2`, `3`…, as strings.
 * @throws RangeError when `previous` is no project revision code
 */
export function nextProjectRevisionCode(previous: string | null): string {
  if (previous === null) return '1';
  if (!PROJECT_CODE.test(previous)) throw new RangeError(`Not a project revision code: ${previous}`);
  return String(Number(previous) + 1);
}
