// The regions for toasts: in the corner, in front of everything that is open. The look and duration of a toast are
// loaded with the code that shows one (`toast.tsx`).
import { useId, useLayoutEffect, useSyncExternalStore, type ReactElement } from 'react';

/** `toast` is a list item with its id as its key. */
export type Notice = { id: number; isUrgent: boolean; toast: ReactElement };

const SHOWN_AT_ONCE = 3;

let notices: readonly Notice[] = [];
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

export function addNotice(notice: Notice): void {
  replace([...notices, notice].slice(-SHOWN_AT_ONCE));
}

export function removeNotice(id: number): void {
  replace(notices.filter((notice) => notice.id !== id));
}

/** Shows toasts in this region of a dialog. Returns a function that ends it. */
function openRegion(id: string): () => void {
  regions = [...regions, id];
  tell();
  return () => {
    regions = regions.filter((region) => region !== id);
    tell();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NONE: readonly Notice[] = [];

/**
 * The shell renders it once, and so does every modal dialog. Everything outside the topmost dialog is behind it and
 * inert, so only a region within it is visible and read out.
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
      {/* Both lists are always rendered: a live region must exist before its text. */}
      <ul aria-live="polite" className="grid gap-2">
        {shown.map(({ isUrgent, toast }) => !isUrgent && toast)}
      </ul>
      <ul aria-live="assertive" className="grid gap-2">
        {shown.map(({ isUrgent, toast }) => isUrgent && toast)}
      </ul>
    </section>
  );
}
