import * as rows from '#contract/admin.ts';
import { handler } from '../http/handler.ts';
import { BUILD_INFO } from '../runtime/build-info.ts';

export const showBuild = handler(rows.showBuild, async () => BUILD_INFO);
