import { aboutWords, type About } from '#domain/packproof/about-proof.ts';
import { isLogAt } from '#domain/packproof/log-host.ts';
import { useTypeName } from './drop-on-sale.ts';

/** The pack that a proof is about. For this shop's own packs, with the shop's name of the type (choice 582). */
export function AboutPack({ about }: { about: About | undefined }) {
  const isOwn = about !== undefined && isLogAt(about.shop, location);
  return aboutWords(about, useTypeName(isOwn ? about.packType : undefined));
}
