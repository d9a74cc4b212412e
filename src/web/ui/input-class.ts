/** The look that inputs and selects share. */
export const inputClass =
  'block h-11 w-full rounded-control border border-line-strong bg-surface px-3 text-input text-text placeholder:text-text-3 aria-invalid:border-2 aria-invalid:border-danger';
