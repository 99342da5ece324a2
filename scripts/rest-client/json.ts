/** JSON as a raw answer holds it, and its members: one that is missing or of another type is an error that names it. */

export type JsonObject = { [member: string]: JsonValue };
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject | undefined;

/** Whether a value is an object. */
export const isJsonObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const missingMember = (body: JsonObject, what: string, member: string): Error =>
  new Error(`the answer has no ${what} '${member}': ${JSON.stringify(body).slice(0, 300)}`);

/** @throws Error when the member is no text */
export function stringMember(body: JsonObject, member: string): string {
  const value = body[member];
  if (typeof value !== 'string') throw missingMember(body, 'text', member);
  return value;
}

/** @throws Error when the member is no number */
export function numberMember(body: JsonObject, member: string): number {
  const value = body[member];
  if (typeof value !== 'number') throw missingMember(body, 'number', member);
  return value;
}

/** @throws Error when the member is no object */
export function objectMember(body: JsonObject, member: string): JsonObject {
  const value = body[member];
  if (!isJsonObject(value)) throw missingMember(body, 'object', member);
  return value;
}

/** The objects of a list. @throws Error when the member is no list */
export function listMember(body: JsonObject, member: string): JsonObject[] {
  const value = body[member];
  if (!Array.isArray(value)) throw missingMember(body, 'list', member);
  return value.filter(isJsonObject);
}
