import { fitsEnvelope, Recipient, RECIPIENT_ROLES } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { common } from '@redress/copy/common';
import { asksAboutAddressee, EXTRA_RECIPIENT_CENTS, formatCents, needsLatinForm } from '@redress/domain';
import {
  AddressFields,
  CheckboxField,
  Form,
  SelectField,
  TextField,
  useFormField,
  type FieldErrors,
} from '@redress/forms';
import { formDataMerged, useAppDispatch } from '@redress/session-store';
import { Button } from '@redress/ui';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useChosen } from './chosen.ts';
import shared from './checkout.module.css';
import styles from './extra-recipients.module.css';

const MOST = 10;
const EMPTY = { role: null, confirmed: false, name: '', address: '', apt: '', city: '', state: '', zipcode: '' };

const ROLES = () => RECIPIENT_ROLES.map((value) => ({ value, label: checkout.recipients.roles[value] }));
/** A new recipient says why they may get a copy (R37); never an employer, a relative or a neighbor. */
const NamedRecipient = z
  .extend(Recipient, { role: z.enum(RECIPIENT_ROLES, 'field.required') })
  .check(fitsEnvelope('address', 'apt'));

/** A name that reads like an office or a relation is asked about (R37). */
function AddresseeTick({ label }: { label: string }) {
  const { value } = useFormField<string>('name');
  return asksAboutAddressee(value ?? '') ? <CheckboxField name="confirmed" label={label} /> : null;
}

/** More people the letter goes to, each with a certified letter of their own (R17). */
export function ExtraRecipients({ startsAdding = false }: { startsAdding?: boolean }) {
  const dispatch = useAppDispatch();
  const { recipients, couponCode } = useChosen();
  const [isAdding, setAdding] = useState(startsAdding);
  const box = useRef<HTMLElement>(null);
  // Asked for elsewhere, such as on the card of the package: what was asked for takes the focus.
  useEffect(() => {
    if (startsAdding) box.current?.querySelector<HTMLElement>('select, input')?.focus();
  }, [startsAdding]);
  const texts = checkout.recipients;
  if (!isAdding && recipients.length === 0) {
    return (
      <section className={styles['line']} aria-label={texts.heading}>
        <Button variant="quiet" size="small" onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
        <span className={shared['soft']}>{texts.each(formatCents(EXTRA_RECIPIENT_CENTS))}</span>
      </section>
    );
  }
  const keep = (next: Recipient[]) => void dispatch(formDataMerged({ recipients: next }));

  return (
    <section ref={box} className={styles['box']} aria-label={texts.heading}>
      <h2>{texts.heading}</h2>
      <p className={shared['soft']}>{texts.text(formatCents(EXTRA_RECIPIENT_CENTS))}</p>
      {couponCode && <p className={shared['soft']}>{texts.coupon}</p>}
      {recipients.length > 0 && (
        <ul className={styles['chosen']}>
          {recipients.map((recipient, index) => (
            <li key={`${recipient.name}${index}`}>
              <span>
                {[recipient.name, recipient.address, recipient.apt, recipient.city].filter(Boolean).join(', ')},{' '}
                {recipient.state} {recipient.zipcode}
              </span>
              <Button
                variant="quiet"
                size="small"
                aria-label={texts.remove(recipient.name)}
                onClick={() => keep(recipients.filter((each) => each !== recipient))}
              >
                {common.actions.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <Form
          label={texts.nth(recipients.length + 1)}
          initialValues={EMPTY}
          schema={NamedRecipient}
          check={({ name, confirmed }): FieldErrors => ({
            ...(needsLatinForm(name) ? { name: texts.latin } : {}),
            ...(asksAboutAddressee(name) && !confirmed ? { confirmed: texts.addresseeRequired } : {}),
          })}
          onSubmit={(recipient) => {
            keep([...recipients, recipient]);
            setAdding(false);
          }}
        >
          <SelectField name="role" label={texts.role} options={ROLES()} placeholder={texts.chooseRole} />
          <TextField name="name" label={texts.name} />
          <AddresseeTick label={texts.addressee} />
          <AddressFields />
          <div className={shared['buttons']}>
            <Button type="submit">{texts.save}</Button>
            <Button variant="quiet" onClick={() => setAdding(false)}>
              {common.actions.cancel}
            </Button>
          </div>
        </Form>
      ) : recipients.length < MOST ? (
        <div>
          <Button variant="secondary" size="small" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        </div>
      ) : (
        <p>{texts.limit}</p>
      )}
    </section>
  );
}
