/**
 * Renumbering of documents that begin with section 0. Section numbers begin at 1 (decisions X8), so the
 * sections of such a document are shifted by one; other documents stay unchanged.
 */
export function numberSectionsFromOne<E extends { address: string }>(elements: readonly E[]): E[] {
  const shift = elements.some(({ address }) => address === '0') ? 1 : 0;
  return elements.map((element) => ({
    ...element,
    address: element.address.replace(/^\d+/, (number) => String(Number(number) + shift)),
  }));
}
