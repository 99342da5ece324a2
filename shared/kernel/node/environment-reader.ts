/**
 * Reader of environment variables, or of the files that `<NAME>_FILE` names: parses and checks each one, and
 * records its declaration for the documentation.
 */

import { readFileSync } from 'node:fs';
import { email } from '../../contracts/common-shapes.ts';
import { normaliseEmail } from '../../text/names-and-emails.ts';
import { ConfigError } from '../errors/config-error.ts';

/** A variable as the documentation shows it. */
export interface EnvironmentVariable {
  name: string;
  meaning: string;
  /** The default, or what happens without a value; null where `meaning` says everything. */
  unset: string | null;
  /** What a value must be, as a continuation of "it must". */
  rule: string | null;
}

/** Also a list of hosts, as in the connection string of a replica set. */
const isUrl = (value: string): boolean => URL.canParse(value.replace(/^(\w+:\/\/[^/,]+),[^/]*/, '$1'));

const EMAIL_PATTERN = new RegExp(email.pattern);

/** A URL may contain a password, so it is not repeated in a message. */
const isSafeToPrint = (name: string): boolean => !/_UR[IL]$/.test(name);

/**
 * Each method declares one variable and returns its value. All of them throw ConfigError on an invalid value.
 */
export class EnvironmentReader {
  readonly variables: EnvironmentVariable[] = [];
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  text<F extends string | null>(name: string, meaning: string, fallback: F): string | F {
    return this.#declare(name, meaning, fallback).value ?? fallback;
  }

  /** @param other the variable that makes this one mandatory, and whether it is set */
  requiredWith(other: { name: string; isSet: boolean }, name: string, meaning: string): string {
    const value = this.text(name, meaning, null);
    if (value === null && other.isSet)
      throw new ConfigError(`${name} is required when ${other.name} is set: ${meaning}.`);
    return value ?? '';
  }

  secret(name: string, meaning: string, minLength: number): string | null {
    const { value } = this.#declare(name, meaning);
    if (value !== null && value.length < minLength)
      throw new ConfigError(`${name} needs at least ${minLength} characters.`);
    return value;
  }

  integer(
    name: string,
    meaning: string,
    fallback: number,
    [min, max]: readonly [number, number],
    unset = String(fallback),
  ): number {
    const { value, invalid } = this.#declare(name, meaning, unset, `be a whole number from ${min} to ${max}`);
    if (value === null) return fallback;
    if (!/^\d{1,12}$/.test(value) || Number(value) < min || Number(value) > max) throw invalid();
    return Number(value);
  }

  /** A number from 0 to 1, such as 0.05. */
  fraction(name: string, meaning: string, fallback: number): number {
    const { value, invalid } = this.#declare(name, meaning, String(fallback), 'be a number from 0 to 1');
    if (value === null) return fallback;
    if (!/^(0|1|0?\.\d{1,9}|1\.0{1,9})$/.test(value)) throw invalid();
    return Number(value);
  }

  oneOf<const T extends string>(
    name: string,
    meaning: string,
    words: readonly T[],
    fallback: T,
    unset: string = fallback,
  ): T {
    const { value, invalid } = this.#declare(name, meaning, unset, `be ${words.join(' or ')}`);
    if (value === null) return fallback;
    const word = words.find((candidate) => candidate === value);
    if (word === undefined) throw invalid();
    return word;
  }

  /** @returns the URL without a trailing slash */
  url(name: string, meaning: string, schemes: readonly string[], unset: string | null = null): string | null {
    const { value, invalid } = this.#declare(
      name,
      meaning,
      unset,
      `start with ${schemes.join(':// or ')}://`,
    );
    if (value === null) return null;
    if (!schemes.some((scheme) => value.startsWith(`${scheme}://`)) || !isUrl(value)) throw invalid();
    return value.replace(/\/+$/, '');
  }

  email(name: string, meaning: string, unset: string | null = null): string | null {
    const { value, invalid } = this.#declare(name, meaning, unset);
    if (value !== null && !EMAIL_PATTERN.test(normaliseEmail(value))) throw invalid();
    return value;
  }

  /** An email address or https URL, as a URI. */
  contact(name: string, meaning: string, unset: string): string | null {
    const { value, invalid } = this.#declare(
      name,
      meaning,
      unset,
      'be an email address or start with https://',
    );
    if (value === null) return null;
    if (/^https:\/\/[\x21-\x7e]+$/.test(value) && isUrl(value)) return value;
    if (!EMAIL_PATTERN.test(normaliseEmail(value))) throw invalid();
    return `mailto:${encodeURI(normaliseEmail(value))}`;
  }

  /** Comma-separated words; empty without a value. */
  list(name: string, meaning: string, unset: string): string[] {
    return (this.#declare(name, meaning, unset).value ?? '').split(',').flatMap((word) => word.trim() || []);
  }

  #declare(name: string, meaning: string, unset: string | null = null, rule: string | null = null) {
    this.variables.push({ name, meaning, unset, rule });
    const value = this.#read(name);
    const invalid = (): ConfigError => {
      const given = isSafeToPrint(name) ? `=${this.#env[name] ?? ''}` : '';
      const fallback = unset === null ? '' : ` (default${unset.includes(' ') ? ':' : ''} ${unset})`;
      return new ConfigError(
        `${name}${given} is not valid${rule ? `, it must ${rule}` : ''}. ${name}: ${meaning}${fallback}.`,
      );
    };
    return { value, invalid };
  }

  /** The variable, or the content of its file: a secret of Docker or Kubernetes. */
  #read(name: string): string | null {
    const value = this.#env[name]?.trim() || null;
    const fileVariable = fileVariableOf(name);
    const file = this.#env[fileVariable]?.trim() || null;
    if (file === null) return value;
    if (value !== null) throw new ConfigError(`${name} and ${fileVariable} are both set: set one of them.`);
    const content = readValueFile(fileVariable, file);
    // Taken as unset, an empty file of MONGODB_URI would start a node on a new database of its own.
    if (content === '') throw new ConfigError(`${fileVariable}=${file} is empty.`);
    return content;
  }
}

function readValueFile(fileVariable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${fileVariable}=${file} cannot be read (${code ?? 'unknown'}).`);
  }
}

/** The variable that names a file with the value of another one. */
export const fileVariableOf = (name: string): string => `${name}_FILE`;
