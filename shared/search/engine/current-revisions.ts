/** The current revisions of each scope, by their standards. */
import type { SearchDocument } from './row-sequence.ts';

/** A revision with the key of its content: its id, with the clauses that are withheld. */
export interface IndexedDocument extends SearchDocument {
  key: string;
}

export class CurrentRevisions {
  readonly #byScope = new Map<string, Map<number, IndexedDocument>>();

  /** Sets the current revision of a standard. @returns the one before */
  set(scope: string, document: IndexedDocument): IndexedDocument | undefined {
    const documents = this.#byScope.get(scope) ?? new Map<number, IndexedDocument>();
    this.#byScope.set(scope, documents);
    const earlier = documents.get(document.standardId);
    documents.set(document.standardId, document);
    return earlier;
  }

  /** @returns the revision that was current */
  remove(scope: string, standardId: number): IndexedDocument | undefined {
    const documents = this.#byScope.get(scope);
    const document = documents?.get(standardId);
    documents?.delete(standardId);
    if (documents?.size === 0) this.#byScope.delete(scope);
    return document;
  }

  /** Those of some scopes. */
  of(scopes: readonly string[]): IndexedDocument[] {
    return scopes.flatMap((scope) => [...(this.#byScope.get(scope)?.values() ?? [])]);
  }

  /** Of some scopes those with a standard. */
  used(scopes: readonly string[]): string[] {
    return scopes.filter((scope) => this.#byScope.has(scope));
  }
}
