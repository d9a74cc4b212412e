// Shows the token with which an operator sets up the first second factor. The token is shown only once, to the admin
// who passes it on.
import { giveTwoFactorToken } from '#contract/admin-users.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Confirm } from '../ui/confirm.tsx';
import { formatMoment } from '../ui/moments.ts';
import { ShownOnceDialog } from '../ui/shown-once-dialog.tsx';

type Props = { user: { id: string; username: string }; onClose: () => void };

export function TwoFactorTokenDialog({ user, onClose }: Props) {
  const gift = useDo(giveTwoFactorToken);
  if (gift.data !== undefined) return <Given user={user} {...gift.data} onClose={onClose} />;
  return (
    <Confirm
      title="Give a set-up token?"
      text={`With it and their password, ${user.username} can set up two-factor sign-in. Make sure that it is really them. Any earlier token stops working.`}
      confirm="Give token"
      variant="primary"
      busy={gift.isPending}
      problem={gift.error && { title: 'No token was given', text: messageOf(gift.error) }}
      onConfirm={() => gift.mutate({ id: user.id })}
      onCancel={onClose}
    />
  );
}

function Given({ user, token, expiresAt, onClose }: Props & { token: string; expiresAt: Date }) {
  return (
    <ShownOnceDialog
      title="Set-up token"
      secret={token}
      copied="Token copied"
      isShort
      onClose={onClose}
    >
      Hand it to {user.username} in a way that nobody else can read. It works once, until{' '}
      {formatMoment(expiresAt)}, and is shown only now.
    </ShownOnceDialog>
  );
}
