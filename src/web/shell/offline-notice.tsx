import { useEffect, useRef } from 'react';
import { Icon } from '../ui/icon.tsx';
import { useIsOnline } from './network.ts';

/** A line below the header that is shown while the browser is offline. Failed requests are repeated automatically. */
export function OfflineNotice() {
  const isOnline = useIsOnline();
  const wasAway = useRef(false);

  useEffect(() => {
    if (!isOnline) wasAway.current = true;
    else if (wasAway.current) {
      wasAway.current = false;
      void tellOnline();
    }
  }, [isOnline]);

  return (
    // The element is always rendered, because a live region must exist before its text appears.
    <div aria-live="polite">
      {!isOnline && (
        <div data-offline="" className="bg-warn-soft text-on-warn-soft">
          <p className="page flex min-h-11 items-center gap-3 py-1 text-small">
            <Icon name="information" size={20} className="shrink-0" />
            <span>
              <strong className="font-semibold">You are offline.</strong> Nothing here is lost.
              <span className="max-sm:hidden"> The rest loads as soon as the network is back.</span>
            </span>
          </p>
        </div>
      )}
    </div>
  );
}

/** Shows a toast when the browser is online again. Its code is loaded here, because the first page has none of it. */
async function tellOnline(): Promise<void> {
  // If the browser has gone offline again, the code does not load, and no toast is shown.
  const toast = await import('../ui/toast.tsx').catch(() => null);
  toast?.showToast({ kind: 'information', title: 'You are online again' });
}
