import type { Route } from '../http/handler.ts';
import { listWishes, listWishMarks } from './list-wishes.ts';
import { listNotices, readNotices } from './notices.ts';
import { drawLine, forgetCardWish, forgetPackWish, wishForCard, wishForPack } from './wish.ts';

export const wishRoutes: Route[] = [
  listWishes,
  listWishMarks,
  wishForCard,
  drawLine,
  forgetCardWish,
  wishForPack,
  forgetPackWish,
  listNotices,
  readNotices,
];
