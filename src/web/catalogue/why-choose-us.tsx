import { useText } from '../accounts/texts.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Written } from '../ui/written.tsx';

/** The icons of the reasons, in order. If there are more reasons than icons, the last icon is repeated. */
const ICONS: readonly IconName[] = ['pack', 'buyback', 'truck', 'shield'];

export function WhyChooseUs() {
  const reasons = useText('why-choose-us')?.sections ?? [];
  if (reasons.length === 0) return null;
  return (
    <section aria-labelledby="why" className="page py-12 md:py-16">
      <h2 id="why" className="text-h3 md:text-h2">
        Why Choose Us
      </h2>
      <ul className="mt-5 grid border-t border-line md:grid-cols-3">
        {reasons.map(({ title, html }, at) => (
          <li
            key={title}
            className="border-line py-6 max-md:border-b max-md:last:border-b-0 md:border-l md:px-7 md:first:border-l-0 md:first:pl-0"
          >
            <Icon name={ICONS[Math.min(at, ICONS.length - 1)]!} size={34} className="text-brand" />
            <h3 className="mt-3 text-h3">{title}</h3>
            <Written html={html} className="mt-1.5 max-w-[42ch] text-small text-text-2" />
          </li>
        ))}
      </ul>
    </section>
  );
}
