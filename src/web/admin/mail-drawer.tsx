// The panel with one mail, beside the list of mails. It shows recipient, state and text.
import { resendMail, showMail, type StoredMail } from '#contract/admin.ts';
import type { ReactNode } from 'react';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { formatMoment } from '../ui/moments.ts';
import { wordsOf } from '../ui/words-of.ts';
import { Drawer, DetailList } from '../admin-kit/drawer.tsx';
import { MailStateBadge } from './mail-state.tsx';

import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { POLL_SOON_MS } from '../admin-kit/listing.ts';

export function MailDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const mail = useAsk(showMail, { id }, { refetchInterval: POLL_SOON_MS });
  return (
    <Drawer title={mail.data?.subject ?? 'E-mail'} what="e-mail" query={mail} onClose={onClose}>
      {(found) => <Words mail={found} />}
    </Drawer>
  );
}

function Words({ mail }: { mail: StoredMail }) {
  const details: [label: string, value: ReactNode][] = [
    ['To', mail.to],
    ['Kind', wordsOf(mail.kind)],
    ['State', <MailStateBadge key="state" state={mail.state} />],
    ['Written', formatMoment(mail.createdAt)],
  ];
  if (mail.sentAt !== null) details.push(['Sent', formatMoment(mail.sentAt)]);
  if (mail.attempts > 0) details.push(['Attempts', mail.attempts]);
  return (
    <div className="grid gap-5">
      <DetailList details={details} />
      {mail.lastError !== null && <Banner title="What went wrong">{mail.lastError}</Banner>}
      <p className="rounded-control bg-surface-2 p-4 text-small break-words whitespace-pre-wrap">
        {mail.text.trim()}
      </p>
      {mail.state === 'failed' && <ResendButton id={mail.id} />}
    </div>
  );
}

function ResendButton({ id }: { id: string }) {
  const resend = useDo(resendMail, {
    onSuccess: () => showToast({ kind: 'success', title: 'The e-mail is being sent again' }),
    onError: (error) =>
      showToast({ kind: 'error', title: 'The e-mail was not sent again', text: messageOf(error) }),
  });
  return (
    <Button variant="secondary" busy={resend.isPending} onClick={() => resend.mutate({ id })}>
      Send again
    </Button>
  );
}
