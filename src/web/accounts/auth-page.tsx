// Signs a user in or up, one step at a time: the email address first, then the password.
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

/** Returns the first step. Only a signed-in user can start with the code step, which confirms the email address. */
function firstStep(mode: AuthMode | undefined): Step {
  if (mode === 'signup' || mode === 'forgot' || mode === 'reset') return mode;
  return mode === 'verify' && signedInUser() !== null ? 'verify' : 'email_check';
}

/** Steps for users who are not signed in. A signed-in user who arrives at one of these steps is redirected. */
const FOR_STRANGERS = new Set<Step>(['email_check', 'signup', 'login', 'two_factor']);

/** Reads the email address and the code from the part after the "#" of the link in the mail. */
function filledIn(hash: string): { email: string; code: string } {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  return { email: fields.get('email') ?? '', code: fields.get('code') ?? '' };
}

/** This function is long, because one switch holds every step and its transitions. */
function AuthPage() {
  const { mode, redirect } = screen.useSearch();
  const router = useRouter();
  const { comesBack = false, goesOnTo, signingIn: _steps, ...wanted } = useLocation().state;
  const navigate = useNavigate();
  const [filled] = useState(() => filledIn(mode === 'reset' ? window.location.hash : ''));
  const { step, count, email, goTo, change, goBack } = useSteps({
    steps: [firstStep(mode)],
    email: filled.email || (signedInUser()?.email ?? ''),
  });
  const [code, setCode] = useState(filled.code);
  // The password for the next step. It is kept only in memory, and only on this page.
  const [password, setPassword] = useState('');
  // The email address for which the look-up of the account failed.
  const [unchecked, setUnchecked] = useState<string | null>(null);
  // The step that stays visible until the next page has loaded, and that page's path.
  const [last, setLast] = useState<{ step: Step; target: string | undefined } | null>(null);

  // Leaves the sign-in page. If the history holds several steps, removes them before it navigates.
  const leaveFor = (target: string | undefined) => {
    setLast({ step, target });
    if (count > 1) goBack(count - 1);
    else router.history.replace(redirectTarget(target), wanted);
  };
  const leave = () => leaveFor(redirect);
  // Completes `leaveFor` after the history has lost its steps, and redirects a signed-in user who arrives at a step for
  // visitors. Runs only on arrival, because a step that signs the user in calls `leaveFor` itself.
  useLayoutEffect(() => {
    const isThrough = last !== null && count === 1;
    if (isThrough || (signedInUser() !== null && FOR_STRANGERS.has(step))) {
      router.history.replace(redirectTarget(isThrough ? last.target : redirect), wanted);
    }
    // oxlint-disable-next-line react/exhaustive-deps -- Only a change of step or count is an arrival.
  }, [step, count]);
  // The second-factor step needs the password. After a reload the password is gone, so the page goes back to the step
  // that asks for it.
  useEffect(() => {
    if (step === 'two_factor' && password === '') goBack();
    // oxlint-disable-next-line react/exhaustive-deps -- Only a change of step is an arrival.
  }, [step]);

  // Removes the code of the link from the URL and the history. By now the code has been read.
  useEffect(() => {
    if (window.location.hash !== '')
      void navigate({ to: '/auth', search: true, state: true, replace: true });
  }, [navigate]);

  const toStepBefore = () => {
    if (!goBack()) router.history.push('/');
  };

  switch (last?.step ?? step) {
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
          onDone={async (known) => {
            // A password reset ends every session of the user, including the session in this browser.
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
          // Without an earlier step, the page began with this one, and nobody has looked up an address yet.
          isFirst={count === 1}
          onBackToEmail={(typed) => {
            if (!goBack()) void change('email_check', typed);
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
              setLast({ step: 'verify', target: undefined });
              router.history.back();
            } else if (redirect === undefined) void change('setup', email);
            // A user with a `redirect` came from another page. They were offered the setup step at sign-up, so it is
            // skipped here.
            else leave();
          }}
        />
      );
    case 'setup':
      return <SetupStep onBack={leave} onDone={() => leaveFor(goesOnTo ?? redirect)} />;
  }
}
