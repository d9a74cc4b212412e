// Signing in and up, a step at a time: the address first, then the password.
import { createLazyRoute, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { signedInUser } from '../api/session.ts';
import { EmailStep } from './email-step.tsx';
import { LoginStep } from './login-step.tsx';
import { redirectTarget } from './redirect-target.ts';
import { SetupStep } from './setup-step.tsx';
import { SignupStep } from './signup-step.tsx';
import { VerifyStep } from './verify-step.tsx';

export const screen = createLazyRoute('/auth')({ component: AuthPage });

type Step = 'email_check' | 'signup' | 'login' | 'verify' | 'setup';

/** A code can be entered by who is signed in; everybody else starts with the address. */
function firstStep(mode: 'login' | 'signup' | 'verify' | undefined): Step {
  if (mode === 'signup') return 'signup';
  return mode === 'verify' && signedInUser() !== null ? 'verify' : 'email_check';
}

function AuthPage() {
  const { mode, redirect } = screen.useSearch();
  const router = useRouter();
  const [steps, setSteps] = useState<Step[]>(() => [firstStep(mode)]);
  const [email, setEmail] = useState(() => signedInUser()?.email ?? '');
  const step = steps.at(-1)!;

  const leave = () => router.history.replace(redirectTarget(redirect));
  // Who is signed in already comes here only to verify. On arrival only: signing in leaves by itself.
  useEffect(() => {
    if (signedInUser() !== null && mode !== 'verify') {
      router.history.replace(redirectTarget(redirect));
    }
  }, [router, redirect, mode]);

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
      return <LoginStep email={email} onBack={goBack} onDone={leave} />;
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
