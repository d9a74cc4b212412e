// Short notices in the corner, in front of whatever is open.
import {
  useEffect,
  useId,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

type ToastKind = 'success' | 'error' | 'information';

/** `text` may hold a link to what it tells of. */
export type ToastText = { kind: ToastKind; title: string; text?: ReactNode };

/** What is left of its time goes with a notice, from one region to another. */
type Notice = ToastText & { id: number; leftMs: number };

const SHOWN_AT_ONCE = 3;
/** Four to six seconds (docs/product.md §14). */
const SHOWN_MS = { success: 4000, information: 4000, error: 6000 } as const;

let notices: readonly Notice[] = [];
let lastId = 0;
/** The regions in open dialogs, the topmost last. */
let regions: readonly string[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function replace(next: readonly Notice[]): void {
  notices = next;
  tell();
}

/** Notices are shown in this region of a dialog. Returns how that ends. */
function openRegion(id: string): () => void {
  regions = [...regions, id];
  tell();
  return () => {
    regions = regions.filter((region) => region !== id);
    tell();
  };
}

/** Shows a notice: 4 s, errors 6 s; the clock stands still while it is pointed at or has the focus. */
export function showToast(text: ToastText): void {
  lastId += 1;
  replace([...notices, { ...text, id: lastId, leftMs: SHOWN_MS[text.kind] }].slice(-SHOWN_AT_ONCE));
}

function dismiss(id: number): void {
  replace(notices.filter((notice) => notice.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NONE: readonly Notice[] = [];

/**
 * Where notices appear: the shell draws it once, and every modal dialog once. What lies outside the topmost
 * dialog is behind it and inert, so only a region within it is seen and read out.
 */
export function Toasts({ inDialog = false }: { inDialog?: boolean }) {
  const id = useId();
  useLayoutEffect(() => (inDialog ? openRegion(id) : undefined), [inDialog, id]);
  const isOnTop = useSyncExternalStore(
    subscribe,
    () => regions.at(-1) === (inDialog ? id : undefined),
    () => !inDialog,
  );
  const all = useSyncExternalStore(
    subscribe,
    () => notices,
    () => NONE,
  );
  const shown = isOnTop ? all : NONE;
  return (
    <section
      aria-label="Notifications"
      aria-hidden={isOnTop ? undefined : true}
      className="pointer-events-none fixed right-0 z-50 grid w-full gap-2 p-4 max-sm:top-15 sm:bottom-0 sm:w-105"
    >
      {/* Both lists are always there: a live region must exist before its text does. */}
      <ul aria-live="polite" className="grid gap-2">
        {shown.map(
          (notice) => notice.kind !== 'error' && <Toast key={notice.id} notice={notice} />,
        )}
      </ul>
      <ul aria-live="assertive" className="grid gap-2">
        {shown.map(
          (notice) => notice.kind === 'error' && <Toast key={notice.id} notice={notice} />,
        )}
      </ul>
    </section>
  );
}

const ICON_COLOURS = {
  success: 'text-brand',
  error: 'text-danger',
  information: 'text-text-2',
} as const;
const ICON_NAMES = { success: 'success', error: 'warning', information: 'information' } as const;

function Toast({ notice }: { notice: Notice }) {
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    if (isHeld) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => dismiss(notice.id), notice.leftMs);
    return () => {
      clearTimeout(timer);
      notice.leftMs -= performance.now() - startedAt;
    };
  }, [isHeld, notice]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- It is only held while somebody reads it.
    <li
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex animate-[rise_220ms_var(--ease-enter)] items-start gap-3 rounded-card border border-line bg-surface py-1.5 pr-1.5 pl-4 shadow-menu"
    >
      <Icon
        name={ICON_NAMES[notice.kind]}
        size={22}
        className={classNames('mt-2.5 shrink-0', ICON_COLOURS[notice.kind])}
      />
      <div className="min-w-0 flex-1 py-2.5 text-small">
        <p className="font-semibold">{notice.title}</p>
        {notice.text && <div className="text-text-2">{notice.text}</div>}
      </div>
      <IconButton label="Dismiss" onClick={() => dismiss(notice.id)}>
        <Icon name="close" size={16} />
      </IconButton>
    </li>
  );
}
