// Shows a secret that nobody can read again later, such as a new API key.
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { copyText } from './copy-text.ts';
import { Dialog } from './dialog.tsx';

/**
 * `copied`: the notice after the secret was copied. `isShort`: the secret fits on one line. `children`: what the secret
 * is for, and that it is shown only now.
 */
export function ShownOnceDialog({
  title,
  secret,
  copied,
  isShort = false,
  onClose,
  children,
}: {
  title: string;
  secret: string;
  copied: string;
  isShort?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog isOpen onClose={onClose} title={title} width={460}>
      <div className="grid gap-5">
        <p className="text-small text-text-2">{children}</p>
        <p
          className={classNames(
            'rounded-control bg-surface-2 p-4 font-mono',
            isShort ? 'text-center text-body' : 'text-small break-all',
          )}
        >
          {secret}
        </p>
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" onClick={() => void copyText(secret, copied)}>
            Copy
          </Button>
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Dialog>
  );
}
