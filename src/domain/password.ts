// Refuses passwords that an attacker would try first (docs/security.md). These are common words with something
// appended, keyboard walks, repetitions, short numbers, and words from the account and the shop. The check uses rules
// instead of a list of passwords, because no list contains "Dragon2026!" yet.

// Signs that people write instead of letters. "i" is read as "l", because "1" and "!" can stand for either letter.
const SIGNS = '0134578@$!i';
const THEIR_LETTERS = 'oleastbasll';

/** Common passwords, without the digits and symbols that people append. */
const COMMON_WORDS = new Set(
  `abc access admin administrator adrian aaron alex alexander alexandra alexis amanda amazing america andrea andrew
  angel angela animal anthony apple archangel arsenal arthur ashley august austin autumn babygirl badboy banana
  barcelona baseball basketball batman beautiful bigdaddy biteme blessed blink blue bluebird bond boomer brandon
  brooklyn bubbles buster butterfly california calvin cameron carlos caroline casper change changeme charlie charlotte
  cheese chelsea chester chicken chocolate chris christian christine christopher claudia coffee computer cookie cooper
  corvette cowboy cowboys creative crystal daniel danielle david death december default demo destiny diamond diablo
  dolphin dragon eagle eagles edward einstein elephant elizabeth eminem enter everton family ferrari fireball fish
  flower flowers football forever formula freedom friend friends garfield gateway genius george getmein ginger god
  golden golfer guest guitar hammer hannah happy harley heather hello hunter iceman iloveu iloveyou internet
  isabella jackson james jasmine jasper jennifer jeremy jessica jesus jonathan jordan joseph joshua junior justin
  killer kitty knight lakers lauren leonardo letmein liverpool london lovely love loveme loveyou lucky maggie manager
  manchester marina marine marlboro martin master matrix matthew maverick melissa mercedes merlin metallica michael
  michelle mickey midnight monica monkey monster mother mountain muffin murphy music mustang nascar natalie nathan
  newyork nicholas nicole nintendo nothing november october oliver orange outlaw pass passphrase passwd password
  patricia patrick peaches peanut pepper phoenix player pokemon please popcorn porsche prince princess private purple
  qwerty rabbit rachel raiders rainbow ranger rangers rebecca redsox richard robert rocket root rosebud russia samantha
  samsung samurai scooby scorpion secret september server shadow shannon shelby shopping silver simple skywalker
  slayer slipknot smokey snoopy snowball soccer sophie spider spiderman spring starwars steelers stella steven
  sterling student summer sunflower sunshine super superman superstar sweet swordfish sydney system taylor teacher
  temp temporary tennis teresa test tester testing thomas thunder tiffany tigger tiger tinkerbell trading trustno
  turtle unicorn user vanessa victor victoria vincent viking virginia warrior welcome whatever william willow windows
  winner winston winter wizard wolf wonder yankees yellow zxcvbnm`
    .split(/\s+/)
    .map(fold),
);

/**
 * Words of this trade, in addition to the words of the shop's name. Alone or in a row, these words protect nothing.
 */
const SHOP_WORDS =
  `shop store and my the card cards pack packs booster boosters credits collection collector magic
  gathering pokemon pikachu charizard yugioh exodia trading game common uncommon rare epic legendary mythic`
    .split(/\s+/)
    .map(fold);

/** Rows of neighbouring keys, and patterns that fingers follow easily. */
const WALKS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '!@#$%^&*()',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaq12wsxcde34rfvbgt56yhnmju78',
];
const BOTH_WAYS = WALKS.flatMap((walk) => [walk, Array.from(walk).toReversed().join('')]);
/** The minimum number of characters that count as a keyboard walk. */
const WALK_LENGTH_MIN = 3;

/**
 * The length of the longest number that a machine can guess in a moment by trying all numbers. This includes dates
 * and telephone numbers.
 */
const NUMBER_LENGTH_MAX = 11;

/** Whether an attacker would try this password first, for this e-mail address and shop. */
export function isEasyToGuess(password: string, email: string, shopName: string): boolean {
  const text = password.toLowerCase();
  if (/^[\d\s./-]+$/.test(text) && text.length <= NUMBER_LENGTH_MAX) return true;
  if (isRepetition(text) || isWalk(text) || isWalk(bareOf(text))) return true;
  const own = namesIn(email);
  const shopWords = [...SHOP_WORDS, ...wordsIn(shopName)];
  return coresOf(text).some(
    (core) => COMMON_WORDS.has(core) || own.has(core) || isMadeOf(shopWords, core),
  );
}

/** Whether a text is a repetition, such as "aaaaaaaa", "abcabcabc" or "passwordpassword". */
function isRepetition(text: string): boolean {
  const piece = /^(.+?)\1+$/.exec(text)?.[1];
  return (
    piece !== undefined &&
    (piece.length <= 4 || coresOf(piece).some((core) => COMMON_WORDS.has(core)))
  );
}

/** Whether a text consists only of keyboard walks, such as "qwerty123" or "1q2w3e4r". */
function isWalk(text: string): boolean {
  if (text === '') return false;
  let at = 0;
  while (at < text.length) {
    const length = walkedFrom(text, at);
    if (length < WALK_LENGTH_MIN) return false;
    at += length;
  }
  return true;
}

/** The number of characters, from `at` on, that follow one keyboard walk. */
function walkedFrom(text: string, at: number): number {
  let length = 0;
  for (const walk of BOTH_WAYS) {
    while (at + length < text.length && walk.includes(text.slice(at, at + length + 1))) length += 1;
  }
  return length;
}

/** Replaces signs by the letters that they stand for, and drops everything else that is no letter. */
function fold(text: string): string {
  return Array.from(text, (sign) => THEIR_LETTERS[SIGNS.indexOf(sign)] ?? sign)
    .join('')
    .replaceAll(/[^\p{L}]/gu, '');
}

/** A text without the digits and signs at its ends. */
function bareOf(text: string): string {
  return text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/**
 * The words on which a password may be based. One reads the signs at the ends as letters, the other leaves these
 * signs out.
 */
function coresOf(text: string): string[] {
  return [fold(text), fold(bareOf(text))].filter((word) => word !== '');
}

/** The words in an e-mail address. They are the name before the @, the host, and the parts of both. */
function namesIn(email: string): Set<string> {
  const [name = '', host = ''] = email.toLowerCase().split('@');
  const parts = [name, email.toLowerCase(), host, ...name.split(/[^\p{L}]+/u), ...host.split('.')];
  return new Set(parts.map(fold).filter((part) => part.length >= 3));
}

/** The words of the shop's name. */
function wordsIn(shopName: string): string[] {
  const words = shopName.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.map(fold).filter((word) => word.length >= 3);
}

/** Whether a text consists of these words, one after the other. */
function isMadeOf(words: readonly string[], text: string): boolean {
  const isMade = [true];
  for (let end = 1; end <= text.length; end += 1) {
    isMade[end] = words.some(
      (word) => isMade[end - word.length] === true && text.slice(0, end).endsWith(word),
    );
  }
  return isMade[text.length]!;
}
