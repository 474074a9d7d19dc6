import { wizardClaim } from '@redress/copy/wizard-claim';
import { usePageData } from '@redress/mf-runtime';
import { selectFormSessionId, useAppSelector } from '@redress/session-store';
import { Notice } from '@redress/ui';

/** A way to a person for a real name that reads like a message: the number of the case stands in the subject. */
export function RefusedName() {
  const id = useAppSelector(selectFormSessionId);
  const { company_email: email } = usePageData().footer;
  const { text, link, subject } = wizardClaim.names.refused;
  if (!email) return null;
  return (
    <Notice>
      {text} <a href={`mailto:${email}?subject=${encodeURIComponent(subject(id ?? ''))}`}>{link}</a>
    </Notice>
  );
}
