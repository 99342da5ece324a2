/** JSON types, and typed access to the members of a response that throws where they are missing. */
export type JsonObject = { [member: string]: JsonValue };
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject | undefined;

export const isJsonObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value of a response as text, whatever it is. */
export const toText = (value: JsonValue): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

const missingMember = (body: JsonObject, type: string, member: string): Error =>
  new Error(`the response has no ${type} '${member}': ${JSON.stringify(body).slice(0, 300)}`);

/** @throws Error when the member is not a string */
export function stringMember(body: JsonObject, member: string): string {
  const value = body[member];
  if (typeof value !== 'string') throw missingMember(body, 'string', member);
  return value;
}

/** @throws Error when the member is not a number */
export function numberMember(body: JsonObject, member: string): number {
  const value = body[member];
  if (typeof value !== 'number') throw missingMember(body, 'number', member);
  return value;
}

/** @throws Error when the member is not an object */
export function objectMember(body: JsonObject, member: string): JsonObject {
  const value = body[member];
  if (!isJsonObject(value)) throw missingMember(body, 'object', member);
  return value;
}

/** The objects of a list. @throws Error when the member is not a list */
export function listMember(body: JsonObject, member: string): JsonObject[] {
  const value = body[member];
  if (!Array.isArray(value)) throw missingMember(body, 'list', member);
  return value.filter(isJsonObject);
}
