/**
 * Types of contract schemas (those of fastest-validator with id kinds, spellings and formats) as constant
 * data, the TypeScript types inferred from them, and functions that build and read schemas. So the
 * parameters and result of a handler cannot differ from its contract.
 */
import {
  MAX_ELEMENT_CHARACTERS,
  MAX_ELEMENT_LABEL_CHARACTERS,
} from '../revisioning/outline/outline-rules.ts';
import { NAME_PATTERN } from '../text/names-and-emails.ts';
import type { IdKind } from './id-kinds.ts';

/** The callers that may use a parameter; that of other callers is ignored. */
export type CallerRestriction = 'http' | 'assistant';

interface CommonSchema {
  readonly optional?: boolean;
  readonly nullable?: boolean;
  readonly description?: string;
  readonly only?: CallerRestriction;
  /** Of an optional parameter: required of keys (and of the assistant), not of a browser session. */
  readonly requiredOfKeys?: true;
  /** Further accepted spellings, in addition to snake_case and camelCase of the name itself (G6). */
  readonly aliases?: readonly string[];
  /** The name of the shape in the OpenAPI document (`named`). */
  readonly schemaName?: string;
  /** What the shape itself is; `description` is about the member that has it. */
  readonly schemaDescription?: string;
}

/**
 * - `time`: ISO 8601 with its zone
 * - `name`: with a visible character (X4)
 * - `email`: in its normal form (X4)
 * - `lines`: one or more lines without control characters (X8)
 * - `clause`: as `lines`, without blank lines at its ends
 * - `heading`: one line without control characters, and without blanks at its ends
 * - `label`: a printed number: one line in NFC, without white space at its ends (Y11)
 */
export type TextFormat = 'time' | 'name' | 'email' | 'lines' | 'clause' | 'heading' | 'label';

export type StringSchema = CommonSchema & {
  readonly type: 'string' | 'uuid';
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  readonly default?: string;
  readonly trim?: boolean;
  /** Checked and normalised by validation. */
  readonly format?: TextFormat;
  readonly idKind?: IdKind;
};
export type NumberSchema = CommonSchema & {
  readonly type: 'number';
  readonly integer?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly default?: number;
  readonly idKind?: IdKind;
};
type BooleanSchema = CommonSchema & { readonly type: 'boolean'; readonly default?: boolean };
type EnumSchema = CommonSchema & {
  readonly type: 'enum';
  readonly values: readonly (string | number)[];
  readonly default?: string | number;
  /** Accepts any letter case; the parsed value has the listed spelling (severities). */
  readonly anyCase?: boolean;
};
type ArraySchema = CommonSchema & {
  readonly type: 'array';
  readonly items: Schema;
  readonly min?: number;
  readonly max?: number;
};
export type ObjectSchema = CommonSchema & {
  readonly type: 'object';
  readonly props: Props;
  /** An unknown member is an error instead of being ignored (G5). */
  readonly strict?: boolean;
  /** Over HTTP it is a file in a form, whose bytes the gateway stores. */
  readonly bytes?: true;
  /** The named shape that it is, but for the numbers of a dry run; the OpenAPI document has one shape for both. */
  readonly base?: ObjectSchema;
};
/** A free map: its keys are data, never parameter names; `idKind` is that of the keys, where they are ids. */
type RecordSchema = CommonSchema & {
  readonly type: 'record';
  readonly value: Schema;
  readonly idKind?: IdKind;
};
type AnySchema = CommonSchema & {
  readonly type: 'any';
  /** Stored as it was sent: a number must be exact, a text is bounded (X12). */
  readonly exact?: true;
  /** The kind of JSON value, where it is always the same. */
  readonly json?: 'object';
};
/** One of several schemas. */
type MultiSchema = CommonSchema & { readonly type: 'multi'; readonly rules: readonly Schema[] };

export type Schema =
  | StringSchema
  | NumberSchema
  | BooleanSchema
  | EnumSchema
  | ArraySchema
  | ObjectSchema
  | RecordSchema
  | AnySchema
  | MultiSchema;
export type Props = { readonly [name: string]: Schema };

/** The default of a schema as a member to be spread; nothing for a schema without one. */
export const defaultOf = (schema: Schema): { default?: string | number | boolean } =>
  'default' in schema && schema.default !== undefined ? { default: schema.default } : {};

/** Whether a caller must send a member of this schema. */
export const isRequired = (schema: Schema): boolean => !schema.optional && !('default' in defaultOf(schema));

/** The kind of an id; of a map, that of its keys. */
export const idKindOf = (schema: Schema): IdKind | undefined =>
  'idKind' in schema ? schema.idKind : undefined;

type BaseValue<S> = S extends { type: 'string' | 'uuid' }
  ? string
  : S extends { type: 'number' }
    ? number
    : S extends { type: 'boolean' }
      ? boolean
      : S extends { type: 'enum'; values: readonly (infer V)[] }
        ? V
        : S extends { type: 'array'; items: infer I }
          ? Infer<I>[]
          : S extends { type: 'object'; props: infer P }
            ? InferProps<P>
            : S extends { type: 'record'; value: infer V }
              ? { [key: string]: Infer<V> }
              : S extends { type: 'multi'; rules: readonly (infer R)[] }
                ? Infer<R>
                : unknown;

/** The value a schema accepts once parsed. */
export type Infer<S> = S extends { nullable: true } ? BaseValue<S> | null : BaseValue<S>;

