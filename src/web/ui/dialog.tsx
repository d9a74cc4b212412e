import { useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { showModal } from './show-modal.ts';
import { Toasts } from './toasts.tsx';

type DialogProps = {
  isOpen: boolean;
  /** Called on Escape, the close button, or a press beside the dialog. */
  onClose: () => void;
  title: ReactNode;
  /** Hides the title visually; screen readers still read it. */
  hideTitle?: boolean;
  /** An alertdialog asks for confirmation of an action that can't be undone. Put the focus on Cancel. */
  role?: 'dialog' | 'alertdialog';
  /** The element that receives the focus on opening; by default the heading. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** A drawer along the right edge, for details of a list behind it. */
  side?: 'right';
  /** The maximum width in px; on a phone the dialog is a sheet at the bottom. */
  width?: number;
  /** False while an action runs that the user must wait for. */
  canClose?: boolean;
  /** On dark cloth in both themes: where cards are revealed. */
  onBaize?: boolean;
  children: ReactNode;
};

/** The browser's modal dialog: it holds the focus inside and returns it afterwards. */
export function Dialog({
  isOpen,
  onClose,
  title,
  hideTitle = false,
  role = 'dialog',
  initialFocus,
  side,
  width = 520,
  canClose = true,
  onBaize = false,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  // A layout effect, because its cleanup runs before the element is removed: only a dialog that is closed while it is
  // in the document returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null || !isOpen) return;
    showModal(element);
    (initialFocus?.current ?? heading.current)?.focus();
    return () => element.close();
  }, [isOpen, initialFocus]);

  const close = () => {
    if (canClose) onClose();
  };

  // Browsers prevent traps: the second Escape in a row closes the dialog whatever `onCancel` does.
  const noteClosed = () => {
    const element = dialog.current;
    if (!isOpen || element === null || element.open) return;
    if (canClose) return onClose();
    showModal(element);
    heading.current?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- The key is Escape; the click is on the backdrop.
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={noteClosed}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
      className={classNames(
        'border border-line bg-surface p-0 text-text shadow-dialog max-sm:w-full max-sm:max-w-full',
        side === 'right'
          ? 'drawer m-0 ml-auto h-dvh max-h-dvh w-full border-y-0 border-r-0'
          : 'dialog m-auto w-[calc(100%-32px)] rounded-dialog max-sm:mb-0 max-sm:rounded-b-none',
      )}
      style={{ maxWidth: width }}
      data-theme={onBaize ? 'dark' : undefined}
    >
      {isOpen && (
        <div className={classNames('relative p-6', onBaize && 'baize')}>
          <h2
            ref={heading}
            id={titleId}
            tabIndex={-1}
            className={classNames('pr-10 text-h3', hideTitle && 'sr-only')}
          >
            {title}
          </h2>
          {canClose && (
            <IconButton label="Close" onClick={close} className="absolute top-3 right-3">
              <Icon name="close" />
            </IconButton>
          )}
          <div className={hideTitle ? undefined : 'mt-4'}>{children}</div>
        </div>
      )}
      {isOpen && <Toasts inDialog />}
    </dialog>
  );
}
