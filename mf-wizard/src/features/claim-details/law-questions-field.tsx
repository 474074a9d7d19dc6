import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { CheckboxCards } from '@redress/forms';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { useEffect, useState } from 'react';
import { FactSource } from '../../shared/fact-source.tsx';
import type { LawQuestions } from './law-questions.ts';

/** The conditions under which the law of the place lets a claimant ask for more, or asks more of the letter. */
export function LawQuestionsField() {
  const { situation, disputing, incidentState, country, userType, whoUser } = useAppSelector(selectFormData);
  const [asked, setAsked] = useState<LawQuestions | null>(null);
  useEffect(() => {
    let isCurrent = true;
    import(/* webpackChunkName: "law" */ './law-questions.ts').then(
      ({ lawQuestionsFor }) =>
        isCurrent && setAsked(lawQuestionsFor({ situation, disputing, incidentState, country, userType, whoUser })),
      // Unasked they stay out of the letter.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [situation, disputing, incidentState, country, userType, whoUser]);
  if (!asked || asked.questions.length === 0) return null;
  return (
    <>
      <CheckboxCards
        name="lawAnswers"
        label={copy.lawQuestions.heading}
        hint={copy.lawQuestions.hint}
        optional
        options={asked.questions.map(({ key, text }) => ({ value: key, label: text }))}
      />
      {asked.sources.map((source) => (
        <FactSource key={source.source} fact={source} />
      ))}
    </>
  );
}
