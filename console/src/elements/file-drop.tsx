/** Where files are dropped or chosen; the same file may be chosen again. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

interface FileDropProps {
  /** The kinds of files that the browser offers; all where absent. */
  accept?: string;
  onFiles: (files: readonly File[]) => void;
  children?: ComponentChildren;
}

export function FileDrop({ accept, onFiles, children }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const id = useId();
  const take = (files: FileList | null | undefined): void => {
    if (files && files.length > 0) onFiles([...files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped on it; the field inside does the same by keyboard
    <div
      class={`drop${isOver ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <label for={id}>Drop files here, or choose them</label>
      <input
        id={id}
        type="file"
        multiple
        accept={accept}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          currentTarget.value = '';
        }}
      />
      {children}
    </div>
  );
}
