/**
 * Checks of the settings with comma-separated values: origins, search nodes, programs, services. Each throws
 * ConfigError with what a value must be.
 */
import { BUS_CALLERS, SERVICE_NAMES, type ServiceName } from '../../contracts/services.ts';
import { ConfigError } from '../errors/config-error.ts';

export function parseOrigin(word: string): string {
  if (URL.canParse(word) && /^https?:/.test(word) && new URL(word).origin === word) return word;
  throw new ConfigError(
    `CORS_ORIGINS contains ${word}, which is not an origin. Write each one as a browser sends it, e.g. https://specs.example.org.`,
  );
}

export function parseSearchNode(word: string): string {
  if (/^https?:\/\//.test(word) && URL.canParse(word)) return word.replace(/\/+$/, '');
  // It may contain a password, so it is not repeated.
  throw new ConfigError(
    'SEARCH_URL contains what is not a URL. Write each node of the cluster as https://user:password@host:9200, with commas between them.',
  );
}

export function parsePrograms(names: string[]): string[] {
  for (const name of names) {
    if (!/^[a-z][a-z0-9-]{0,31}$/.test(name))
      throw new ConfigError(
        `BUS_PROGRAMS contains ${name}. Name each program with lower-case letters, digits and hyphens, at most 32, a letter first.`,
      );
    if (BUS_CALLERS.some((caller) => caller === name))
      throw new ConfigError(`BUS_PROGRAMS contains ${name}, which is a user already. Choose another name.`);
  }
  return [...new Set(names)];
}

export function parseServices(names: string[]): ServiceName[] | null {
  if (names.length === 0) return null;
  return names.map((name) => {
    const known = SERVICE_NAMES.find((candidate) => candidate === name);
    if (!known)
      throw new ConfigError(`SERVICES contains ${name}, which is not one of ${SERVICE_NAMES.join(', ')}.`);
    return known;
  });
}
