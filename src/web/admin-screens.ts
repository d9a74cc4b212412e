// Maps each operator screen to its code. This map is loaded with the first operator screen, so that shoppers never
// download the map.

export const overview = async () => (await import('./admin/overview-page.tsx')).screen;
export const margin = async () => (await import('./admin/margin-page.tsx')).screen;
export const orders = async () => (await import('./checkout/admin/orders-page.tsx')).screen;
export const disputes = async () => (await import('./disputes/admin/disputes-page.tsx')).screen;
export const transactions = async () =>
  (await import('./wallet/admin/transactions-page.tsx')).screen;
export const discountCodes = async () =>
  (await import('./checkout/admin/discount-codes-page.tsx')).screen;
export const users = async () => (await import('./admin/users-page.tsx')).screen;
export const staff = async () => (await import('./admin/staff-page.tsx')).screen;
export const audit = async () => (await import('./admin/audit-page.tsx')).screen;
export const shipping = async () =>
  (await import('./shipping/admin/shipping-admin-page.tsx')).screen;
export const pack = async () => (await import('./shipping/admin/pack-page.tsx')).screen;
export const labels = async () => (await import('./shipping/admin/labels-page.tsx')).screen;
export const pickList = async () => (await import('./shipping/admin/pick-list-page.tsx')).screen;
export const packingSlips = async () =>
  (await import('./shipping/admin/packing-slip-page.tsx')).screen;
export const lockedCards = async () =>
  (await import('./collection/admin/locked-cards-page.tsx')).screen;
export const alerts = async () => (await import('./admin/alerts-page.tsx')).screen;
export const jobs = async () => (await import('./admin/jobs-page.tsx')).screen;
export const mail = async () => (await import('./admin/mail-page.tsx')).screen;
export const catalogue = async () => (await import('./catalogue/admin/catalogue-page.tsx')).screen;
export const games = async () => (await import('./games/games-page.tsx')).screen;
export const stock = async () => (await import('./stock/admin/stock-page.tsx')).screen;
export const intake = async () => (await import('./stock/admin/stock-intake-page.tsx')).screen;
export const imports = async () => (await import('./imports/imports-page.tsx')).screen;
export const elsewhere = async () => (await import('./singles/admin/elsewhere-page.tsx')).screen;
export const singles = async () => (await import('./singles/admin/singles-page.tsx')).screen;
export const takeInHand = async () =>
  (await import('./singles/admin/take-in-hand-page.tsx')).screen;
export const priceRules = async () => (await import('./singles/admin/price-rules-page.tsx')).screen;
export const drops = async () => (await import('./drops/admin/drops-page.tsx')).screen;
export const newDrop = async () => (await import('./drops/admin/new-drop-page.tsx')).screen;
export const drop = async () => (await import('./drops/admin/drop-page.tsx')).screen;
export const publishDrop = async () => (await import('./drops/admin/publish-drop-page.tsx')).screen;
export const prices = async () => (await import('./prices/admin/prices-page.tsx')).screen;
export const parcels = async () => (await import('./shipping/admin/tariff-page.tsx')).screen;
export const settings = async () => (await import('./storefront/admin/settings-page.tsx')).screen;
export const taxes = async () => (await import('./storefront/admin/taxes-page.tsx')).screen;
export const places = async () => (await import('./storefront/admin/places-page.tsx')).screen;
export const opening = async () => (await import('./storefront/admin/opening-page.tsx')).screen;
export const texts = async () => (await import('./storefront/admin/texts-page.tsx')).screen;
