import { Select } from '../ui/select.tsx';

/** A filter by the name of the pack that the cards came from. */
export function PackChoice({
  names,
  chosen,
  onChoose,
  className,
}: {
  names: readonly string[];
  chosen: string;
  onChoose: (name: string) => void;
  /** Set if the field is next to the tabs, where there is no room for a visible label. */
  className?: string;
}) {
  return (
    <Select
      label={<span className="font-normal text-text-2">Pack</span>}
      labelAt={className === undefined ? 'top' : 'hidden'}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
      options={[
        { value: '', label: 'All packs' },
        ...names.map((name) => ({ value: name, label: name })),
      ]}
      {...(className !== undefined && { className })}
    />
  );
}
