import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { inputClass } from './input-class.ts';
import { useHydrated } from './use-hydrated.ts';

type SelectProps = Omit<ComponentProps<'select'>, 'children'> & {
  label: ReactNode;
  options: readonly { value: string; label: string }[];
  /** Where the label is. With `hidden`, only screen readers read it. */
  labelAt?: 'top' | 'left' | 'hidden';
};

/** The classes of the label for each position. With `top`, the label looks like that of any other field. */
const LABELS = {
  top: 'text-small font-[560]',
  left: 'text-small text-text-2',
  hidden: 'sr-only',
};

/** The browser's own select, in the shop's style. */
export function Select({ label, options, labelAt = 'top', className, id, ...select }: SelectProps) {
  const ownId = useId();
  const selectId = id ?? ownId;
  // The select is disabled until hydration, because a choice made before that would be lost without notice.
  const isListening = useHydrated();
  return (
    <div
      className={classNames(
        labelAt === 'left' ? 'flex items-center gap-3' : 'grid min-w-0 content-start gap-1.5',
        className,
      )}
    >
      <label htmlFor={selectId} className={LABELS[labelAt]}>
        {label}
      </label>
      <span className="relative block min-w-0">
        <select
          {...select}
          id={selectId}
          disabled={!isListening || select.disabled}
          className={classNames(inputClass, 'appearance-none pr-9 text-ellipsis')}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          name="down"
          size={16}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-text-2"
        />
      </span>
    </div>
  );
}
