import * as rows from '#contract/admin.ts';
import { verb } from '../http/verb.ts';
import { BUILD_INFO } from '../runtime/build-info.ts';

export const showBuild = verb(rows.showBuild, async () => BUILD_INFO);
