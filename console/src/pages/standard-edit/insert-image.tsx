/** Uploads an image for the clause that is open, and puts it where the text is being written. */
import { useId, useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { Field, Form, textOf } from '../../elements/form.tsx';

const KINDS = 'image/png,image/jpeg,image/svg+xml';

interface InsertImageProps {
  standardId: number;
  /** Puts a reference into the text. @param source the image itself, until the draft is saved */
  insert: (reference: string, image: { name: string; source: string }) => void;
}

export function InsertImage({ standardId, insert }: InsertImageProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const send = async (data: FormData): Promise<void> => {
    if (!file) throw new Error('Choose a file first.');
    const { name, reference } = await api.call('standards.images.upload', { id: standardId, files: [file] });
    // A reference ends at a bracket.
    const description = textOf(data, 'description').replace(/[[\]]/g, '');
    insert(`![${description}](${reference})`, { name, source: await readSource(file) });
    setFile(null);
    setOpen(false);
  };
  return (
    <details class="insert-image" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Insert an image</summary>
      <Form action="Upload and insert it" send={send}>
        <div class="field">
          <label for={id}>Image</label>
          <p class="small" id={`${id}-hint`}>
            PNG, JPEG or SVG, at most 2 MB.
          </p>
          <input
            id={id}
            type="file"
            accept={KINDS}
            aria-describedby={`${id}-hint`}
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
          />
        </div>
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
