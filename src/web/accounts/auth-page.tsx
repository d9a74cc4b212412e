// Signing in and up, a step at a time: the address first, then the password.
import { createLazyRoute, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { signedInUser, signOut } from '../api/session.ts';
import { showToast } from '../ui/toast.tsx';
import type { AuthMode } from './auth-search.ts';
import { EmailStep } from './email-step.tsx';
import { ForgotStep } from './forgot-step.tsx';
import { LoginStep } from './login-step.tsx';
import './navigation-state.ts';
import { redirectTarget } from './redirect-target.ts';
import { ResetStep } from './reset-step.tsx';
import { SetupStep } from './setup-step.tsx';
import { SignupStep } from './signup-step.tsx';
import { TwoFactorStep } from './two-factor-step.tsx';
import { useSteps, type Step } from './use-steps.ts';
import { VerifyStep } from './verify-step.tsx';

export const screen = createLazyRoute('/auth')({ component: AuthPage });

/** A code can be entered by someone who is signed in; everybody else starts with the address. */
function firstStep(mode: AuthMode | undefined): Step {
  if (mode === 'signup' || mode === 'forgot' || mode === 'reset') return mode;
  return mode === 'verify' && signedInUser() !== null ? 'verify' : 'email_check';
}

/** What there is to do for nobody who is signed in. */
const FOR_STRANGERS = new Set<Step>(['email_check', 'signup', 'login', 'two_factor']);

/** Address and code as the mailed link carries them, behind the "#". */
function filledIn(hash: string): { email: string; code: string } {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  return { email: fields.get('email') ?? '', code: fields.get('code') ?? '' };
}

/** As long as it is because every step and where it leads to is in this one switch. */
function AuthPage() {
  const { mode, redirect } = screen.useSearch();
  const router = useRouter();
  const { comesBack = false, signingIn: _steps, ...wanted } = useLocation().state;
  const navigate = useNavigate();
  const [filled] = useState(() => filledIn(mode === 'reset' ? window.location.hash : ''));
  const { step, count, email, goTo, change, goBack } = useSteps({
    steps: [firstStep(mode)],
    email: filled.email || (signedInUser()?.email ?? ''),
  });
  const [code, setCode] = useState(filled.code);
  // Kept for the one step that follows, in this page only.
  const [password, setPassword] = useState('');
  // The address that could not be looked up.
  const [unchecked, setUnchecked] = useState<string | null>(null);
  // What is shown until the next page is there.
  const [last, setLast] = useState<Step | null>(null);

  // None of the steps stays in the history of somebody who is through.
  const leave = () => {
    setLast(step);
    if (count > 1) goBack(count - 1);
    else router.history.replace(redirectTarget(redirect), wanted);
  };
  // On arrival at a step only: signing in leaves by itself.
  useLayoutEffect(() => {
    const isThrough = last !== null && count === 1;
    if (isThrough || (signedInUser() !== null && FOR_STRANGERS.has(step))) {
      router.history.replace(redirectTarget(redirect), wanted);
    }
    // oxlint-disable-next-line react/exhaustive-deps -- What else changes is no arrival.
  }, [step, count]);
  // A page that was loaded again has forgotten the password.
  useEffect(() => {
    if (step === 'two_factor' && password === '') goBack();
    // oxlint-disable-next-line react/exhaustive-deps -- As above.
  }, [step]);

  // The code has been read, and is nothing to keep in the address or in the history.
  useEffect(() => {
    if (window.location.hash !== '')
      void navigate({ to: '/auth', search: true, state: true, replace: true });
  }, [navigate]);

  const toStepBefore = () => {
    if (!goBack()) router.history.push('/');
  };

  switch (last ?? step) {
    case 'email_check':
      return (
        <EmailStep
          email={email}
          onBack={toStepBefore}
          onKnown={(known, exists) => {
            setUnchecked(exists === null ? known : null);
            void goTo(exists === true ? 'login' : 'signup', known);
          }}
        />
      );
    case 'login':
      return (
        <LoginStep
          email={email}
          onBack={toStepBefore}
          onForgot={() => void goTo('forgot', email)}
          onGuarded={(right) => {
            setPassword(right);
            void goTo('two_factor', email);
          }}
          onDone={leave}
        />
      );
    case 'two_factor':
      return (
        <TwoFactorStep email={email} password={password} onBack={toStepBefore} onDone={leave} />
      );
    case 'forgot':
      return (
        <ForgotStep
          email={email}
          onBack={toStepBefore}
          onSent={(known) => {
            setCode('');
            void goTo('reset', known);
          }}
        />
      );
    case 'reset':
      return (
        <ResetStep
          email={email}
          code={code}
          onBack={toStepBefore}
          onForgot={() => void goTo('forgot', email)}
          onDone={async (known) => {
            // Every session has ended, one of this browser too.
            signOut();
            showToast({
              kind: 'success',
              title: 'Password changed',
              text: 'Log in with the new one.',
            });
            await change('email_check', known);
            await goTo('login', known);
          }}
        />
      );
    case 'signup':
      return (
        <SignupStep
          email={email}
          onBack={toStepBefore}
          onBackToEmail={() => {
            if (!goBack()) void change('email_check', email);
          }}
          onLogin={email === unchecked ? () => void change('login', email) : null}
          onDone={() => void change('setup', email)}
        />
      );
    case 'verify':
      return (
        <VerifyStep
          email={email}
          onBack={toStepBefore}
          onDone={() => {
            if (comesBack) {
              setLast('verify');
              router.history.back();
            } else if (redirect === undefined) void change('setup', email);
            // Who came from a page has been welcomed before.
            else leave();
          }}
        />
      );
    case 'setup':
      return <SetupStep onBack={leave} onDone={leave} />;
  }
}
