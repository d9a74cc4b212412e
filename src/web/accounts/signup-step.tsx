import { register } from '#contract/accounts.ts';
import { asApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { signIn } from '../api/session.ts';
import { useEndpointForm } from '../forms/endpoint-form.ts';
import { Field, PasswordField } from '../ui/field.tsx';
import { Banner } from '../ui/states.tsx';
import { AnotherWay, AuthForm, frameOf } from './auth-frame.tsx';
import { useAskedAtSignUp } from './asked-at-sign-up.ts';
import { LegalLinks } from './legal-links.tsx';
import { signupProblem } from './messages.ts';
import { usePasswordHint } from './password-hint.ts';
import { chosenRegion } from './region.ts';

type SignupStepProps = {
  email: string;
  onBack: () => void;
  /** Whether the user chose to sign up before they gave an address, so that they may have an account. */
  isFirst: boolean;
  /** Goes to the step that asks for the address. */
  onBackToEmail: (typed: string) => void;
  /**
   * Switches to the log-in step. Null unless the look-up of the address failed, because only then may the address
   * already have an account.
   */
  onLogin: (() => void) | null;
  onDone: () => void;
};

export function SignupStep({
  email,
  isFirst,
  onBack,
  onBackToEmail,
  onLogin,
  onDone,
}: SignupStepProps) {
  const { texts, reload } = useAskedAtSignUp();
  const form = useEndpointForm(register, {
    start: { email, password: '' },
    send: async (typed) => {
      const region = chosenRegion() ?? undefined;
      signIn(await call(register, { ...typed, consents: texts, region }));
      onDone();
    },
    problemOf: (thrown) => {
      if (asApiError(thrown).code === 'CONSENT_REQUIRED') reload();
      return signupProblem(thrown);
    },
  });
  const backToEmail = () => onBackToEmail(form.getValues('email'));
  return (
    <AuthForm
      title="Sign up"
      onBack={onBack}
      button="Sign up"
      {...frameOf(form)}
      below={
        <>
          {isFirst && (
            <AnotherWay text="Already have an account?" button="Log in" onPress={backToEmail} />
          )}
          <AnotherWay text="Another address?" button="Back to email" onPress={backToEmail} />
        </>
      }
    >
      {onLogin && <NotLookedUp onLogin={onLogin} />}
      <Field
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="email"
        autoFocus={email === ''}
        spellCheck={false}
      />
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="new-password"
        autoFocus={email !== ''}
        hint={usePasswordHint()}
      />
      {texts.length > 0 && (
        <p className="text-small text-text-2">
          By signing up you accept our <LegalLinks texts={texts} />.
        </p>
      )}
    </AuthForm>
  );
}

function NotLookedUp({ onLogin }: { onLogin: () => void }) {
  return (
    <Banner tone="warn">
      We couldn’t check whether this address has an account. If it has one,{' '}
      <button type="button" onClick={onLogin} className="link hit-44">
        log in
      </button>
      .
    </Banner>
  );
}
