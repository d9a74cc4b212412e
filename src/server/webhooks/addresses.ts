// Which addresses webhooks may call: those of the public Internet, and networks that the shop's settings name. For each
// call the name is resolved once, all its addresses are checked, and the connection goes to one of them, so a name that
// changes its address in between leads nowhere else (choice 1039).
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Ranges of IPv4 that are not public (IANA's special-purpose registry, multicast and reserved). */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** Public addresses of IPv6 are in 2000::/3, but not in these ranges: some of them lead to an address of IPv4. */
const PUBLIC_V6 = '2000::/3';
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Makes a list of networks such as `10.0.0.0/8`. */
export function networksOf(written: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of written) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

const SPECIAL = networksOf([...SPECIAL_V4, ...SPECIAL_V6]);
const PUBLIC = networksOf([PUBLIC_V6]);

/**
 * Whether webhooks may call an address of IPv4 or IPv6. `networks`: those that the shop's settings name. An address of
 * IPv4 in the form of IPv6 (`::ffff:10.0.0.1`) is not public.
 */
export function mayCall(address: string, networks: BlockList): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (networks.check(address, family)) return true;
  if (SPECIAL.check(address, family)) return false;
  return family === 'ipv4' || PUBLIC.check(address, family);
}

/** Thrown if a webhook may not call an address. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

const PRIVATE = 'It leads into a private network';

/** Names are resolved without the threads in which passwords are hashed, so that a slow name server delays no sign-in. */
const resolver = new Resolver({ timeout: 2_000, tries: 2 });

export type Resolve = (name: string) => Promise<string[]>;

/** Returns all addresses of a name. */
const resolve: Resolve = async (name) => {
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
};

/** Returns the addresses of a host. If any of them may not be called, or there is none, throws AddressRefused. */
export async function checkedAddresses(
  host: string,
  networks: BlockList,
  resolveName: Resolve = resolve,
): Promise<string[]> {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(bare) === 0 ? await resolveName(bare) : [bare];
  if (addresses.length === 0) throw new AddressRefused(`There is no host ${bare}`);
  if (!addresses.every((one) => mayCall(one, networks))) throw new AddressRefused(PRIVATE);
  return addresses;
}

/** Makes a connection go to these addresses, whatever the name of its host means by then. */
export function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, done) => {
    if (options.all === true) done(null, found);
    else done(null, found[0]!.address, found[0]!.family);
  };
}

/**
 * Returns why a URL can't be that of an endpoint, or null if it can. In production it must be https, so that nobody on
 * the way reads or changes events.
 */
export function problemOfUrl(written: string, production: boolean): string | null {
  if (!URL.canParse(written)) return 'This is no URL';
  const { username, password, hash } = new URL(written);
  // The text counts, because a URL is also understood without slashes or in capitals, and the database is not to store it.
  if (!(production ? /^https:\/\// : /^https?:\/\//).test(written)) {
    return 'It must begin with https://';
  }
  if (username !== '' || password !== '') return 'It must not contain a password: use the secret';
  return hash === '' ? null : 'It must not have a # in it';
}
