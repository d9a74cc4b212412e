// Turns the second factor on in three steps: the password, the first code from the app, and the recovery codes, which
// the user needs if the app is lost.
import { confirmTwoFactor, setUpTwoFactor } from '#contract/accounts-security.ts';
import { useEffect, useRef, useState } from 'react';
import { useShopName } from '../accounts/config.ts';
import { securityProblem } from '../accounts/messages.ts';
import { useDo } from '../api/do.ts';
import { useEndpointForm } from '../forms/endpoint-form.ts';
import { Button } from '../ui/button.tsx';
import { CodeField } from '../ui/code-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, PasswordField } from '../ui/field.tsx';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { copyText } from '../ui/copy-text.ts';
import { QrCode } from './qr-code.tsx';
import { useCodeEntry } from './use-code-entry.ts';

/** The secret of a second factor being set up. `token`: an operator's token, sent again with the first code. */
type SetUp = { secret: string; otpauthUrl: string; token?: string };

/** `needsToken`: whether the user is an operator, who needs a set-up token as well as the password. */
export function TwoFactorDialog({
  needsToken,
  onClose,
}: {
  needsToken: boolean;
  onClose: () => void;
}) {
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const title = codes ? 'Save your recovery codes' : 'Set up two-factor';
  return (
    // While the recovery codes are visible, only the button below them closes the dialog, because the shop never shows
    // these codes again.
    <Dialog isOpen onClose={onClose} title={title} canClose={codes === null} width={480}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : setUp ? (
        <FirstCode setUp={setUp} onConfirmed={setCodes} />
      ) : (
        <AskPassword needsToken={needsToken} onProven={setSetUp} onCancel={onClose} />
      )}
    </Dialog>
  );
}

function AskPassword({
  needsToken,
  onProven,
  onCancel,
}: {
  needsToken: boolean;
  onProven: (setUp: SetUp) => void;
  onCancel: () => void;
}) {
  const begin = useDo(setUpTwoFactor, { retry: false });
  const { field, submit, problem, formState, setFocus } = useEndpointForm(setUpTwoFactor, {
    start: { password: '', ...(needsToken && { token: '' }) },
    send: async (proof) => {
      const { token } = proof;
      onProven({ ...(await begin.mutateAsync(proof)), ...(token !== undefined && { token }) });
    },
    problemOf: securityProblem,
  });
  useEffect(() => setFocus('password'), [setFocus]);
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <p className="text-small text-text-2">
        Signing in will take a code from an authenticator app on your phone, as well as your
        password.
      </p>
      <PasswordField
        {...field('password')}
        label="Password"
        autoComplete="current-password"
        hint="To make sure that it is you"
      />
      {needsToken && (
        <Field
          {...field('token')}
          label="Token"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="From another admin, or from the command line of your shop"
        />
      )}
      {problem && <Banner>{problem.message}</Banner>}
      <div className="grid grid-cols-[1fr_1.4fr] gap-3">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={formState.isSubmitting} unready={!formState.isValid}>
          Continue
        </Button>
      </div>
    </form>
  );
}

function FirstCode({
  setUp,
  onConfirmed,
}: {
  setUp: SetUp;
  onConfirmed: (recoveryCodes: string[]) => void;
}) {
  const confirmation = useDo(confirmTwoFactor, { retry: false, untilFresh: true });
  const { form, code, problem, change, submit, isWhole } = useCodeEntry(async (complete) => {
    const { recoveryCodes } = await confirmation.mutateAsync({
      code: complete,
      token: setUp.token,
    });
    onConfirmed(recoveryCodes);
  }, confirmation.isPending);

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
      <p className="text-small text-text-2">
        Scan this with your authenticator app, or type the key into it. Then enter the code that the
        app shows.
      </p>
      <div className="flex flex-wrap items-center gap-5">
        <QrCode text={setUp.otpauthUrl} label="QR code for your authenticator app" />
        <div className="min-w-0 flex-1 basis-44 text-small">
          <p className="font-[560]">Key</p>
          <p className="mt-1 font-mono leading-6 wrap-break-word">
            {setUp.secret.match(/.{1,4}/g)!.join(' ')}
          </p>
          <Button
            variant="secondary"
            size="small"
            className="mt-3"
            onClick={() => void copyText(setUp.secret, 'Key copied')}
          >
            Copy key
          </Button>
          {/* This link opens an app on the same phone, which can't scan its own screen. It is hidden on a desktop,
              because no app opens the link there. */}
          <a href={setUp.otpauthUrl} className="link mt-3 hidden pointer-coarse:block">
            Open in your app
          </a>
        </div>
      </div>
      <CodeField label="Verification code" value={code} onChange={change} error={problem} />
      <Button type="submit" wide busy={confirmation.isPending} unready={!isWhole}>
        Turn on
      </Button>
    </form>
  );
}

const FILE_NAME = 'recovery-codes.txt';

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLParagraphElement>(null);
  const shop = useShopName();
  useEffect(() => heading.current?.focus(), []);
  const text = `Recovery codes for ${shop}. Each works once.\n\n${codes.join('\n')}\n`;
  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = Object.assign(document.createElement('a'), { href: address, download: FILE_NAME });
    link.click();
    URL.revokeObjectURL(address);
  };
  const finish = () => {
    showToast({ kind: 'success', title: 'Two-factor is on' });
    onDone();
  };
  return (
    <div className="grid gap-5">
      <p ref={heading} tabIndex={-1} className="text-small text-text-2 outline-none">
        Two-factor is on. If you lose your phone, one of these codes lets you in. Each works once,
        and they are shown only now.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-control bg-surface-2 p-4 font-mono text-small"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-3">
        <Button variant="secondary" onClick={() => void copyText(codes.join('\n'), 'Codes copied')}>
          Copy
        </Button>
        <Button variant="secondary" onClick={download}>
          Download
        </Button>
      </div>
      <Button onClick={finish}>I have saved my codes</Button>
    </div>
  );
}
