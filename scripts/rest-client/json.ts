/** JSON as a raw answer holds it, and its members: one that is missing or of another type is an error that names it. */

export type Json = { [member: string]: JsonValue };
export type JsonValue = string | number | boolean | null | JsonValue[] | Json | undefined;

/** Whether a value is an object. */
export const isJson = (value: JsonValue): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const lacking = (body: Json, what: string, member: string): Error =>
  new Error(`the answer has no ${what} '${member}': ${JSON.stringify(body).slice(0, 300)}`);

/** @throws Error when the member is no text */
export function textOf(body: Json, member: string): string {
  const value = body[member];
  if (typeof value !== 'string') throw lacking(body, 'text', member);
  return value;
}

/** @throws Error when the member is no number */
export function numberOf(body: Json, member: string): number {
  const value = body[member];
  if (typeof value !== 'number') throw lacking(body, 'number', member);
  return value;
}

/** @throws Error when the member is no object */
export function objectOf(body: Json, member: string): Json {
  const value = body[member];
  if (!isJson(value)) throw lacking(body, 'object', member);
  return value;
}

/** The objects of a list. @throws Error when the member is no list */
export function listOf(body: Json, member: string): Json[] {
  const value = body[member];
  if (!Array.isArray(value)) throw lacking(body, 'list', member);
  return value.filter(isJson);
}
