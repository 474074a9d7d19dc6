import { forms } from '@redress/copy/forms';
import { useEffect, useRef } from 'react';
import Pad from 'signature_pad';
import { SIGNATURE_HEIGHT, SIGNATURE_INK, SIGNATURE_WIDTH } from './signature-paper.tsx';
import styles from './signature.module.css';

export interface SignaturePadProps {
  name: string;
  value: string | null;
  onChange: (dataUrl: string | null) => void;
  describedBy: string | undefined;
}

/** The canvas as it is laid out; its logical size where nothing is (a test, a hidden page). */
const shownSize = (canvas: HTMLCanvasElement) => {
  const { width, height } = canvas.getBoundingClientRect();
  return width > 0 && height > 0 ? { width, height } : { width: SIGNATURE_WIDTH, height: SIGNATURE_HEIGHT };
};

/**
 * The pad. Saved when a stroke ends and something is there; what was saved is drawn again when the screen opens.
 * The canvas has as many dots as the screen, so lines are sharp.
 */
export function SignaturePad({ name, value, onChange, describedBy }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<Pad>(null);
  const drawn = useRef<string | null>(null);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const ratio = Math.max(1, Math.min(3, window.devicePixelRatio || 1));
    element.width = SIGNATURE_WIDTH * ratio;
    element.height = SIGNATURE_HEIGHT * ratio;
    // The pad draws where the pointer is, in screen pixels; the picture keeps its own size however small the screen.
    const fit = () => {
      const { width, height } = shownSize(element);
      element.getContext('2d')?.setTransform(element.width / width, 0, 0, element.height / height, 0, 0);
    };
    fit();
    const resizing = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(fit);
    resizing?.observe(element);
    const signing = new Pad(element, { penColor: SIGNATURE_INK, minWidth: 0.8, maxWidth: 2.4 });
    const save = () => {
      if (signing.isEmpty()) return;
      drawn.current = element.toDataURL('image/png');
      latest.current(drawn.current);
    };
    signing.addEventListener('endStroke', save);
    pad.current = signing;
    drawn.current = null;
    return () => {
      signing.removeEventListener('endStroke', save);
      signing.off();
      resizing?.disconnect();
      pad.current = null;
    };
  }, []);

  useEffect(() => {
    if (value === drawn.current) return;
    drawn.current = value;
    pad.current?.clear();
    if (value && canvas.current) void pad.current?.fromDataURL(value, { ...shownSize(canvas.current), ratio: 1 });
  }, [value]);

  return (
    // A named control, so that Continue can lead here; the typed way stands beside it for those who cannot draw.
    <canvas
      ref={canvas}
      className={styles['canvas']}
      role="img"
      aria-label={forms.signature.pad}
      aria-describedby={describedBy}
      tabIndex={-1}
      {...{ name }}
    />
  );
}
