import { packInWords } from '#domain/drop.ts';
import type { About } from '#domain/packproof/about-proof.ts';
import { isLogAt } from '#domain/packproof/log-host.ts';
import { useTypeName } from './drop-on-sale.ts';

/** Says which pack a proof is about. For a pack of this shop, uses the shop's name of its type (choice 582). */
export function AboutPack({ about }: { about: About | undefined }) {
  const isOwn = about !== undefined && isLogAt(about.shop, location);
  const name = useTypeName(isOwn ? about.packType : undefined);
  if (about === undefined) return 'A proof that does not say of which pack it is';
  const { packType, shop } = about;
  return `${packInWords(about)} of ${name ?? packType}${isOwn ? '' : `, sold by ${shop}`}`;
}
