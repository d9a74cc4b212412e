import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Select } from '../ui/select.tsx';
import { chooseTheme, THEMES, useIsDark, useTheme } from './theme.ts';

/** Switches between light and dark. */
export function ThemeToggle() {
  const isDark = useIsDark();
  return (
    <IconButton
      label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    >
      <Icon name={isDark ? 'moon' : 'sun'} />
    </IconButton>
  );
}

const OPTIONS = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** All three choices, so that one can go back to what the system says. */
export function ThemeSelect() {
  const theme = useTheme();
  return (
    <Select
      label="Theme"
      labelAt="left"
      options={OPTIONS}
      value={theme}
      onChange={(event) => {
        const chosen = THEMES.find((one) => one === event.target.value);
        if (chosen) chooseTheme(chosen);
      }}
    />
  );
}
