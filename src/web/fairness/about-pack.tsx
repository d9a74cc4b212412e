import { aboutWords, type About } from '#domain/packproof/about-proof.ts';
import { isLogAt } from '#domain/packproof/log-host.ts';
import { useTypeName } from './drop-on-sale.ts';

/** Says which pack a proof is about. For packs of this shop, uses the shop's name of the pack type (choice 582). */
export function AboutPack({ about }: { about: About | undefined }) {
  const isOwn = about !== undefined && isLogAt(about.shop, location);
  return aboutWords(about, useTypeName(isOwn ? about.packType : undefined));
}
