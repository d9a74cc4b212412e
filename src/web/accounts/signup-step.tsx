import { emailField, newPasswordField, register as registerRow } from '#contract/accounts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { asApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { signIn } from '../api/session.ts';
import { Field, PasswordField } from '../ui/field.tsx';
import { Banner } from '../ui/states.tsx';
import { AnotherWay, AuthForm } from './auth-frame.tsx';
import { useAskedAtSignUp } from './asked-at-sign-up.ts';
import { LegalLinks } from './legal-links.tsx';
import { signupProblem, type AuthProblem } from './messages.ts';
import { usePasswordHint } from './password-hint.ts';
import { chosenRegion } from './region.ts';

const form = z.object({ email: emailField, password: newPasswordField });

type SignupStepProps = {
  email: string;
  onBack: () => void;
  onBackToEmail: () => void;
  /**
   * Switches to the log-in step. Null unless the look-up of the address failed, because only then the address may have
   * an account.
   */
  onLogin: (() => void) | null;
  onDone: () => void;
};

export function SignupStep({ email, onBack, onBackToEmail, onLogin, onDone }: SignupStepProps) {
  const [problem, setProblem] = useState<AuthProblem | null>(null);
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(form),
    defaultValues: { email, password: '' },
    mode: 'onTouched',
  });
  const { texts, reload } = useAskedAtSignUp();
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      signIn(
        await call(registerRow, {
          ...values,
          consents: texts,
          region: chosenRegion() ?? undefined,
        }),
      );
      onDone();
    } catch (error) {
      if (asApiError(error).code === 'CONSENT_REQUIRED') reload();
      const found = signupProblem(error);
      const { field, message } = found;
      if (field === null) setProblem(found);
      else setError(field, { message }, { shouldFocus: true });
    }
  });
  return (
    <AuthForm
      title="Sign up"
      problem={problem?.message ?? null}
      reason={problem?.reason}
      onBack={onBack}
      button="Sign up"
      onSubmit={submit}
      isBusy={formState.isSubmitting}
      isComplete={formState.isValid}
      below={
        <AnotherWay
          text="Already have an account?"
          button="Back to email"
          onPress={onBackToEmail}
        />
      }
    >
      {onLogin && <NotLookedUp onLogin={onLogin} />}
      <Field
        {...register('email')}
        label="Email"
        type="email"
        autoComplete="email"
        autoFocus={email === ''}
        spellCheck={false}
        error={formState.errors.email?.message}
      />
      <PasswordField
        {...register('password')}
        label="Password"
        autoComplete="new-password"
        autoFocus={email !== ''}
        hint={usePasswordHint()}
        error={formState.errors.password?.message}
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
