const elementOf = (remote: string) => document.querySelector<HTMLElement>(`[data-remote="${remote}"]`);

/** Notes which remotes were typed into since they were mounted. The note goes with the remote's element. */
export function watchTyping(): void {
  document.addEventListener('input', ({ target }) => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-remote]') : null;
    if (element) element.dataset['touched'] = '';
  });
}

/** Whether a remote's fields hold something that a visitor put there. */
export const isTouched = (remote: string): boolean => elementOf(remote)?.dataset['touched'] !== undefined;

/** Whether anything was typed into any remote on screen. */
export const isAnyTouched = (): boolean => document.querySelector('[data-touched]') !== null;