type Simplify<T> = { [K in keyof T]: T[K] };
type IsOptionalInOutput<S> = S extends { optional: true }
  ? S extends { default: unknown }
    ? false
    : true
  : false;
type IsOptionalInInput<S> = S extends { optional: true }
  ? true
  : S extends { default: unknown }
    ? true
    : false;

/** The parsed members of an object: a member with a default is always there. */
export type InferProps<P> = Simplify<
  { -readonly [K in keyof P as IsOptionalInOutput<P[K]> extends true ? never : K]: Infer<P[K]> } & {
    -readonly [K in keyof P as IsOptionalInOutput<P[K]> extends true ? K : never]?: Infer<P[K]>;
  }
>;

/** The members a caller must send: one with a default may be omitted. */
export type InferInput<P> = Simplify<
  { -readonly [K in keyof P as IsOptionalInInput<P[K]> extends true ? never : K]: Infer<P[K]> } & {
    -readonly [K in keyof P as IsOptionalInInput<P[K]> extends true ? K : never]?: Infer<P[K]>;
  }
>;

// ---- the building blocks every contract uses ----------------------------------------------------

/** An integer id from a counter. */
export const id = { type: 'number', integer: true, min: 1, max: Number.MAX_SAFE_INTEGER } as const;
export const integer = { type: 'number', integer: true } as const;
export const text = { type: 'string' } as const;
export const boolean = { type: 'boolean' } as const;
/** A wiki or tag id; accepted in any letter case, parsed in lower case. */
export const uuid = { type: 'uuid' } as const;
/** An integer id of this kind: in requests every id has a kind. */
export const idOf = <const K extends IdKind>(idKind: K) => ({ ...id, idKind }) as const;
/** A UUID of this kind. */
export const uuidOf = <const K extends IdKind>(idKind: K) => ({ ...uuid, idKind }) as const;
/** A point in time: in results in UTC, in requests with any zone. */
export const time = { type: 'string', format: 'time', description: 'ISO 8601 time' } as const;
export const anyValue = { type: 'any' } as const;
/**
 * The same shape with the name that it has in the OpenAPI document. The name stays with the shape where it is
 * optional, nullable or in a list; what is built from its members is another shape.
 * @param name at most 60 letters and digits, of one shape only
 */
export const named = <const N extends string, const S extends Schema>(
  name: N,
  schema: S,
): S & { readonly schemaName: N } => ({
  ...schema,
  schemaName: name,
  ...(schema.description === undefined ? {} : { schemaDescription: schema.description }),
});

/** The same schema with a description of its place: what a choice of several shapes depends on. */
export const when = <const S extends Schema>(description: string, schema: S): S => ({
  ...schema,
  description,
});

/** An object that the service describes elsewhere. */
export const anyObject = named('JsonObject', { type: 'any', json: 'object' });
/** The value of a field, in a datasheet or as its default: stored as it was sent (D8, X12). */
export const fieldValue = named('FieldValue', {
  type: 'any',
  exact: true,
  description:
    'null, true, false, a string of at most 20,000 characters, a list of options, or a number; a number that JSON would not preserve, such as 28.50, is sent as a string',
});
/**
 * A text of one or more lines: line ends become LF, byte order marks are removed, control characters other
 * than tab are 400 (X8).
 */
export const multilineText = { type: 'string', format: 'lines' } as const;
/** The text of a clause: one or more lines, without blank lines at its ends. */
export const clauseText = { type: 'string', format: 'clause', max: MAX_ELEMENT_CHARACTERS } as const;
/** The heading of a clause: one line, without blanks at its ends. */
export const headingText = { type: 'string', format: 'heading', max: MAX_ELEMENT_CHARACTERS } as const;
/** The printed number of a clause: one line in NFC, without white space at its ends. */
export const elementLabel = {
  type: 'string',
  format: 'label',
  max: MAX_ELEMENT_LABEL_CHARACTERS,
} as const;

/** The same schema for a member that may be omitted. */
export const optional = <const S extends Schema>(schema: S): S & { readonly optional: true } => ({
  ...schema,
  optional: true,
});
/** The same schema for a member that may be null. */
export const nullable = <const S extends Schema>(schema: S): S & { readonly nullable: true } => ({
  ...schema,
  nullable: true,
});
/** A list of one kind of item. */
export const list = <const S extends Schema>(items: S): { readonly type: 'array'; readonly items: S } => ({
  type: 'array',
  items,
});
/** An object with these members. */
export const object = <const P extends Props>(props: P): { readonly type: 'object'; readonly props: P } => ({
  type: 'object',
  props,
});
/** One of these words. */
export const oneOf = <const V extends readonly (string | number)[]>(
  ...values: V
): { readonly type: 'enum'; readonly values: V } => ({
  type: 'enum',
  values,
});
/** A free map from any key to one kind of value. */
export const recordOf = <const S extends Schema>(
  value: S,
): { readonly type: 'record'; readonly value: S } => ({
  type: 'record',
  value,
});
/** The same where the keys are ids of things of one kind. */
export const recordById = <const K extends IdKind, const S extends Schema>(
  idKind: K,
  value: S,
): { readonly type: 'record'; readonly idKind: K; readonly value: S } => ({ type: 'record', idKind, value });

/** A name or title (X4): visible, on one line, without bidirectional marks. */
export const nameText = (max: number) =>
  ({ type: 'string', trim: true, min: 1, max, pattern: NAME_PATTERN, format: 'name' }) as const;
