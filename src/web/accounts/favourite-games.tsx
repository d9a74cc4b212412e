import { GAME_NAMES, GAMES } from '#domain/card.ts';
import { Chip } from '../ui/chip.tsx';

type FavouriteGamesProps = {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

export function FavouriteGames({ chosen, onChange }: FavouriteGamesProps) {
  const toggle = (game: string) =>
    onChange(chosen.includes(game) ? chosen.filter((one) => one !== game) : [...chosen, game]);
  return (
    <fieldset>
      <legend className="mb-2 text-small font-[560]">Favourite games</legend>
      <div className="flex flex-wrap gap-2">
        {GAMES.map((game) => (
          <Chip key={game} isOn={chosen.includes(game)} onToggle={() => toggle(game)}>
            {GAME_NAMES[game]}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}
