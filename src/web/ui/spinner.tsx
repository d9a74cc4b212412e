import { classNames } from './class-names.ts';

/** A turning ring in the colour of the text around it. Words beside it say what is waited for. */
export function Spinner({ size = 18, className }: { size?: number; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('spinner inline-block shrink-0', className)}
      style={{ width: size, height: size }}
    />
  );
}
