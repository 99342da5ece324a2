/** Form data of an upload: its fields and files as parts. */

/** A file with its name: of an input in a browser, or `new File([bytes], 'plan.pdf', { type: 'application/pdf' })`. */
export type UploadFile = File;

/**
 * The members as parts; a list becomes several parts of one name, and null an empty part.
 * @throws TypeError for an object that is no File: its bytes or its name would be lost
 */
export function buildForm(members: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(members)) {
    for (const part of [value].flat()) {
      if (part instanceof File) form.append(name, part, part.name);
      else if (part === null) form.append(name, '');
      else if (typeof part === 'object')
        throw new TypeError(
          `'${name}' takes File objects, such as new File([bytes], 'plan.pdf', { type: 'application/pdf' }).`,
        );
      else form.append(name, String(part));
    }
  }
  return form;
}
