// Signing in and up, a step at a time: the address first, then the password.
import { createLazyRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { signedInUser, signOut } from '../api/session.ts';
import { showToast } from '../ui/toast.tsx';
import type { AuthMode } from './auth-search.ts';
import { EmailStep } from './email-step.tsx';
import { ForgotStep } from './forgot-step.tsx';
import { LoginStep } from './login-step.tsx';
import { redirectTarget } from './redirect-target.ts';
import { ResetStep } from './reset-step.tsx';
import { SetupStep } from './setup-step.tsx';
import { SignupStep } from './signup-step.tsx';
import { TwoFactorStep } from './two-factor-step.tsx';
import { VerifyStep } from './verify-step.tsx';

export const screen = createLazyRoute('/auth')({ component: AuthPage });

type Step =
  | 'email_check'
  | 'signup'
  | 'login'
  | 'two_factor'
  | 'forgot'
  | 'reset'
  | 'verify'
  | 'setup';

/** A code can be entered by who is signed in; everybody else starts with the address. */
function firstStep(mode: AuthMode | undefined): Step {
  if (mode === 'signup' || mode === 'forgot' || mode === 'reset') return mode;
  return mode === 'verify' && signedInUser() !== null ? 'verify' : 'email_check';
}

/** What somebody who is signed in may still come here for. */
function isForMembers(mode: AuthMode | undefined): boolean {
  return mode === 'verify' || mode === 'forgot' || mode === 'reset';
}

/** Address and code as the mailed link carries them, behind the "#". */
function filledIn(hash: string): { email: string; code: string } {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  return { email: fields.get('email') ?? '', code: fields.get('code') ?? '' };
}

function AuthPage() {
  const { mode, redirect } = screen.useSearch();
  const router = useRouter();
  const navigate = useNavigate();
  const [steps, setSteps] = useState<Step[]>(() => [firstStep(mode)]);
  const [filled] = useState(() => filledIn(mode === 'reset' ? window.location.hash : ''));
  const [email, setEmail] = useState(() => filled.email || (signedInUser()?.email ?? ''));
  const [code, setCode] = useState(filled.code);
  // Kept for the one step that follows, in this page only.
  const [password, setPassword] = useState('');
  const step = steps.at(-1)!;

  const leave = () => router.history.replace(redirectTarget(redirect));
  // Who is signed in already is sent on. On arrival only: signing in leaves by itself.
  useEffect(() => {
    if (signedInUser() !== null && !isForMembers(mode)) {
      router.history.replace(redirectTarget(redirect));
    }
  }, [router, redirect, mode]);

  // The code has been read, and is nothing to keep in the address or in the history.
  useEffect(() => {
    if (window.location.hash !== '') void navigate({ to: '/auth', search: true, replace: true });
  }, [navigate]);

  const goTo = (next: Step) => setSteps([...steps, next]);
  const goBack = () => {
    if (steps.length > 1) setSteps(steps.slice(0, -1));
    else router.history.push('/');
  };

  switch (step) {
    case 'email_check':
      return (
        <EmailStep
          email={email}
          onBack={goBack}
          onKnown={(known, exists) => {
            setEmail(known);
            goTo(exists ? 'login' : 'signup');
          }}
        />
      );
    case 'login':
      return (
        <LoginStep
          email={email}
          onBack={goBack}
          onForgot={() => goTo('forgot')}
          onGuarded={(right) => {
            setPassword(right);
            goTo('two_factor');
          }}
          onDone={leave}
        />
      );
    case 'two_factor':
      return <TwoFactorStep email={email} password={password} onBack={goBack} onDone={leave} />;
    case 'forgot':
      return (
        <ForgotStep
          email={email}
          onBack={goBack}
          onSent={(known) => {
            setEmail(known);
            setCode('');
            goTo('reset');
          }}
        />
      );
    case 'reset':
      return (
        <ResetStep
          email={email}
          code={code}
          onBack={goBack}
          onForgot={() => goTo('forgot')}
          onDone={(known) => {
            // Every session has ended, one of this browser too.
            signOut();
            showToast({
              kind: 'success',
              title: 'Password changed',
              text: 'Log in with the new one.',
            });
            setEmail(known);
            setSteps(['email_check', 'login']);
          }}
        />
      );
    case 'signup':
      return (
        <SignupStep
          email={email}
          onBack={goBack}
          onBackToEmail={() => setSteps(['email_check'])}
          onDone={() => setSteps(['setup'])}
        />
      );
    case 'verify':
      return <VerifyStep email={email} onBack={goBack} onDone={() => setSteps(['setup'])} />;
    case 'setup':
      return <SetupStep onBack={leave} onDone={leave} />;
  }
}
