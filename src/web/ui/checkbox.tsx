import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  /** If true, the label is visually hidden. Screen readers still read it. */
  hideLabel?: boolean;
  /** Whether some items of the group are checked and others are not. */
  indeterminate?: boolean;
};

/** A checkbox of 20 px. Its click target is 44 px. */
export function Checkbox({
  label,
  hideLabel = false,
  indeterminate = false,
  className,
  ref,
  ...input
}: CheckboxProps) {
  const box = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={classNames('inline-flex cursor-pointer items-center gap-3', className)}>
      <span className="relative grid size-5 place-items-center before:absolute before:-inset-3">
        <input
          {...input}
          ref={(element) => {
            box.current = element;
            // Passes the element on to the form library, which reads the state of the checkbox from it.
            if (typeof ref === 'function') return ref(element);
            if (ref) ref.current = element;
          }}
          type="checkbox"
          className="peer relative size-5 appearance-none rounded-[4px] border-[1.5px] border-line-strong bg-surface checked:border-brand checked:bg-brand indeterminate:border-brand indeterminate:bg-brand"
        />
        <svg
          aria-hidden="true"
          viewBox="0 0 20 20"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
          className="pointer-events-none absolute inset-0 text-on-brand opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100"
        >
          <path d={indeterminate ? 'M5.5 10h9' : 'm5 10.5 3.3 3.3L15 7'} />
        </svg>
      </span>
      <span className={hideLabel ? 'sr-only' : 'text-small'}>{label}</span>
    </label>
  );
}
