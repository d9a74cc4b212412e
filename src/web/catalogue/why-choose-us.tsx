import { Icon, type IconName } from '../ui/icon.tsx';

const REASONS: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'pack',
    title: 'Open REAL Packs',
    text: 'Packs are real and sourced from manufacturers, distributors and official retailers.',
  },
  {
    icon: 'buyback',
    title: 'Instant Buyback',
    text: 'Cards convert to credits at 50% of market value, the moment you open them. Cards sold back are not used to make new packs.',
  },
  {
    icon: 'truck',
    title: 'Ship Your Cards',
    text: 'Cards are verified and mapped to real physical inventory, then shipped to your door.',
  },
];

export function WhyChooseUs() {
  return (
    <section aria-labelledby="why" className="page py-12 md:py-16">
      <h2 id="why" className="text-h3 md:text-h2">
        Why Choose Us
      </h2>
      <ul className="mt-5 grid border-t border-line md:grid-cols-3">
        {REASONS.map((reason) => (
          <li
            key={reason.title}
            className="border-line py-6 max-md:border-b max-md:last:border-b-0 md:border-l md:px-7 md:first:border-l-0 md:first:pl-0"
          >
            <Icon name={reason.icon} size={34} className="text-brand" />
            <h3 className="mt-3 text-h3">{reason.title}</h3>
            <p className="mt-1.5 max-w-[42ch] text-small text-text-2">{reason.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
