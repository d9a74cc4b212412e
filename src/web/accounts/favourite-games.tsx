import { Chip } from '../ui/chip.tsx';
import { useGameOptions } from './games.ts';

type FavouriteGamesProps = {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

export function FavouriteGames({ chosen, onChange }: FavouriteGamesProps) {
  const games = useGameOptions();
  const toggle = (game: string) =>
    onChange(chosen.includes(game) ? chosen.filter((one) => one !== game) : [...chosen, game]);
  return (
    <fieldset>
      <legend className="mb-2 text-small font-[560]">Favourite games</legend>
      <div className="flex flex-wrap gap-2">
        {games.map(({ value, label }) => (
          <Chip key={value} isOn={chosen.includes(value)} onToggle={() => toggle(value)}>
            {label}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}
