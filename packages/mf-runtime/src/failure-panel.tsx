import { PANEL_TEXT } from './host/failure-panel.ts';

/** The panel of `host/failure-panel.ts`, inside a React tree. */
export function FailurePanel({ onRetry }: { onRetry: () => void }) {
  return (
    <section className="redress-failure" role="alert">
      <h2>{PANEL_TEXT.title}</h2>
      <p>{PANEL_TEXT.hint}</p>
      <button type="button" onClick={onRetry}>
        {PANEL_TEXT.retry}
      </button>
    </section>
  );
}
