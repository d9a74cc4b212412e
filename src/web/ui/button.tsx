// Buttons, and links that look like buttons. While a button is busy, its label stays visible.
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-filled';
export type ButtonSize = 'small' | 'normal' | 'large';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand shadow-button hover:bg-brand-hover',
  secondary: 'border border-line-strong bg-surface text-text hover:bg-surface-2',
  ghost: 'text-text hover:bg-surface-2',
  danger: 'border border-danger bg-transparent text-danger hover:bg-danger-soft',
  'danger-filled': 'bg-danger text-on-danger shadow-button',
};

const SIZES: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 text-small',
  normal: 'min-h-11 px-5 text-small',
  large: 'min-h-13 px-6 text-body',
};

const DISABLED =
  'aria-disabled:border-transparent aria-disabled:bg-surface-3 aria-disabled:text-text-3 aria-disabled:shadow-none aria-disabled:hover:bg-surface-3';

/** Returns the classes of a button. With them a link looks like a button: `<Link className={buttonClass()}>`. */
export function buttonClass(
  options: { variant?: ButtonVariant; size?: ButtonSize; wide?: boolean } = {},
): string {
  const { variant = 'primary', size = 'normal', wide = false } = options;
  return classNames(
    'button inline-flex items-center justify-center gap-2 rounded-control text-center font-semibold no-underline select-none',
    VARIANTS[variant],
    SIZES[size],
    wide && 'w-full',
  );
}

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  wide?: boolean;
  /** Whether the button's action is still running. If so, the button shows a spinner and ignores presses. */
  busy?: boolean;
  /** Whether the action is impossible now. The button can still get the focus, so that its reason is read. */
  disabled?: boolean;
  /** Makes the button look disabled, although it responds to presses. A form uses this to say what is missing. */
  unready?: boolean;
  children: ReactNode;
};

export function Button({
  variant,
  size,
  wide,
  busy = false,
  disabled = false,
  unready = false,
  className,
  onClick,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || disabled) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- The default is "button"; a form passes another type.
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={disabled || unready || undefined}
      onClick={press}
      className={classNames(
        buttonClass({
          ...(variant && { variant }),
          ...(size && { size }),
          ...(wide && { wide }),
        }),
        'active:not-aria-disabled:scale-[0.98]',
        DISABLED,
        className,
      )}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

type IconButtonProps = ComponentProps<'button'> & {
  /** The action in words, for users who can't see the icon. */
  label: string;
};

/** A square button of 44 px. It contains only an icon. */
export function IconButton({
  label,
  className,
  children,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- The default is "button"; a form passes another type.
      type={type}
      aria-label={label}
      className={classNames(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-control text-text hover:bg-surface-2',
        className,
      )}
    >
      {children}
    </button>
  );
}
