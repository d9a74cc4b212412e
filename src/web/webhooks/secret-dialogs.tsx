// Dialogs that make a new secret for an endpoint, and that show a secret, once.
import { rotateWebhookSecret, type WebhookEndpoint } from '#contract/webhooks.ts';
import { SECRET_OVERLAP_HOURS } from '#domain/webhook.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Confirm } from '../ui/confirm.tsx';
import { ShownOnceDialog } from '../ui/shown-once-dialog.tsx';

export type NewSecret = { name: string; secret: string };

export function NewSecretDialog({
  endpoint: { id, name },
  onSecret,
  onClose,
}: {
  endpoint: WebhookEndpoint;
  onSecret: (made: NewSecret) => void;
  onClose: () => void;
}) {
  const rotate = useDo(rotateWebhookSecret, {
    onSuccess: ({ secret }) => onSecret({ name, secret }),
  });
  return (
    <Confirm
      title={`Make a new secret for ${name}?`}
      text={`For ${SECRET_OVERLAP_HOURS} hours both secrets sign, so that you can change your program without losing an event. After that only the new one does.`}
      confirm="Make secret"
      variant="primary"
      busy={rotate.isPending}
      problem={rotate.error && { title: 'Nothing was changed', text: messageOf(rotate.error) }}
      onConfirm={() => rotate.mutate({ id })}
      onCancel={onClose}
    />
  );
}

export function SecretDialog({
  made: { name, secret },
  onClose,
}: {
  made: NewSecret;
  onClose: () => void;
}) {
  return (
    <ShownOnceDialog
      title={`Secret of ${name}`}
      secret={secret}
      copied="Secret copied"
      onClose={onClose}
    >
      Your program checks the signatures with it. It is shown only now: keep it where nobody else
      can read it.
    </ShownOnceDialog>
  );
}
