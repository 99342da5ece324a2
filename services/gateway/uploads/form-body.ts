/**
 * Conversion of a received upload (`receive-upload.ts`) to parameters: form fields by their schemas, and the
 * stored files.
 */
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import type { Schema } from '../../../shared/contracts/schema.ts';
import type { ErrorDetail } from '../../../shared/kernel/errors/errors.ts';
import { parseStrictJson } from '../../../shared/kernel/json/strict-json.ts';
import { canonicalNames, validationError } from '../../../shared/kernel/validation/params.ts';
import { coerceText } from '../requests/request-params.ts';
import type { ReceivedUpload } from './receive-upload.ts';

/** The fields of a form, and its files as the endpoint takes them. */
export interface FormContent extends Pick<ReceivedUpload, 'fields'> {
  files: readonly object[];
}

/**
 * The body of an upload. A list is sent as repeated parts or as one JSON array; an empty field that is not
 * text counts as not sent, because browsers send it.
 * @throws VALIDATION_ERROR for a repeated field or a list that is not a JSON array
 */
export function readFormBody(spec: EndpointSpec, { fields, files }: FormContent): Record<string, unknown> {
  const props = spec.body ?? {};
  const names = canonicalNames(props);
  const problems: ErrorDetail[] = [];
  const body: [string, unknown][] = [];
  for (const [part, values] of fields) {
    const name = names.get(part);
    const schema = name === undefined ? undefined : props[name];
    const [value = ''] = values;
    if (schema?.type === 'array') body.push([part, readListField(schema.items, part, values, problems)]);
    else if (values.length > 1 && schema)
      problems.push({ path: part, message: `'${part}' is given ${values.length} times.` });
    else if (value !== '' || !schema || schema.type === 'string')
      body.push([part, schema ? coerceText(schema, value) : value]);
  }
  if (problems.length > 0) throw validationError(problems);
  return { ...Object.fromEntries(body), files };
}

function readListField(items: Schema, part: string, values: string[], problems: ErrorDetail[]): unknown {
  const [only = ''] = values;
  if (values.length > 1 || !only.trimStart().startsWith('[')) {
    return values.filter((value) => value !== '').map((value) => coerceText(items, value));
  }
  try {
    return parseStrictJson(Buffer.from(only));
  } catch {
    problems.push({ path: part, message: `'${part}' looks like a JSON array but is not valid JSON.` });
    return [];
  }
}
