/** The mark of the frame: a letter sheet with a folded corner, in outline. The name stands beside it. */
export function Mark({ className }: { className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 24 28" aria-hidden="true" focusable="false">
      <path d="M3 1h12l6 6v19a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V2a1 1 0 0 1 1-1ZM15 1v6h6M7 13h10M7 17h10M7 21h6" />
    </svg>
  );
}
