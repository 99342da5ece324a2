/**
 * The properties that our OSCAL catalogues add for what OSCAL has no place for, such as the address of an element or
 * the unit of a field, so that an import gives back exactly the standard. Only this file writes and reads them. Pure.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../rest-client/json.ts';

/** The namespace of these properties. */
const NAMESPACE = 'urn:construction-specification-service';

type PropertyName =
  | 'address'
  | 'constraint'
  | 'content-hash'
  | 'default'
  | 'description'
  | 'drawing-ref'
  | 'drawing-ref-locator'
  | 'heading'
  | 'input-type'
  | 'kind'
  | 'order-number'
  | 'printed-number'
  | 'starting-disposition'
  | 'unit'
  | 'withheld';

/** What OSCAL accepts as the value of a property: one line, no blanks at its ends. */
const PLAIN = /^\S(?:.*\S)?$/u;
export const isPlainValue = (text: string): boolean => PLAIN.test(text);
const IN_REMARKS = 'in the remarks';

/** A property; a value that OSCAL does not accept as one stands in its remarks. */
export const ownProperty = (name: PropertyName, text: string): JsonObject =>
  isPlainValue(text) && text !== IN_REMARKS
    ? { name, ns: NAMESPACE, value: text }
    : { name, ns: NAMESPACE, value: IN_REMARKS, remarks: text };

/** The value of a property of an object; null where it has none. */
export function findOwnProperty(props: JsonValue, name: PropertyName): string | null {
  const found = (Array.isArray(props) ? props : []).find(
    (prop) => isJsonObject(prop) && prop.ns === NAMESPACE && prop.name === name,
  );
  if (!isJsonObject(found)) return null;
  const text = found.value === IN_REMARKS ? found.remarks : found.value;
  return typeof text === 'string' ? text : null;
}

/** Whether a property is one of these, or the label that repeats one of them. */
export const isOwnProperty = (prop: JsonValue): boolean =>
  isJsonObject(prop) && (prop.ns === NAMESPACE || (prop.name === 'label' && prop.class === undefined));
