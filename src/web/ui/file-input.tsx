import type { Ref } from 'react';

/** The kinds of picture files that the shop takes. */
export const PICTURE_FILES = 'image/jpeg,image/png,image/webp';

type FileInputProps = {
  ref: Ref<HTMLInputElement>;
  label: string;
  accept?: string;
  multiple?: boolean;
  onChoose: (files: [File, ...File[]]) => void;
};

/** A hidden input for files. A button opens it by `click`, so the Tab key skips it. */
export function FileInput({ ref, label, accept, multiple = false, onChoose }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      aria-label={label}
      accept={accept}
      multiple={multiple}
      className="sr-only"
      tabIndex={-1}
      onChange={({ target }) => {
        const [first, ...others] = target.files ?? [];
        // Clears the input. Otherwise the browser would report no change when somebody corrects a file and chooses it
        // again.
        target.value = '';
        if (first !== undefined) onChoose([first, ...others]);
      }}
    />
  );
}
