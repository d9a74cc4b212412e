import { useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { showModal } from './show-modal.ts';
import { Toasts } from './toasts.tsx';

type DialogProps = {
  isOpen: boolean;
  /** Called when the user presses Escape, the close button, or a place outside the dialog. */
  onClose: () => void;
  title: ReactNode;
  /** If true, the title is visually hidden. Screen readers still read it. */
  hideTitle?: boolean;
  /**
   * With `alertdialog`, the dialog asks for confirmation of an action that can't be undone. In such a dialog the cancel
   * button should get the focus.
   */
  role?: 'dialog' | 'alertdialog';
  /** The element that gets the focus when the dialog opens. If omitted, the heading gets it. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** With `right`, the dialog is a drawer at the right edge, for details beside a list. */
  side?: 'right';
  /** The maximum width in px. On a phone the dialog is a sheet at the bottom of the window. */
  width?: number;
  /** False while an action is running that the user must wait for. */
  canClose?: boolean;
  /** If true, the dialog looks like the dark cloth on which cards are revealed, in both themes. */
  onBaize?: boolean;
  children: ReactNode;
};

/** The browser's modal dialog. It keeps the focus inside, and returns the focus when it closes. */
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

  // This is a layout effect, because its cleanup must run while the element is still in the document. Only then does
  // the dialog return the focus when it closes.
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

  // A browser may close the dialog on the second Escape in a row, even if `onCancel` prevents closing.
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
