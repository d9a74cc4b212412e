import type { Route } from '../http/handler.ts';
import {
  exportDisputeEvidence,
  liftDisputePause,
  listDisputes,
  showDispute,
  writeOffDebt,
} from './admin/disputes.ts';

export const disputeRoutes: Route[] = [
  listDisputes,
  showDispute,
  exportDisputeEvidence,
  liftDisputePause,
  writeOffDebt,
];
