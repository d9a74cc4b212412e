// Asks for confirmation before the account is deleted. It shows what prevents the deletion or, if nothing does, what
// the user will lose, and asks for the password.
import {
  deleteAccount,
  showObligations,
  showSettings,
  type Obligations,
} from '#contract/profile.ts';
import { formatCad } from '#domain/money.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent, type RefObject } from 'react';
import { useAsk } from '../api/ask.ts';
import { useDo, type Doing } from '../api/do.ts';
import { asApiError } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';
import { signOut } from '../api/session.ts';
import { formatDay } from '../ui/moments.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, PasswordField } from '../ui/field.tsx';
import { Banner, Loading, Skeleton } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';

export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  // The response is not cached after the dialog closes, because money and parcels may change before it opens again.
  const status = useAsk(showObligations, {}, { gcTime: 0 });
  // The call is not retried: after too many wrong passwords the user must wait, and should see that at once.
  const remove = useDo(deleteAccount, { retry: false });
  const cancel = useRef<HTMLButtonElement>(null);
  const mayLeave = status.data?.obligations.length === 0;
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title="Delete your account?"
      onClose={onClose}
      canClose={!remove.isPending}
      initialFocus={cancel}
    >
      {status.data ? (
        mayLeave ? (
          <GivenUp status={status.data} />
        ) : (
          <InTheWay status={status.data} />
        )
      ) : status.isError ? (
        <Banner title="Your account could not be checked">
          {messageOf(status.error)}{' '}
          <button type="button" className="link" onClick={() => void status.refetch()}>
            Try Again
          </button>
        </Banner>
      ) : (
        <Loading text="Checking your account...">
          <Skeleton className="mt-4 h-32" />
        </Loading>
      )}
      <ProofForm remove={remove} isShown={mayLeave} cancel={cancel} onCancel={onClose} />
    </Dialog>
  );
}

function InTheWay({ status }: { status: Obligations }) {
  return (
    <div className="grid gap-4">
      <Banner tone="warn" title="Not yet">
        Your account can&apos;t be deleted until these are settled.
      </Banner>
      <ul className="grid gap-3 text-small">
        {status.obligations.map((one) => (
          <li key={`${one.kind} ${one.id}`} className="flex flex-wrap justify-between gap-x-4">
            <span>
              <strong className="font-[560]">{one.description}</strong>
              <br />
              <span className="text-text-2">
                {waiting(one)}, since {formatDay(one.since)}
              </span>
            </span>
            {one.amount !== null && <span>{formatCad(one.amount)}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

const WAITING = {
  payment: 'A card payment that is not settled',
  refund: 'A refund on its way to your card',
  shipment: 'Requested, and not sent yet',
  dispute: 'A payment that is disputed with your bank',
  debt: 'What you owe the shop',
} as const;

function waiting({ kind, shipmentState }: Obligations['obligations'][number]): string {
  return shipmentState === 'shipped' ? 'On its way to you' : WAITING[kind];
}

function GivenUp({ status }: { status: Obligations }) {
  const { credits, availableCards, lockedCards, unopenedPacks } = status.givenUp;
  const cards = (held: typeof availableCards) =>
    held.count === 0 ? 'None' : `${held.count}, market value ${formatCad(held.marketValue)}`;
  return (
    <div className="grid gap-4 text-small">
      <p className="text-text-2">
        Your account is deleted in {status.graceDays} days. You are signed out everywhere, and
        public pages of your pulls end at once; signing in before then lets you keep your account.
        After that your name, address, e-mail and saved cards are erased, and what you still have
        here is given up:
      </p>
      <dl className="grid gap-2 rounded-control bg-surface-2 px-4 py-3">
        <Line name="Credits" value={formatCad(credits)} />
        <Line name="Available cards" value={cards(availableCards)} />
        {lockedCards.count > 0 && <Line name="Locked cards" value={cards(lockedCards)} />}
        <Line name="Unopened packs" value={unopenedPacks === 0 ? 'None' : String(unopenedPacks)} />
      </dl>
      <p className="text-text-2">
        If you excluded yourself from buying, codes by which we recognise you stay until that ends.
      </p>
      <p className="text-text-2">
        You can still sell or ship them on{' '}
        <Link to="/my-cards" className="link">
          My cards
        </Link>
        .
      </p>
    </div>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-text-2">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  );
}

/** The cancel button is rendered from the start, so that it keeps the focus while the rest loads. */
function ProofForm({
  remove,
  isShown,
  cancel,
  onCancel,
}: {
  remove: Doing<typeof deleteAccount>;
  isShown: boolean;
  cancel: RefObject<HTMLButtonElement | null>;
  onCancel: () => void;
}) {
  const navigate = useNavigate();
  const hasTwoFactor = useAsk(showSettings, {}).data?.settings.twoFactorEnabled === true;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isChecked, setChecked] = useState(false);
  const refusal = remove.isError ? asApiError(remove.error) : null;
  const isWrong = refusal?.code === 'INVALID_CREDENTIALS';
  const isWrongCode = refusal?.code === 'INVALID_CODE';

  const goHome = async (dueAt: Date) => {
    // Navigates before signing out, because this page would ask a signed-out user to sign in.
    await navigate({ to: '/' });
    signOut();
    showToast({
      kind: 'information',
      title: `Your account will be deleted on ${formatDay(dueAt)}`,
      text: 'You have been signed out. Sign in before then to keep it.',
    });
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    const form = event.currentTarget;
    if (password === '') form.querySelector('input')?.focus();
    if (password === '' || remove.isPending) return;
    remove.mutate(
      { password, ...(code.trim() === '' ? {} : { code }) },
      {
        onError: (error) => {
          const isCode = asApiError(error).code === 'INVALID_CODE';
          form.querySelector<HTMLInputElement>(isCode ? '[name=code]' : 'input')?.focus();
        },
        onSuccess: ({ deletionDueAt }) => void goHome(deletionDueAt),
      },
    );
  };

  return (
    <form noValidate onSubmit={submit} className="mt-5 grid gap-5">
      {isShown && (
        <>
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => {
              setPassword(target.value);
              setChecked(false);
              remove.reset();
            }}
            error={
              isWrong
                ? messageOf(remove.error)
                : isChecked && password === ''
                  ? 'Password is required'
                  : undefined
            }
          />
          {hasTwoFactor && (
            <Field
              label="Code from your authenticator app"
              name="code"
              autoComplete="one-time-code"
              hint="Or a recovery code"
              value={code}
              onChange={({ target }) => {
                setCode(target.value);
                remove.reset();
              }}
              error={isWrongCode ? messageOf(remove.error) : undefined}
            />
          )}
          {refusal !== null && !isWrong && !isWrongCode && (
            <Banner title="Your account was not deleted">{messageOf(remove.error)}</Banner>
          )}
        </>
      )}
      <div className="flex justify-end gap-3">
        <Button ref={cancel} variant="secondary" onClick={onCancel} disabled={remove.isPending}>
          Cancel
        </Button>
        {isShown && (
          <Button type="submit" variant="danger-filled" busy={remove.isPending}>
            Delete Account
          </Button>
        )}
      </div>
    </form>
  );
}
