export interface Vital {
  name: 'LCP' | 'INP' | 'CLS' | 'TTFB' | 'FCP';
  /** Milliseconds; for CLS the unitless score. */
  value: number;
}

/**
 * Reports each web vital once, when it is final (mostly when the page is hidden). Loaded when idle: measuring must not
 * cost what it measures; the browser buffers the entries until then.
 */
export async function observeVitals(report: (vital: Vital) => void): Promise<void> {
  const { onCLS, onFCP, onINP, onLCP, onTTFB } = await import('web-vitals');
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
    observe(({ name, value }) => report({ name, value }));
  }
}
