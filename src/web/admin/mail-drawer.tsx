// One mail, beside the list: to whom, how it stands, and its words.
import { resendMail, showMail, type StoredMail } from '#contract/admin.ts';
import type { ReactNode } from 'react';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { asApiError } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Banner, EmptyState, ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { formatMoment } from '../ui/moments.ts';
import { LOOK_SOON_MS } from '../admin-kit/listing.ts';
import { kindWords, MailStateBadge } from './mail-state.tsx';

export function MailDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const mail = useAsk(showMail, { id }, { refetchInterval: LOOK_SOON_MS });
  return (
    <Dialog isOpen side="right" width={560} onClose={onClose} title={mail.data?.subject ?? 'Mail'}>
      {mail.data ? (
        <Words mail={mail.data} />
      ) : mail.isError ? (
        <MailError error={mail.error} onRetry={() => void mail.refetch()} />
      ) : (
        <Loading text="Loading the mail…">
          <Skeleton className="mt-6 h-60" />
        </Loading>
      )}
    </Dialog>
  );
}

function MailError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return ['NOT_FOUND', 'VALIDATION_ERROR'].includes(asApiError(error).code) ? (
    <EmptyState title="Mail not found" text="The shop wrote no such mail." headingLevel="p" />
  ) : (
    <ErrorState title="Failed to load this mail" text={messageOf(error)} onRetry={onRetry} />
  );
}

function Words({ mail }: { mail: StoredMail }) {
  const facts: [label: string, value: ReactNode][] = [
    ['To', mail.to],
    ['Kind', kindWords(mail.kind)],
    ['State', <MailStateBadge key="state" state={mail.state} />],
    ['Written', formatMoment(mail.createdAt)],
    ...(mail.sentAt === null
      ? []
      : ([['Sent', formatMoment(mail.sentAt)]] satisfies [string, ReactNode][])),
    ...(mail.attempts === 0 ? [] : ([['Tries', mail.attempts]] satisfies [string, ReactNode][])),
  ];
  return (
    <div className="grid gap-5">
      <dl className="border-t border-line text-small">
        {facts.map(([label, value]) => (
          <div
            key={label}
            className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-4 border-b border-line py-2.5"
          >
            <dt className="text-text-2">{label}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {mail.lastError !== null && <Banner title="What went wrong">{mail.lastError}</Banner>}
      <p className="rounded-control bg-surface-2 p-4 text-small break-words whitespace-pre-wrap">
        {mail.text.trim()}
      </p>
      {mail.state === 'failed' && <ResendButton id={mail.id} />}
    </div>
  );
}

function ResendButton({ id }: { id: string }) {
  const resend = useDo(resendMail);
  const send = () =>
    resend.mutate(
      { id },
      {
        onSuccess: () => showToast({ kind: 'success', title: 'The mail is on its way again' }),
        onError: (error) =>
          showToast({ kind: 'error', title: 'Not sent again', text: messageOf(error) }),
      },
    );
  return (
    <Button look="secondary" busy={resend.isPending} onClick={send}>
      Send again
    </Button>
  );
}
