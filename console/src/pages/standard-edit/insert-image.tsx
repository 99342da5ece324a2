/** Uploads an image for the clause that is open, and puts it where the text is being written. */
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { Field, Form, Labelled, textOf } from '../../elements/form.tsx';
import type { Draft } from './draft.ts';

const KINDS = 'image/png,image/jpeg,image/svg+xml';

interface InsertImageProps {
  /** It cannot be saved while an image of it is uploaded: the reference would not be in what is saved. */
  draft: Draft;
  /** Puts a reference into the text. @param source the image itself, until the draft is saved */
  insert: (reference: string, image: { name: string; source: string }) => void;
}

export function InsertImage({ draft, insert }: InsertImageProps) {
  const [isOpen, setOpen] = useState(false);
  const send = async (data: FormData): Promise<void> => {
    const file = data.get('files');
    if (!(file instanceof File)) throw new Error('Choose a file first.');
    draft.uploads.value += 1;
    try {
      const id = draft.copy.standard_id;
      const { name, reference } = await api.call('standards.images.upload', { id, files: [file] });
      // A reference ends at a bracket.
      const description = textOf(data, 'description').replace(/[[\]]/g, '');
      insert(`![${description}](${reference})`, { name, source: await readSource(file) });
    } finally {
      draft.uploads.value -= 1;
    }
    setOpen(false);
  };
  return (
    <details class="insert-image" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Insert an image</summary>
      <Form action="Upload and insert it" send={send} clears>
        <Labelled label="Image" name="files" hint="PNG, JPEG or SVG, at most 2 MB.">
          {(attributes) => <input {...attributes} type="file" accept={KINDS} />}
        </Labelled>
        <Field
          label="What it shows"
          name="description"
          hint="For who does not see it, and where it cannot be shown."
        />
      </Form>
    </details>
  );
}

/** The image as an address, with which the page shows it before anybody may read it. */
function readSource(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
