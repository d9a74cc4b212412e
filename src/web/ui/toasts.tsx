// The regions in which toasts appear, in front of all open dialogs: in the lower corner of a wide window. In a window
// with a single column, and on the stage, they are at the top, because below they would cover fields or buttons. In
// such a window they lie on the shop's header and are low enough to leave the page's heading free.
// `toast.tsx` determines how toasts look and how long they last. This file is loaded only when a toast is shown.
import { useId, useLayoutEffect, useSyncExternalStore, type ReactElement } from 'react';

/** `toast`: a list item. Its key is the id. */
export type Notice = { id: number; isUrgent: boolean; toast: ReactElement };

const SHOWN_AT_ONCE = 3;

let notices: readonly Notice[] = [];
/** The regions of open dialogs. The last one is the region of the topmost dialog. */
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

/** Makes toasts appear in the region of this dialog. Returns a function that makes them appear elsewhere again. */
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
 * A region for toasts. The page has one, and so has every modal dialog. Toasts appear only in the region of the topmost
 * dialog, because everything outside that dialog is inert.
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
      className="pointer-events-none fixed right-0 z-50 grid w-full gap-2 p-4 max-lg:top-0 max-lg:p-1 sm:w-105 lg:bottom-0 lg:in-data-room:top-15 lg:in-data-room:bottom-auto"
    >
      {/* Both lists are always rendered, because a live region must exist before its text appears. */}
      <ul aria-live="polite" className="grid gap-2">
        {shown.map(({ isUrgent, toast }) => !isUrgent && toast)}
      </ul>
      <ul aria-live="assertive" className="grid gap-2">
        {shown.map(({ isUrgent, toast }) => isUrgent && toast)}
      </ul>
    </section>
  );
}
