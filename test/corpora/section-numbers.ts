/**
 * Some of these documents open with a section 0. Numbers begin at 1 (decisions X8), so who brings such a document counts its sections
 * one further; the others stay as they are.
 */
export function numberSectionsFromOne<E extends { address: string }>(elements: readonly E[]): E[] {
  const shift = elements.some(({ address }) => address === '0') ? 1 : 0;
  return elements.map((element) => ({
    ...element,
    address: element.address.replace(/^\d+/, (number) => String(Number(number) + shift)),
  }));
}
