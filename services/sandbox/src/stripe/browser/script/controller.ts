import type { ControllerAnswer, ControllerCall } from '../protocol.ts';
import { IntegrationError } from './errors.ts';
import { type Frame, createFrame, nextId } from './frame.ts';

/** The invisible frame that speaks with the API for one publishable key. It is made when first needed. */
export function createController(publishableKey: string) {
  let frame: Frame | undefined;
  const open = new Map<number, (answer: ControllerAnswer) => void>();
  let count = 0;

  const mounted = (): Frame => {
    if (frame?.iframe.isConnected) return frame;
    frame?.remove();
    const made = createFrame(document.body, {
      kind: 'controller',
      id: nextId('controller'),
      title: 'Payment controller',
      publishableKey,
      init: () => ({}),
      onMessage: (message) => {
        if (message.type !== 'answer') return;
        open.get(message.id)?.(message.result as ControllerAnswer);
        open.delete(message.id);
      },
    });
    made.iframe.setAttribute('aria-hidden', 'true');
    made.iframe.tabIndex = -1;
    made.iframe.style.display = 'none';
    frame = made;
    return made;
  };

  return {
    async ask(call: ControllerCall): Promise<ControllerAnswer> {
      count += 1;
      const id = count;
      const answer = await new Promise<ControllerAnswer>((resolve) => {
        open.set(id, resolve);
        mounted().post({ type: 'ask', id, call });
      });
      if (!answer.ok && answer.error.type === 'integration_error')
        throw new IntegrationError(answer.error.message ?? '');
      return answer;
    },
  };
}
export type Controller = ReturnType<typeof createController>;
