import { changePreferences, changeSettings } from '#contract/profile.ts';
import { GAME_NAMES, GAMES, type Game } from '#domain/card.ts';
import { useState, type FormEvent } from 'react';
import { call } from '../api/call.ts';
import { useAct } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Chip } from '../ui/chip.tsx';
import { Field } from '../ui/field.tsx';
import { useShopName } from './config.ts';
import { AuthFrame } from './auth-frame.tsx';

/** Asks for a name, favourite games and mail preferences. Every field is optional, and Skip saves nothing. */
export function SetupStep({ onBack, onDone }: { onBack: () => void; onDone: () => void }) {
  const [games, setGames] = useState<Game[]>([]);
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
  const toggle = (game: Game) =>
    setGames(games.includes(game) ? games.filter((one) => one !== game) : [...games, game]);

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
      intro="Tell us a little about you, or skip this for now."
      problem={problem}
      onBack={onBack}
    >
      <form onSubmit={finish} className="grid gap-6">
        <Field name="fullName" label="Full name (optional)" autoComplete="name" maxLength={100} />
        <fieldset>
          <legend className="mb-2 text-small font-[560]">Favourite games</legend>
          <div className="flex flex-wrap gap-2">
            {GAMES.map((game) => (
              <Chip key={game} isOn={games.includes(game)} onToggle={() => toggle(game)}>
                {GAME_NAMES[game]}
              </Chip>
            ))}
          </div>
        </fieldset>
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
