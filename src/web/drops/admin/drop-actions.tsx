// The buttons for a published drop. If an action is not possible yet, its button says why.
import { closeDrop, openDrop, pauseDrop, type showAdminDrop } from '#contract/drops-admin.ts';
import type { Reply } from '#contract/endpoint.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { showToast } from '../../ui/toast.tsx';
import { countOf } from '../../ui/count-of.ts';

type Shown = Reply<typeof showAdminDrop>;

export function DropActions({ shown }: { shown: Shown }) {
  const { drop } = shown;
  if (!['published', 'open', 'paused'].includes(drop.state)) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {drop.state === 'published' && <Open shown={shown} label="Open now" />}
      {drop.state === 'open' && <Pause shown={shown} />}
      {drop.state === 'paused' && <Open shown={shown} label="Put back on sale" />}
      {drop.state !== 'published' && <AddPacks shown={shown} />}
      <Close shown={shown} />
    </div>
  );
}

function Open({ shown: { drop }, label }: { shown: Shown; label: string }) {
  const open = useDo(openDrop, {
    onSuccess: () => showToast({ kind: 'success', title: 'The drop is on sale' }),
    onError: (error) => showToast({ kind: 'error', title: 'Not opened', text: messageOf(error) }),
  });
  const isEarly = !drop.isOrdered || isToCome(drop.opensAt);
  return (
    <Button
      busy={open.isPending}
      disabled={isEarly}
      title={isEarly ? `It can be opened from ${formatMoment(drop.opensAt)}` : undefined}
      onClick={() => open.mutate({ id: drop.id })}
    >
      {label}
    </Button>
  );
}

function isToCome(at: Date): boolean {
  return at > new Date();
}

function Pause({ shown: { drop } }: { shown: Shown }) {
  const pause = useDo(pauseDrop, {
    onSuccess: () => showToast({ kind: 'success', title: 'The drop is paused' }),
    onError: (error) => showToast({ kind: 'error', title: 'Not paused', text: messageOf(error) }),
  });
  return (
    <Button
      variant="secondary"
      busy={pause.isPending}
      onClick={() => pause.mutate({ id: drop.id })}
    >
      Pause
    </Button>
  );
}

function AddPacks({ shown: { drop } }: { shown: Shown }) {
  return (
    <Link
      to="/admin/drops/new"
      search={{ packType: drop.packTypeId }}
      className={buttonClass({ variant: 'secondary' })}
    >
      Add packs
    </Link>
  );
}

function Close({ shown: { drop, beingPaid, unsealed } }: { shown: Shown }) {
  const [isAsked, setAsked] = useState(false);
  const close = useDo(closeDrop, {
    onSuccess: () => showToast({ kind: 'success', title: 'The drop is closed' }),
  });
  const waits =
    beingPaid > 0
      ? ' Somebody is paying for one of its packs, so you have to wait until that is done.'
      : unsealed > 0
        ? ' Its last sale is still being written to the log, so you have to wait a moment.'
        : '';
  return (
    <>
      <Button variant="danger" onClick={() => setAsked(true)}>
        Close drop
      </Button>
      {isAsked && (
        <Confirm
          title="Close this drop?"
          text={
            drop.left === 0
              ? `This can’t be undone. All of its packs are sold. The log will show what those that are open held.${waits}`
              : `This can’t be undone. The log will show what its remaining ${countOf(drop.left, 'pack')} hold, so they can never be sold. To keep them on sale, add packs instead.${waits}`
          }
          confirm="Close drop"
          busy={close.isPending}
          problem={close.error && { title: 'Not closed', text: messageOf(close.error) }}
          onCancel={() => setAsked(false)}
          onConfirm={() => close.mutate({ id: drop.id })}
        />
      )}
    </>
  );
}
