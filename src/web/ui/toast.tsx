// Toasts, which are short messages. `toasts.tsx` determines where they appear.
import { useEffect, useState, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { addNotice, removeNotice } from './toasts.tsx';

type ToastKind = 'success' | 'error' | 'information';

/** The content of a toast. `text` may contain a link to what the toast is about. */
export type ToastText = { kind: ToastKind; title: string; text?: ReactNode };

/** A toast that is being shown. `leftMs`: the remaining time, which stays if the toast moves to another region. */
type ToastNotice = ToastText & { id: number; leftMs: number };

/** How long each kind of toast is shown (docs/product.md §14). */
const SHOWN_MS = { success: 4000, information: 4000, error: 6000 } as const;

let lastId = 0;

/**
 * Shows a toast for 4 s, or for 6 s if it is an error. While the toast has the pointer or the focus, its timer pauses.
 */
export function showToast(text: ToastText): void {
  lastId += 1;
  const notice: ToastNotice = { ...text, id: lastId, leftMs: SHOWN_MS[text.kind] };
  const toast = <Toast key={notice.id} notice={notice} />;
  addNotice({ id: notice.id, isUrgent: text.kind === 'error', toast });
}

const ICON_COLOURS = {
  success: 'text-brand',
  error: 'text-danger',
  information: 'text-text-2',
} as const;
const ICON_NAMES = { success: 'success', error: 'warning', information: 'information' } as const;

function Toast({ notice }: { notice: ToastNotice }) {
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    if (isHeld) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => removeNotice(notice.id), notice.leftMs);
    return () => {
      clearTimeout(timer);
      notice.leftMs -= performance.now() - startedAt;
    };
  }, [isHeld, notice]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The handlers only pause the timer while somebody reads.
    <li
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex animate-[rise_220ms_var(--ease-enter)] items-start gap-3 rounded-card border border-line bg-surface py-1.5 pr-1.5 pl-4 shadow-menu max-lg:py-0.5"
    >
      <Icon
        name={ICON_NAMES[notice.kind]}
        size={22}
        className={classNames('mt-2.5 shrink-0', ICON_COLOURS[notice.kind])}
      />
      <div className="min-w-0 flex-1 py-2.5 text-small max-lg:self-center max-lg:py-1">
        <p className="font-semibold">{notice.title}</p>
        {notice.text && <div className="text-text-2">{notice.text}</div>}
      </div>
      <IconButton label="Dismiss" onClick={() => removeNotice(notice.id)}>
        <Icon name="close" size={16} />
      </IconButton>
    </li>
  );
}
