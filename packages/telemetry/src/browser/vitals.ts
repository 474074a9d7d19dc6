import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';

export interface Vital {
  name: 'LCP' | 'INP' | 'CLS' | 'TTFB' | 'FCP';
  /** Milliseconds; for CLS the unitless score. */
  value: number;
}

/**
 * Reports each web vital once, when it is final (mostly when the page is hidden). Load this module when idle: measuring
 * must not cost what it measures; the browser buffers the entries until then.
 */
export function observeVitals(report: (vital: Vital) => void): void {
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
    observe(({ name, value }) => report({ name, value }));
  }
}
