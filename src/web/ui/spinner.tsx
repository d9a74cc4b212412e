import { classNames } from './class-names.ts';

/** A spinning ring in the colour of the text. Text next to the ring must say what is loading. */
export function Spinner({ size = 18, className }: { size?: number; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('spinner inline-block shrink-0', className)}
      style={{ width: size, height: size }}
    />
  );
}
