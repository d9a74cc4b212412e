// Lists the user's active sessions. The user can end each of them, or all at once.
import {
  endSession,
  endSessions,
  listSessions,
  type Session,
} from '#contract/accounts-security.ts';
import { nameDevice } from '#domain/device.ts';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { signOut } from '../api/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { FoldingPanel } from '../ui/folding-panel.tsx';
import { Banner, Skeleton } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { formatMoment } from '../ui/moments.ts';

/** The number of sessions that are visible until the user expands the list. */
const SHOWN_FIRST = 5;

export function SessionsPanel() {
  const sessions = useAsk(listSessions, {});
  const [showsAll, setShowsAll] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  return (
    <FoldingPanel
      title="Sessions"
      aside={
        sessions.data && (
          <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
            Sign out everywhere
          </Button>
        )
      }
    >
      {sessions.data ? (
        <ul ref={list} tabIndex={-1} aria-label="Sessions" className="grid gap-4 outline-none">
          {sessions.data.slice(0, showsAll ? undefined : SHOWN_FIRST).map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              // After the session has ended, its button disappears, so the focus moves to the list.
              onEnded={() => list.current?.focus()}
            />
          ))}
        </ul>
      ) : sessions.isError ? (
        <Banner>{messageOf(sessions.error)}</Banner>
      ) : (
        <Skeleton className="h-12" />
      )}
      {!showsAll && (sessions.data?.length ?? 0) > SHOWN_FIRST && (
        <Button
          variant="secondary"
          size="small"
          className="mt-5"
          onClick={() => {
            setShowsAll(true);
            list.current?.focus();
          }}
        >
          Show all {sessions.data?.length} sessions
        </Button>
      )}
      {isAsking && <EverywhereDialog onClose={() => setAsking(false)} />}
    </FoldingPanel>
  );
}

function SessionLine({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const device = nameDevice(session);
  const end = useDo(endSession, {
    retry: false,
    untilFresh: true,
    onSuccess: () => showToast({ kind: 'success', title: 'Signed out', text: `${device}.` }),
  });
  return (
    <li className="grid gap-2 text-small">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-[560]">{device}</span>
            {session.isCurrent && <Badge tone="brand">This device</Badge>}
          </p>
          <p className="mt-0.5 wrap-anywhere text-text-2">
            {session.network} ·{' '}
            {session.isCurrent ? 'Active now' : `Last used ${formatMoment(session.lastUsedAt)}`}
          </p>
        </div>
        {!session.isCurrent && (
          <Button
            variant="secondary"
            size="small"
            busy={end.isPending}
            onClick={() => end.mutate({ id: session.id }, { onSuccess: onEnded })}
          >
            Sign out<span className="sr-only">: {device}</span>
          </Button>
        )}
      </div>
      {end.isError && <Banner>{messageOf(end.error)}</Banner>}
    </li>
  );
}

function EverywhereDialog({ onClose }: { onClose: () => void }) {
  const end = useDo(endSessions, { retry: false });
  const navigate = useNavigate();
  const leave = async () => {
    try {
      await end.mutateAsync({});
    } catch {
      return; // The dialog's banner shows the error.
    }
    // Navigates before signing out, because this page would ask a signed-out user to sign in.
    await navigate({ to: '/' });
    signOut();
    showToast({ kind: 'success', title: 'Signed out everywhere' });
  };
  return (
    <Confirm
      title="Sign out everywhere?"
      text="Every device and browser is signed out, this one too. To come back you need your password."
      confirm="Sign out everywhere"
      busy={end.isPending}
      problem={end.error && { text: messageOf(end.error) }}
      onConfirm={() => void leave()}
      onCancel={onClose}
    />
  );
}
