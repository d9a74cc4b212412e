import { aboutWords, type About } from '#domain/packproof/about-proof.ts';
import { isLogAt } from '#domain/packproof/log-host.ts';
import { useTypeName } from './drop-on-sale.ts';

/** Which pack a proof is of; of this shop's own, with the name that its type has here (choice 582). */
export function AboutPack({ about }: { about: About | undefined }) {
  const isOwn = about !== undefined && isLogAt(about.shop, location);
  return aboutWords(about, useTypeName(isOwn ? about.packType : undefined));
}
