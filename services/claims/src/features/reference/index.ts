import {
  AppError,
  categories,
  checkCoupon,
  packages,
  serverTime,
  states,
  stateTax,
  subcategories,
  type StateOption,
} from '@redress/contracts';
import { centsToDollars } from '@redress/domain';
import { CATEGORIES, findCategory } from '@redress/domain/categories';
import { mayGiveUp, publicSource, STATES, type StateFacts } from '@redress/domain/jurisdictions';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { countCouponTry, findActiveCoupon } from '../../shared/reference/coupons.ts';
import { offersOnSale, seedPackages } from '../../shared/reference/packages.ts';
import { knownStateTax, stateTaxRate } from '../../shared/reference/tax.ts';

/** Data delivered with the release: it changes when the program does. */
const RELEASE_DATA = { identity: 'none', cacheSeconds: 300 } as const;

const dollars = (cents: number | null): number | null => (cents === null ? null : centsToDollars(cents));

const stateOption = ({
  code,
  name,
  court,
  limit,
  businessLimit,
  hasOwnBusinessLimit,
  limitNotFor,
}: StateFacts): StateOption => ({
  value: code,
  label: name,
  code,
  name,
  country: 'US',
  court_name: court.value,
  limit: dollars(limit.value),
  limit_business: hasOwnBusinessLimit ? dollars(businessLimit.value) : null,
  limit_fact: publicSource(limit),
  may_give_up: mayGiveUp(code),
  limit_not_for: [...limitNotFor],
});

/** Lists the wizard chooses from, and what things cost. */
export function createReferenceFeature({ db, limits, now }: Platform): Feature {
  return {
    name: 'reference',
    start: () => seedPackages(db, now()),
    routes: [
      route(
        categories,
        () => ({
          data: CATEGORIES.map(({ value, label, icon, order, hint }) => ({ value, label, icon, order, hint })),
        }),
        RELEASE_DATA,
      ),
      route(
        subcategories,
        ({ body }) => {
          const category = findCategory(body.parent_id);
          if (!category) throw new AppError('NOT_FOUND');
          return { data: category.subcategories.map(({ value, label, icon }) => ({ value, label, icon })) };
        },
        { identity: 'none' },
      ),
      route(states, () => ({ data: STATES.map(stateOption) }), RELEASE_DATA),
      route(
        packages,
        async ({ query }) => ({ packages: await offersOnSale(db, knownStateTax(query.state_code, now())) }),
        { identity: 'none' },
      ),
      route(
        stateTax,
        ({ body }) => {
          const { rate, state } = stateTaxRate(body.state, now());
          return { data: { tax_rate: rate, state_name: state.name } };
        },
        { identity: 'none' },
      ),
      route(checkCoupon, async (call) => {
        await countCouponTry({ limits }, call);
        const coupon = await findActiveCoupon(db, call.query.code, now(), call.user?.id);
        if (!coupon) throw new AppError('COUPON_NOT_ACTIVE');
        return coupon;
      }),
      route(serverTime, () => ({ server_time: Math.floor(now().getTime() / 1000) }), { identity: 'none' }),
    ],
  };
}
