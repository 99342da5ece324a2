/** Uploads files into the draft, with their progress; what was chosen stays when it fails, and it can be stopped. */
import { useRef, useState } from 'preact/hooks';
import { DOCUMENT_TYPES } from '../../../../../shared/contracts/files/vocabulary.ts';
import { api } from '../../../api.ts';
import { Choice, TextArea } from '../../../elements/choices.tsx';
import { FileDrop } from '../../../elements/file-drop.tsx';
import { Form, textOf } from '../../../elements/form.tsx';
import { sizeInWords } from './size-in-words.ts';

interface UploadFormProps {
  projectId: number;
  folderId: number | undefined;
  onUploaded: () => void;
}

export function UploadForm({ projectId, folderId, onUploaded }: UploadFormProps) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [done, setDone] = useState('');
  const [sent, setSent] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);
  const choose = (chosen: readonly File[]): void => {
    setFiles(chosen);
    setDone('');
  };
  const send = async (data: FormData): Promise<void> => {
    if (files.length === 0) throw new Error('Choose a file first.');
    stop.current = new AbortController();
    setSent(0);
    try {
      const { files: uploaded } = await api.call(
        'files.upload',
        {
          projectId,
          files,
          document_type: DOCUMENT_TYPES.find((one) => one === data.get('document_type')),
          description: textOf(data, 'description'),
          ...(folderId === undefined ? {} : { folder_id: folderId }),
        },
        {
          signal: stop.current.signal,
          onProgress: (progress) => setSent(progress.total === 0 ? 1 : progress.sent / progress.total),
        },
      );
      choose([]);
      setDone(`Uploaded: ${uploaded.map(({ name }) => name).join(', ')}.`);
      onUploaded();
    } catch (error) {
      throw stop.current.signal.aborted ? new Error('The upload was stopped. Nothing was stored.') : error;
    } finally {
      setSent(null);
    }
  };
  return (
    <section>
      <h2>Upload</h2>
      {done !== '' && (
        <p class="done" role="status" dir="auto">
          {done}
        </p>
      )}
      <div class="medium">
        <Form action="Upload" send={send}>
          <FileDrop onFiles={choose}>
            {files.map((file) => (
              <span key={`${file.name} ${file.size}`} class="small" dir="auto">
                {file.name}, {sizeInWords(file.size)}
              </span>
            ))}
          </FileDrop>
          <Choice
            label="Type"
            name="document_type"
            value="drawing"
            choices={DOCUMENT_TYPES.map((one) => [one, one])}
          />
          <TextArea label="Description" name="description" optional rows={2} />
          {sent !== null && (
            <p>
              <progress value={sent} max={1} aria-label="Uploaded" /> {Math.round(sent * 100)} %{' '}
              <button type="button" onClick={() => stop.current?.abort()}>
                Stop
              </button>
            </p>
          )}
        </Form>
      </div>
    </section>
  );
}
