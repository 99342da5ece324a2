/** Form data of an upload: its fields and files as parts. */

/** A file with its name: of an input in a browser, or `new File([bytes], 'plan.pdf')`. */
export type UploadFile = File;

/** The members as parts; a list becomes several parts of one name. */
export function buildForm(members: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(members)) {
    for (const part of [value].flat()) {
      if (part instanceof File) form.append(name, part, part.name);
      else form.append(name, String(part));
    }
  }
  return form;
}
