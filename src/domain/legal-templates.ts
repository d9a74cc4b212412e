// Templates for the texts that the law demands of a shop. Each template says that it is one, and can't be published
// unchanged.
import { TEMPLATE_MARK, type LegalKey } from './consent.ts';
import { RETURN_RULE } from './returns.ts';

const head = `> **${TEMPLATE_MARK}** Replace what stands in [brackets], then take this line out. Nothing is published before.\n\n`;

export const LEGAL_TEMPLATES: Record<LegalKey, string> = {
  terms: `${head}These terms apply to everything that you buy from {shop}, run by [legal name, address]. You reach us at {contact}.

## What you buy

A pack is a real, sealed pack of collectible cards that lies in our warehouse. Which of the packs of a type you get is decided by chance. {sealed} What a pack holds is not shown to any buyer before they open it, and we promise no particular card.

## Who may buy

You have to be of age where you live, and you may have one account. [Say here who may not buy.]

## Prices and payment

Prices are in Canadian dollars; tax is added as shown before you pay. You pay with credits or by card. Credits are [say whether they expire, and whether they can be paid out].

## What you can do with a card

For thirty days after its pack was opened you may sell a card back to us for credits, at half of its market value at that moment, or have it shipped. After that it is [converted to credits or kept, as chosen in your account].

## Refunds

See our text on refunds and returns, which is part of these terms.

## Our liability

[A lawyer has to write this part for your province.]

## Changes

When these terms change, we ask you to accept the new version before your next purchase. What you bought before stays under the version that you accepted then.

## Law

These terms are under the laws of [province] and of Canada that apply there.
`,

  privacy: `${head}This says what {shop}, run by [legal name, address], knows about you and why. Questions and complaints go to [name of the person responsible for privacy], {contact}.

## What we store

Your e-mail address and a password that we can't read; your name, address and phone number where you gave them; what you bought, opened, sold and had shipped; your settings, what you wish for and share, and what we told you in the shop; the mails that we sent you; from which network and browser you signed in; which versions of our texts you accepted; where we ask for it, that you confirmed your age, with no date of birth; brand, last four digits and expiry date of a card that you save; and a mark by which our card provider tells whether two payments are of one card, which it gives us to count the returns of one buyer.

## What for

To sell, keep and ship what you buy, to keep your account safe, and because tax law asks us to keep our books for [years].

## Who else gets it

Our card provider [name] takes your card's number, which we never see, and keeps it if you save the card. Carriers get the address of a parcel. Our server is run by [name, country]. [Name whoever else there is.]

## Your rights

You can see and correct what we know, take all of it along as a file, and delete your account, under My account. What the books need stays, without your name. If you exclude yourself from buying, we keep codes made from your e-mail address, your cards and your name with your address until the exclusion ends, even if you leave, so that we recognise you.

## Cookies

We use no cookies to follow you. What your browser keeps for us keeps you signed in and remembers what you chose.
`,

  refunds: `${head}## Before a pack is opened

${RETURN_RULE} The money goes back to the card. A pack that is paid with credits is opened at once and can't be given back, as you are told before you pay.

## After a pack was opened

An opened pack can't be given back. Its cards can be sold to us at half of their market value for thirty days.

## When something is wrong

If a card that reaches you is not the one that you saw, or damaged, write to {contact} within [days], with a photograph. [Say what you do then, and who pays for the way back.]

## How long it takes

Refunds to a card take about three days at your bank.
`,

  shipping: `${head}## Where to

We ship to [countries] from [place].

## What it costs, and how long it takes

You see the fee and the usual time before you confirm. [Say how parcels are insured, and up to which value.]

## Customs

Parcels that leave Canada may cost duties and taxes at their arrival, which are the recipient's.

## When a parcel is late or lost

Write to {contact} if a parcel has not come [days] after the time that was told. [Say what you do then.]
`,
};
