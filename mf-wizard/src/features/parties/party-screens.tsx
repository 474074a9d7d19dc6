import {
  ClaimantBusinessStep,
  ClaimantPersonStep,
  DefendantBusinessStep,
  DefendantPersonStep,
  type ClaimField,
} from '@redress/contracts';
import { forms } from '@redress/copy/forms';
import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { isPoBox, needsLatinForm } from '@redress/domain';
import {
  AddressBlock,
  CheckboxField,
  EmailField,
  PhoneField,
  TextField,
  useFillFields,
  useFormField,
} from '@redress/forms';
import { selectFormData, selectUser, useAppSelector } from '@redress/session-store';
import { Notice } from '@redress/ui';
import { useEffect } from 'react';
import type { Answers } from '../../shared/answers.ts';
import { OutsideUsNotice } from '../../shared/outside-us.tsx';
import { StepForm } from '../../shared/step-form.tsx';
import { useStates } from '../../shared/use-states.ts';
import { placeSource } from '../../shared/wizard.api.ts';
import { EnvelopeNameField } from './envelope-name-field.tsx';
import { SameAddressField } from './same-address-field.tsx';
import styles from './party-screen.module.css';

interface ContactNames {
  business: ClaimField;
  first: ClaimField;
  last: ClaimField;
  email: ClaimField;
  phone: ClaimField;
  oneName: ClaimField;
  latin: 'latinName' | 'defendantLatinName';
}

const CLAIMANT = {
  business: 'businessName',
  first: 'firstname',
  last: 'lastname',
  email: 'email',
  phone: 'phonenumber',
  oneName: 'hasOneName',
  latin: 'latinName',
} as const satisfies ContactNames;
const CLAIMANT_ADDRESS = {
  address: 'address',
  apt: 'apt',
  city: 'city',
  state: 'country',
  zipcode: 'zipcode',
} as const;
const DEFENDANT = {
  business: 'defendantBusinessName',
  first: 'defendantFirstname',
  last: 'defendantLastname',
  email: 'defendantEmail',
  phone: 'defendantPhonenumber',
  oneName: 'defendantHasOneName',
  latin: 'defendantLatinName',
} as const satisfies ContactNames;
const DEFENDANT_ADDRESS = {
  address: 'defendantAddress',
  apt: 'defendantApt',
  city: 'defendantCity',
  state: 'defendantCountry',
  zipcode: 'defendantZipcode',
} as const;
const CLAIMANT_FIELDS = [...Object.values(CLAIMANT), ...Object.values(CLAIMANT_ADDRESS), 'sameAddress'] as const;
const DEFENDANT_FIELDS = [
  ...Object.values(DEFENDANT),
  ...Object.values(DEFENDANT_ADDRESS),
  'defendantWebsite',
  'toRegisteredAgent',
] as const;

interface ContactProps {
  names: ContactNames;
  isBusiness: boolean;
  /** The browser may fill in the claimant's own data from its profile, never the other side's. */
  isOwn: boolean;
}

/** Names and ways to reach a party. Names are written as their bearers write them: any letter, no spell check. */
function ContactFields({ names, isBusiness, isOwn }: ContactProps) {
  const hasOneName = useFormField<boolean>(names.oneName).value === true;
  const first = useFormField<string>(names.first).value;
  const last = useFormField<string>(names.last).value;
  const business = useFormField<string>(names.business).value;
  // The envelope carries the business, or the person.
  const shownName = isBusiness ? business : [first, hasOneName ? '' : last].join(' ');
  // A business that owes needs no contact person.
  const isAsked = isOwn || !isBusiness;
  const token = (name: string) => (isOwn ? `section-claimant ${name}` : 'off');
  return (
    <>
      {isBusiness && (
        <TextField
          name={names.business}
          label={forms.businessName}
          hint={forms.businessNameHint}
          autoComplete={token('organization')}
          maxLength={200}
        />
      )}
      <EnvelopeNameField name={shownName ?? ''} field={names.latin} />
      <fieldset className={styles['group']}>
        {isBusiness && <legend>{forms.contactLegend}</legend>}
        <div className={styles['pair']}>
          <TextField
            name={names.first}
            label={forms.firstName}
            optional={!isAsked}
            autoComplete={token('given-name')}
            maxLength={200}
          />
          {!hasOneName && (
            <TextField
              name={names.last}
              label={forms.lastName}
              optional={!isAsked}
              autoComplete={token('family-name')}
              maxLength={200}
            />
          )}
        </div>
        <CheckboxField name={names.oneName} label={isOwn ? copy.names.ownOne : copy.names.theirOne} isUnder />
        {!isOwn && isBusiness && <CheckboxField name="toRegisteredAgent" label={copy.names.registeredAgent} />}
        <div className={styles['pair']}>
          <EmailField name={names.email} label={forms.email} optional autoComplete={token('email')} maxLength={254} />
          <PhoneField
            name={names.phone}
            label={forms.phone}
            optional
            autoComplete={token('tel-national')}
            width="full"
          />
        </div>
      </fieldset>
    </>
  );
}

