import { checkout } from '@redress/copy/checkout';
import { validationText } from '@redress/copy/validation';
import { formatDollars } from '@redress/domain';
import { Form, TextField } from '@redress/forms';
import { useAppDispatch, useAppSelector } from '@redress/session-store';
import { Button, Disclosure } from '@redress/ui';
import styles from '../../shared/checkout.module.css';
import { useLazyCheckCouponQuery } from '../../shared/checkout.api.ts';
import { couponApplied, couponRemoved, selectCouponCode } from '../../shared/checkout.slice.ts';
import { useQuote } from '../../shared/order-summary.tsx';

/** Asks for one coupon code and says, next to the input, why it was refused. */
export function CouponField() {
  const dispatch = useAppDispatch();
  const applied = useAppSelector(selectCouponCode);
  const [check] = useLazyCheckCouponQuery();
  const { data } = useQuote();

  if (applied) {
    return (
      <div className={styles['buttons']}>
        <p role="status" className={styles['soft']}>
          {checkout.coupon.applied(applied, formatDollars(data?.quote.discount ?? 0))}
        </p>
        <Button variant="quiet" size="small" onClick={() => dispatch(couponRemoved())}>
          {checkout.coupon.remove}
        </Button>
      </div>
    );
  }
  return (
    <Disclosure summary={checkout.coupon.show}>
      <Form
        label={checkout.coupon.label}
        initialValues={{ code: '' }}
        check={({ code }): Record<string, string> => (code.trim() ? {} : { code: validationText('coupon.empty') })}
        onSubmit={async ({ code }) => {
          const result = await check({ code });
          if (result.data) return void dispatch(couponApplied(code.trim().toUpperCase()));
          const refused = result.error && 'status' in result.error && result.error.status > 0;
          return { fields: { code: refused ? checkout.coupon.invalid : checkout.coupon.error } };
        }}
      >
        {({ isSubmitting }) => (
          <>
            <TextField
              name="code"
              label={checkout.coupon.label}
              autoComplete="off"
              accept={(typed) => typed.toUpperCase()}
              width="half"
            />
            <div>
              <Button type="submit" variant="secondary" busy={isSubmitting} busyText={checkout.coupon.applying}>
                {checkout.coupon.apply}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Disclosure>
  );
}
