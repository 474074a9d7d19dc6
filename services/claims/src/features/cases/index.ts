import { getCases } from '@redress/contracts';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { listCases } from './list-cases.ts';

/** Where each claim of a person stands: drafts, payments, letters and mailings read together. */
export function createCasesFeature(platform: Platform): Feature {
  return {
    name: 'cases',
    routes: [
      route(
        getCases,
        ({ user, query }) => listCases(platform, user.id, { page: query.page, pageSize: query.page_size }),
        { rows: 'cases' },
      ),
    ],
  };
}
