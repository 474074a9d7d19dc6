export interface Toast {
  id: number;
  text: string;
  tone?: 'success' | 'danger' | undefined;
  action?: { text: string; onPress: () => void } | undefined;
}

export interface ToastState {
  announcement: string;
  toasts: readonly Toast[];
}

const AT_MOST = 3;

/** What the live region of a page says and shows. */
function createToastStore() {
  let state: ToastState = { announcement: '', toasts: [] };
  let lastId = 0;
  const listeners = new Set<() => void>();
  const set = (change: Partial<ToastState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce(message: string) {
      // Screen readers announce changes only: the space makes a repeated message a change.
      set({ announcement: message === state.announcement ? `${message}\u00a0` : message });
    },
    show(toast: Omit<Toast, 'id'>) {
      lastId += 1;
      // A message with the same words is replaced; one with a button may be about something else, and stays.
      const others = state.toasts.filter(({ text, action }) => action || text !== toast.text);
      set({ toasts: [...others, { ...toast, id: lastId }].slice(-AT_MOST) });
    },
    dismiss(id: number) {
      set({ toasts: state.toasts.filter((toast) => toast.id !== id) });
    },
  };
}

// One for the page: the design system is shared by all remotes, the region is drawn once by the shell.
export const store = createToastStore();

/** Says something to screen readers without showing it. A second message replaces the first. */
export const announce = (message: string): void => store.announce(message);

/** Shows a short message at the edge of the page and says it politely. Errors stay until they are closed. */
export const showToast = (toast: Omit<Toast, 'id'>): void => store.show(toast);
