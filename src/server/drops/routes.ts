import type { Route } from '../http/handler.ts';
import { draftDrop, discardDrop } from './admin/draft-drop.ts';
import { listAdminDrops, listLoosePacks, showAdminDrop } from './admin/list-drops.ts';
import { openDrop, pauseDrop, closeDrop } from './admin/move-drop.ts';
import { publishDrop } from './admin/publish-drop.ts';
import {
  listDrops,
  showDrop,
  listCommitments,
  showContents,
  showDropHistory,
  showTicket,
} from './show-drop.ts';
import { provePlace } from './prove-place.ts';
import { showFairness } from './show-fairness.ts';

export const dropsRoutes: Route[] = [
  listDrops,
  showDrop,
  listCommitments,
  showContents,
  showDropHistory,
  showTicket,
  provePlace,
  showFairness,
  listAdminDrops,
  listLoosePacks,
  showAdminDrop,
  draftDrop,
  discardDrop,
  publishDrop,
  openDrop,
  pauseDrop,
  closeDrop,
];
