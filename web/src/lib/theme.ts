import { store, stored } from './storage';

export type Theme = 'system' | 'dark' | 'light';

/** The theme that was chosen last. */
export function chosenTheme(): Theme {
  const theme = stored('theme');
  return theme === 'dark' || theme === 'light' ? theme : 'system';
}

export function useTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  store('theme', theme === 'system' ? undefined : theme);
}
