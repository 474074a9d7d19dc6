import { forms } from '@redress/copy/forms';
import { control } from '@redress/ui/controls';
import { useId } from 'react';
import fieldStyles from '../fields/field.module.css';
import styles from './signature.module.css';
import {
  SIGNATURE_BASELINE,
  SIGNATURE_HEIGHT,
  SIGNATURE_INK,
  SIGNATURE_START,
  SIGNATURE_WIDTH,
  SignaturePaper,
} from './signature-paper.tsx';

/** Faces that look like handwriting, as systems have them; any of them is a signature. */
const SCRIPT_FACES = "'Snell Roundhand', 'Segoe Script', 'Brush Script MT', 'URW Chancery L', 'Z003', cursive";
const DOTS = 2;

/** A name drawn in a script face: PNG data URL, or null for an empty name. */
function drawTypedSignature(name: string): string | null {
  const text = name.trim();
  if (!text) return null;
  const canvas = document.createElement('canvas');
  canvas.width = SIGNATURE_WIDTH * DOTS;
  canvas.height = SIGNATURE_HEIGHT * DOTS;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.scale(DOTS, DOTS);
  context.fillStyle = SIGNATURE_INK;
  const width = SIGNATURE_WIDTH - SIGNATURE_START - 24;
  let size = 84;
  do {
    context.font = `italic ${size}px ${SCRIPT_FACES}`;
    size -= 4;
  } while (size > 16 && context.measureText(text).width > width);
  // A little above the line, as a hand writes.
  context.fillText(text, SIGNATURE_START, SIGNATURE_BASELINE - 6, width);
  return canvas.toDataURL('image/png');
}

interface TypedSignatureProps {
  name: string;
  typed: string;
  /** The signature as it stands: PNG data URL. */
  signature: string | null;
  signer: readonly string[];
  onChange: (typed: string, dataUrl: string | null) => void;
}

/** Signing by typing one's name, drawn below as it will be printed, with every key. */
export function TypedSignature({ name, typed, signature, signer, onChange }: TypedSignatureProps) {
  const id = useId();
  return (
    <>
      <div className={fieldStyles['field']}>
        <label className={fieldStyles['label']} htmlFor={id}>
          {forms.signature.typed}
        </label>
        <input
          id={id}
          name={name}
          className={control}
          type="text"
          autoComplete="name"
          spellCheck={false}
          maxLength={80}
          value={typed}
          onChange={({ target: { value } }) => onChange(value, drawTypedSignature(value))}
        />
      </div>
      <SignaturePaper signer={signer}>
        {/* Its place is kept while it is empty. */}
        <div className={styles['drawn']}>{signature && <img src={signature} alt={forms.signature.typedPreview} />}</div>
      </SignaturePaper>
    </>
  );
}
