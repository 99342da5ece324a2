/**
 * Check of saved or merged elements for seal tokens, the placeholders of withheld clauses in a working copy.
 * None is valid yet, so each is rejected (working-copy save rule 5; decisions S6, W14). Pure.
 */
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { SEAL_TOKEN } from '../../../shared/markup/seal-token.ts';

interface SealableElement {
  address: string;
  content?: string | undefined;
  toc_content?: string | undefined;
  seal_token?: string | null | undefined;
}

/**
 * Rejects seal tokens of other working copies. No clause is withheld yet, so no token is valid.
 * @throws FOREIGN_SEAL_TOKEN
 */
export function assertNoForeignSeals(elements: readonly SealableElement[]): void {
  const foreign = elements.flatMap(({ address, content = '', toc_content = '', seal_token }, index) =>
    seal_token || SEAL_TOKEN.test(content) || SEAL_TOKEN.test(toc_content)
      ? [
          {
            path: `elements[${index}]`,
            address,
            message: `The seal token at ${address} does not belong to this working copy. Send the token returned when you read it.`,
          },
        ]
      : [],
  );
  const [first] = foreign;
  if (first) throw apiError('FOREIGN_SEAL_TOKEN', first.message, { errors: foreign.slice(0, 100) });
}
