import type { ComponentProps } from 'react';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { motion } from '../browser/motion.ts';
import { Select } from '../ui/select.tsx';
import type { Choice } from '../browser/stored-choice.ts';
import { theme } from '../browser/theme.ts';

/** A button that switches between the light and the dark theme. */
export function ThemeToggle() {
  const isDark = theme.useIsOn('dark', false);
  return (
    <IconButton
      label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={() => theme.choose(isDark ? 'light' : 'dark')}
    >
      <Icon name={isDark ? 'moon' : 'sun'} />
    </IconButton>
  );
}

type Look = Pick<ComponentProps<typeof Select>, 'labelAt'>;

export function ThemeSelect(variant: Look) {
  return (
    <ChoiceSelect
      {...variant}
      label="Theme"
      choice={theme}
      options={{ light: 'Light', dark: 'Dark' }}
    />
  );
}

export function MotionSelect(variant: Look) {
  return <ChoiceSelect {...variant} label="Motion" choice={motion} options={{ less: 'Less' }} />;
}

/**
 * A select with all options of a choice. The first option means the system's setting, so that the user can return to
 * it.
 */
function ChoiceSelect<Option extends string>({
  label,
  choice,
  options,
  labelAt = 'left',
}: Look & {
  label: string;
  choice: Choice<Option>;
  options: Record<Option, string>;
}) {
  const labels = Object.entries<string>({ system: 'System', ...options });
  return (
    <Select
      label={label}
      labelAt={labelAt}
      options={labels.map(([value, text]) => ({ value, label: text }))}
      value={choice.useChosen()}
      onChange={({ target }) => choice.choose(target.value as Option | 'system')}
    />
  );
}
