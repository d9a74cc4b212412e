import { changePreferences, changeSettings } from '#contract/profile.ts';
import { formatCad } from '#domain/money.ts';
import { useState, type FormEvent } from 'react';
import { call } from '../api/call.ts';
import { useAct } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { useShopName } from './config.ts';
import { AuthFrame } from './auth-frame.tsx';
import { FavouriteGames } from './favourite-games.tsx';
import { useProfile } from './queries.ts';

/** Asks for a name, favourite games and mail preferences. Every field is optional, and Skip saves nothing. */
export function SetupStep({ onBack, onDone }: { onBack: () => void; onDone: () => void }) {
  const [games, setGames] = useState<string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const save = useAct(
    [changeSettings, changePreferences],
    async ({ fullName, wantsMail }: { fullName: string; wantsMail: boolean }) => {
      if (fullName !== '') await call(changeSettings, { fullName });
      await call(changePreferences, { preferredCategories: games, emailNotifications: wantsMail });
    },
  );
  const name = useShopName();

  const finish = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = event.currentTarget.elements;
    const fullName = (fields.namedItem('fullName') as HTMLInputElement).value.trim();
    const wantsMail = (fields.namedItem('emailNotifications') as HTMLInputElement).checked;
    setBusy(true);
    setProblem(null);
    try {
      await save.mutateAsync({ fullName, wantsMail });
      onDone();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };

  return (
    <AuthFrame
      title={`Welcome to ${name}`}
      intro={
        <>
          Tell us a little about you, or skip this for now.
          <Credits />
        </>
      }
      problem={problem}
      onBack={onBack}
    >
      <form onSubmit={finish} className="grid gap-6">
        <Field name="fullName" label="Full name (optional)" autoComplete="name" maxLength={100} />
        <FavouriteGames chosen={games} onChange={setGames} />
        <Checkbox
          name="emailNotifications"
          label="Mail me about my cards and orders"
          defaultChecked
        />
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" size="large" onClick={onDone}>
            Skip
          </Button>
          <Button type="submit" size="large" busy={isBusy}>
            Finish
          </Button>
        </div>
      </form>
    </AuthFrame>
  );
}

/** Names the credits that the shop gave at sign-up. The line's space is reserved, because the balance arrives later. */
function Credits() {
  const balance = useProfile().data?.account_balance;
  return (
    <output className="mt-1 block min-h-[1lh] font-semibold text-text max-[399px]:min-h-[2lh]">
      {balance !== undefined &&
        balance > 0 &&
        `You have ${formatCad(balance)} in credits to spend here.`}
    </output>
  );
}
