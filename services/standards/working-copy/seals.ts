/** Seal tokens, which stand for clauses withheld from a working copy (working-copy save rule 5; decisions S6, W14). Pure. */
import { fail } from '../../../shared/kernel/errors.ts';

const SEAL = /<!-- notice:withheld:([\w-]{1,200}) -->/;

interface Sealable {
  address: string;
  content?: string | undefined;
  toc_content?: string | undefined;
  seal_token?: string | null | undefined;
}

/**
 * Refuses seals that this working copy never gave out. No clause of a library standard is withheld, so none is its own.
 * @throws FOREIGN_SEAL_TOKEN
 */
export function checkSeals(elements: readonly Sealable[]): void {
  const foreign = elements.flatMap(({ address, content = '', toc_content = '', seal_token }, index) =>
    seal_token || SEAL.test(content) || SEAL.test(toc_content)
      ? [
          {
            path: `elements[${index}]`,
            address,
            message: `The seal at ${address} is not of this working copy. Send what its read gave out.`,
          },
        ]
      : [],
  );
  const [first] = foreign;
  if (first) throw fail('FOREIGN_SEAL_TOKEN', first.message, { errors: foreign.slice(0, 100) });
}
