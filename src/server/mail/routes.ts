import * as rows from '#contract/admin.ts';
import { route } from '../http/serve.ts';
import { listMails, resendMail, showMail } from './mailbox.ts';

export const mailRoutes = [
  route(rows.listMails, listMails),
  route(rows.showMail, showMail),
  route(rows.resendMail, resendMail),
];
