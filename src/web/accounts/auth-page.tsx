// Signing in and up, a step at a time: the address first, then the password.
import { createLazyRoute, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { signedInUser } from '../api/session.ts';
import { EmailStep } from './email-step.tsx';
import { LoginStep } from './login-step.tsx';
import { redirectTarget } from './redirect-target.ts';
import { SignupStep } from './signup-step.tsx';

export const screen = createLazyRoute('/auth')({ component: AuthPage });

type Step = 'email_check' | 'signup' | 'login';

function AuthPage() {
  const { mode, redirect } = screen.useSearch();
  const router = useRouter();
  const [steps, setSteps] = useState<Step[]>([mode === 'signup' ? 'signup' : 'email_check']);
  const [email, setEmail] = useState('');
  const step = steps.at(-1)!;

  const leave = () => router.history.replace(redirectTarget(redirect));
  // Who is signed in already has no business here. Only on arrival: signing in leaves by itself.
  useEffect(() => {
    if (signedInUser() !== null) router.history.replace(redirectTarget(redirect));
  }, [router, redirect]);

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
          onDone={leave}
        />
      );
  }
}
