import { FieldFrame, useFormField } from '@redress/forms';
import { amountCents, amountTyped } from '@redress/domain';
import { control } from '@redress/ui/controls';
import { useState } from 'react';

/** An amount of money, kept in whole cents; what is no amount yet is kept as none. */
export function CentsField({ name, label }: { name: string; label: string }) {
  const field = useFormField<number | null | undefined>(name);
  const [typed, setTyped] = useState(() => (field.value ? (field.value / 100).toFixed(2) : ''));
  return (
    <FieldFrame {...field} label={label} width="half">
      <input
        {...field.aria}
        className={control}
        id={field.id}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={14}
        value={typed}
        onChange={(event) => {
          const kept = amountTyped(event.target.value);
          setTyped(kept);
          field.setValue(amountCents(kept));
        }}
      />
    </FieldFrame>
  );
}
