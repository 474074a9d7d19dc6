import { LETTER_LEAVES_OUT } from '@redress/contracts';
import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import {
  AddressBlock,
  AmountField,
  CheckboxCards,
  CheckboxField,
  RadioCards,
  TextField,
  useFormField,
} from '@redress/forms';
import { Disclosure } from '@redress/ui';
import { useState } from 'react';
import { LawQuestionsField } from './law-questions-field.tsx';
import styles from '../../shared/field-group.module.css';
import { OutsideUsNotice } from '../../shared/outside-us.tsx';
import { useStates } from '../../shared/use-states.ts';
import { placeSource } from '../../shared/wizard.api.ts';

const SHOWN = {
  address: 'shownAddress',
  apt: 'shownApt',
  city: 'shownCity',
  state: 'shownState',
  zipcode: 'shownZipcode',
} as const;

export const CHOICE_FIELDS = [
  'tone',
  'partPayments',
  'partPaymentAmount',
  'letterLeavesOut',
  'interestChoice',
  'lawAnswers',
  'showsOtherAddress',
  'careOf',
  ...Object.values(SHOWN),
] as const;

const texts = copy.payout.choices;
const optionsOf = <const Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<NoInfer<Value>, string>>,
) => values.map((value) => ({ value, label: labels[value] }));

/**
 * What the letter says beside the facts: the claimant's own choice, each with a default that can stay. Folded into the
 * line that says what holds, unless something was chosen that asks for more.
 */
export function LetterChoices() {
  const states = useStates();
  const tone = useFormField<keyof typeof texts.tones | ''>('tone').value || 'plain';
  const parts = useFormField<keyof typeof texts.partsOf | ''>('partPayments').value || 'asked';
  const leftOut = useFormField<readonly string[] | ''>('letterLeavesOut').value || [];
  const isMonthly = parts === 'monthly';
  const showsOther = useFormField<boolean>('showsOtherAddress').value === true;
  const [isOpen, setOpen] = useState(isMonthly || showsOther);
  const { inShort } = texts;
  return (
    <Disclosure
      open={isOpen}
      onToggle={setOpen}
      summary={
        <span>
          {texts.summary(inShort.tone[tone], inShort.parts[parts], inShort.leftOut(leftOut.length))} · {texts.change}
        </span>
      }
    >
      <fieldset className={styles['group']}>
        <legend>{texts.heading}</legend>
        <p>{texts.hint}</p>
        <RadioCards
          name="tone"
          label={texts.tone}
          hint={texts.toneHint}
          optional
          fallback="plain"
          options={optionsOf(['plain', 'friendly', 'firm'], texts.tones)}
        />
        <RadioCards
          name="partPayments"
          label={texts.parts}
          optional
          fallback="asked"
          options={optionsOf(['asked', 'monthly', 'none'], texts.partsOf)}
        />
        {isMonthly && <AmountField name="partPaymentAmount" label={texts.monthly} maxLength={10} width="half" />}
        <CheckboxCards
          name="letterLeavesOut"
          label={texts.leavesOut}
          optional
          options={optionsOf(LETTER_LEAVES_OUT, texts.leavesOutOf)}
        />
        <RadioCards
          name="interestChoice"
          label={texts.interest}
          hint={texts.interestHint}
          optional
          options={optionsOf(['ask', 'none'], texts.interestOf)}
        />
        <LawQuestionsField />
        <CheckboxField name="showsOtherAddress" label={texts.otherAddress} hint={texts.otherAddressHint} />
        {showsOther && (
          <>
            <TextField name="careOf" label={texts.careOf} optional autoComplete="off" maxLength={200} />
            <AddressBlock names={SHOWN} states={states.options} matchState={states.match} places={placeSource} />
            <OutsideUsNotice field="shownState" whose="own" />
          </>
        )}
      </fieldset>
    </Disclosure>
  );
}
