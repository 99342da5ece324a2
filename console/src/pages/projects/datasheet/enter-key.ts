/** The keys of a datasheet: Enter goes to the next field, as in a spreadsheet; with Ctrl or Cmd it saves. */
export function handleEnterKey(event: KeyboardEvent, form: HTMLFormElement | null): void {
  if (event.key !== 'Enter' || !form) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    form.requestSubmit();
    return;
  }
  if (!(event.target instanceof HTMLInputElement) || event.target.closest('.bottom')) return;
  event.preventDefault();
  const fields = [
    ...form.querySelectorAll<HTMLElement>(
      '.value > :is(input, textarea, select):first-child, .value fieldset input:first-of-type',
    ),
  ];
  const here = fields.findIndex((field) => field === event.target || field.contains(document.activeElement));
  fields[here + 1]?.focus();
}
