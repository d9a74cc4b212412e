import { randomUUID } from 'node:crypto';
import { emailField, newPasswordField } from '#contract/accounts.ts';
import { FIXED_ROLES } from '#domain/access.ts';
import { hashPassword, refuseWeakPassword } from '../accounts/passwords.ts';
import { awaitsTwoFactor, makeTwoFactorToken } from '../accounts/two-factor-token.ts';
import { deleteStrangersTwoFactor, findTwoFactor } from '../accounts/two-factors-queries.ts';
import {
  findUserByEmail,
  insertUser,
  markEmailVerified,
  updateRole,
  type UserRow,
} from '../accounts/users-queries.ts';
import { inTransaction, type Database } from '#engine/database.ts';
import { readSecretFiles } from '../runtime/secret-files.ts';
import { onShop, type Commands, Refused, type Terminal } from './command.ts';
import { readOptions, takeWords, oneOf, parse } from './words.ts';

export const USER: Commands = {
  'user create': onShop(
    `  user create EMAIL [--role user|moderator|admin]
                                              asks for a password, unless it is in SHOP_PASSWORD, in the
                                              file that SHOP_PASSWORD_FILE names, or comes in`,
    (words) => {
      const { rest, options } = readOptions(words, ['--role']);
      const email = parse(emailField, takeWords(rest, ['EMAIL'])[0]!);
      const role = oneOf('--role', FIXED_ROLES, options['--role'] ?? 'user');
      return async (context, { say, readSecret, environment }, asOwner) => {
        // The command asks for the password only after it has found the owner's database address. Otherwise the
        // operator might type a password in vain.
        const user = await asOwner(async (db) => {
          const password = parse(
            newPasswordField,
            passwordIn(environment) ?? (await readSecret('Password')),
          );
          refuseWeakPassword(context, 'password', password, email);
          const passwordHash = await hashPassword(password, null);
          const username = email.slice(0, email.indexOf('@'));
          const id = randomUUID();
          return insertUser(db, { id, email, username, passwordHash, role, isVerified: true });
        });
        if (user === null) throw new Refused(`An account with the e-mail ${email} already exists.`);
        say(`Made ${email} (${role}).`);
        if (awaitsTwoFactor(context, { role, has_two_factor: false })) sayHowToSetUp(email, say);
      };
    },
  ),

  'user role': onShop(
    `  user role EMAIL ROLE                        give a user a role; an operator's address counts as verified`,
    (words) => {
      const [written, wanted] = takeWords(words, ['EMAIL', 'ROLE']);
      const email = parse(emailField, written!);
      const role = oneOf('ROLE', FIXED_ROLES, wanted);
      return async (context, { say }, asOwner) => {
        const user = await userOf(context.db, email);
        // An operator who gives a role on the command line also vouches for the user's address, as in `user create`.
        // Without mail no operator could otherwise have a second factor.
        const isVouchedFor = role !== 'user' && user.email_verified_at === null;
        await asOwner((owner) =>
          inTransaction(owner, async (db) => {
            if (isVouchedFor) {
              await deleteStrangersTwoFactor(db, user.id);
              await markEmailVerified(db, user.id, user.email);
            }
            await updateRole(db, user.email, role);
          }),
        );
        say(`${user.email} is ${role} now.`);
        if (isVouchedFor) say('Their address counts as verified.');
        const twoFactor = await findTwoFactor(context.db, user.id);
        const has = { role, has_two_factor: twoFactor?.is_confirmed ?? false };
        if (awaitsTwoFactor(context, has)) sayHowToSetUp(user.email, say);
      };
    },
  ),

  'user two-factor': onShop(
    `  user two-factor EMAIL                       a token for an operator to set up their second factor
                                              with; good once, and for a day`,
    (words) => {
      const email = parse(emailField, takeWords(words, ['EMAIL'])[0]!);
      return async (context, { say }) => {
        if (!context.config.production) {
          throw new Refused(
            'Only in production operators need a second factor, and a token for it: NODE_ENV is not production here.',
          );
        }
        const user = await userOf(context.db, email);
        const twoFactor = await findTwoFactor(context.db, user.id);
        const has = { role: user.role, has_two_factor: twoFactor?.is_confirmed ?? false };
        if (!awaitsTwoFactor(context, has)) {
          throw new Refused(
            `${user.email} needs no token: it is for operators without a second factor.`,
          );
        }
        const { token } = await inTransaction(context.db, (db) =>
          makeTwoFactorToken({ ...context, db }, user.id),
        );
        say(`${token} lets ${user.email} set up two-factor under My account, once, within a day.`);
        if (user.email_verified_at === null) {
          say(
            `First they enter the code that was mailed to them, or you vouch for their address: npm run shop -- user role ${user.email} ${user.role}`,
          );
        }
      };
    },
  ),
};

/**
 * The password of a new account, from the environment or from a file that the environment names.
 */
function passwordIn(environment: Terminal['environment']): string | undefined {
  const read = readSecretFiles(environment, ['SHOP_PASSWORD']);
  if (read.problems.length > 0) throw new Refused(read.problems.join('\n'));
  return read.environment['SHOP_PASSWORD'];
}

async function userOf(db: Database, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (user === null) throw new Refused(`There is no account with the e-mail ${email}.`);
  return user;
}

function sayHowToSetUp(email: string, say: (line: string) => void): void {
  say(
    `Their role counts once they have a second factor. For setting it up: npm run shop -- user two-factor ${email}`,
  );
}
