/** What differs between two states of settings, before and after, for the audit log. */
export function changesOf<Settings extends object>(
  before: Settings,
  after: Settings,
): [before: Record<string, unknown>, after: Record<string, unknown>] {
  const names = Object.keys(after) as (keyof Settings & string)[];
  const changed = names.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const only = (settings: Settings) =>
    Object.fromEntries(changed.map((name) => [name, settings[name]]));
  return [only(before), only(after)];
}
