import type { ClaimFormData } from '@redress/contracts';
import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { OUTSIDE_US } from '@redress/domain';
import { useFormField } from '@redress/forms';
import { Notice } from '@redress/ui';

/**
 * Certified mail and the courts described here end at the border: said where the address is given, with where to go.
 */
export function OutsideUsNotice({ field, whose }: { field: keyof ClaimFormData; whose: 'place' | 'own' | 'theirs' }) {
  const { value } = useFormField<string>(field);
  if (value !== OUTSIDE_US) return null;
  const texts = copy.outsideUs;
  return (
    <Notice tone="warning" live title={texts.heading}>
      <p>{texts.why[whose]}</p>
      <p>{texts.kept}</p>
      <ul>
        {texts.links.map(({ href, label }) => (
          <li key={href}>
            <a href={href} target="_blank" rel="noopener noreferrer">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
