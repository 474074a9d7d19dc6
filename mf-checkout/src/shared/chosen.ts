import { Recipient, type ClaimFormData } from '@redress/contracts';
import { allowsExtraRecipients, incidentPlace } from '@redress/domain';
import { selectFormData, useAppSelector } from '@redress/session-store';
import * as z from 'zod/mini';
import { selectCouponCode } from './checkout.slice.ts';

/** Recipients count only with the plain letter package; half-typed ones do not. */
const recipientsOf = (data: ClaimFormData): Recipient[] =>
  allowsExtraRecipients({ id: data.selectedPackage ?? null, title: data.packageTitle ?? null })
    ? (data.recipients ?? []).flatMap((typed) => {
        const whole = z.safeParse(Recipient, typed);
        return whole.success ? [whole.data] : [];
      })
    : [];

/** What is being bought, as the quote and the payment ask for it. */
export function useChosen() {
  const data = useAppSelector(selectFormData);
  const couponCode = useAppSelector(selectCouponCode);
  return {
    data,
    packageId: data.selectedPackage ?? '',
    packageTitle: data.packageTitle ?? '',
    state: incidentPlace(data).state || data.stateCode || '',
    recipients: recipientsOf(data),
    couponCode,
  };
}