/** Names in letters that the printer of envelopes does not have need a Latin form, or the letter has no addressee. */
const checkEnvelope =
  ({ business, first, last, oneName, latin }: ContactNames, isBusiness: boolean) =>
  (answers: Answers): Record<string, string> => {
    const text = (field: ClaimField) => String(answers[field] ?? '').trim();
    const shown = isBusiness ? text(business) : `${text(first)} ${answers[oneName] === true ? '' : text(last)}`;
    const isUnreadable = needsLatinForm(shown) && needsLatinForm(text(latin) || shown);
    return isUnreadable ? { [latin]: copy.names.notOnEnvelope } : {};
  };

/** Fills fields once from the account, to be kept or changed: nothing is asked twice. */
function FilledFromAccount(): null {
  const { email, firstname, lastname } = useAppSelector(selectFormData);
  const user = useAppSelector(selectUser);
  const fill = useFillFields();
  const typed = [
    useFormField<string>('email').value,
    useFormField<string>('firstname').value,
    useFormField<string>('lastname').value,
  ];
  const isAnswered = [email, firstname, lastname].some((answer) => answer !== undefined) || typed.some(Boolean);
  useEffect(() => {
    if (!user || isAnswered) return;
    fill({ email: user.email, firstname: user.first_name ?? '', lastname: user.last_name ?? '' });
  });
  return null;
}

/** Court papers cannot be handed over at a PO box: said as soon as one is typed. */
function PoBoxNotice() {
  const { value } = useFormField<string>('defendantAddress');
  return isPoBox(value) && <Notice tone="info">{copy.poBox}</Notice>;
}

/** Step 2, sub-step 1: who claims. */
export function ClaimantScreen() {
  const { userType } = useAppSelector(selectFormData);
  const states = useStates();
  const isBusiness = userType === '2';

  return (
    <StepForm
      title={isBusiness ? copy.claimant.headingBusiness : copy.claimant.headingPerson}
      hint={copy.claimant.why}
      fields={CLAIMANT_FIELDS}
      schema={isBusiness ? ClaimantBusinessStep : ClaimantPersonStep}
      check={checkEnvelope(CLAIMANT, isBusiness)}
      summary
    >
      <FilledFromAccount />
      <ContactFields names={CLAIMANT} isBusiness={isBusiness} isOwn />
      <SameAddressField>
        <AddressBlock
          names={CLAIMANT_ADDRESS}
          states={states.options}
          matchState={states.match}
          places={placeSource}
          autoCompleteSection="section-claimant"
        />
        <OutsideUsNotice field="country" whose="own" />
      </SameAddressField>
    </StepForm>
  );
}

/** Step 3, sub-step 1: whom the letter goes to. */
export function DefendantScreen() {
  const { whoUser } = useAppSelector(selectFormData);
  const states = useStates();
  const isBusiness = whoUser === '2';
  return (
    <StepForm
      title={isBusiness ? copy.defendant.headingBusiness : copy.defendant.headingPerson}
      hint={copy.defendant.why}
      fields={DEFENDANT_FIELDS}
      schema={isBusiness ? DefendantBusinessStep : DefendantPersonStep}
      check={checkEnvelope(DEFENDANT, isBusiness)}
      summary
    >
      <ContactFields names={DEFENDANT} isBusiness={isBusiness} isOwn={false} />
      {isBusiness && (
        <TextField
          name="defendantWebsite"
          label={forms.website}
          hint={forms.websiteHint}
          optional
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={300}
        />
      )}
      <AddressBlock names={DEFENDANT_ADDRESS} states={states.options} matchState={states.match} places={placeSource} />
      <OutsideUsNotice field="defendantCountry" whose="theirs" />
      <PoBoxNotice />
    </StepForm>
  );
}
