import { Fragment } from 'react';
import { CheckField, ChoiceField, TextField, TimeField } from '../fields.tsx';
import styles from '../console.module.css';
import type { ActField } from './act.ts';
import { BuildChoice } from './build-choice.tsx';

/** What an act asks for; neighbours with the same legend stand together under it. */
export function ActFields({
  fields,
  of,
  onChange,
}: {
  fields: readonly ActField[];
  of: (key: string) => string;
  onChange: (values: Readonly<Record<string, string>>) => void;
}) {
  const groups: { legend: string | undefined; fields: ActField[] }[] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    if (last && last.legend === field.legend) last.fields.push(field);
    else groups.push({ legend: field.legend, fields: [field] });
  }
  const draw = (field: ActField) => (
    <Field
      key={field.key}
      field={field}
      value={of(field.key)}
      onChange={(value) => onChange({ [field.key]: value, ...field.fills?.(value) })}
    />
  );
  return groups.map(({ legend, fields: inside }) =>
    legend === undefined ? (
      <Fragment key={inside[0]?.key}>{inside.map(draw)}</Fragment>
    ) : (
      <fieldset key={legend} className={styles['choices']}>
        <legend>{legend}</legend>
        {inside.map(draw)}
      </fieldset>
    ),
  );
}

function Field({
  field: { kind, build, label, options = [], isRequired = false, note },
  ...rest
}: {
  field: ActField;
  value: string;
  onChange: (value: string) => void;
}) {
  if (build) return <BuildChoice {...rest} {...build} label={label} />;
  if (kind === 'check') return <CheckField {...rest} label={label} />;
  if (kind === 'time') return <TimeField {...rest} label={label} isRequired={isRequired} />;
  if (kind === 'choice') return <ChoiceField {...rest} label={label} options={options} />;
  const inputMode = kind === 'number' ? 'decimal' : 'text';
  return <TextField {...rest} label={label} options={options} note={note} inputMode={inputMode} />;
}
