import type { Email } from 'postal-mime';
import type { World } from '../world/world.ts';

export interface StoredMail {
  id: string;
  /** The recipient of the envelope: one record for each. */
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  attachments: { name: string; type: string; bytes: number }[];
  createdAt: string;
}

/** Four or five come with each claim; people and tests look for the newest. */
const MAILS_KEPT = 5_000;

export function createMailbox({ store, ids, clock }: Pick<World, 'store' | 'ids' | 'clock'>) {
  const mails = store.collection<StoredMail>('mails', { most: MAILS_KEPT });
  return {
    receive(to: string, mail: Email): void {
      const id = ids.next('mail_', 16);
      mails.put(id, {
        id,
        to,
        from: mail.from?.name ? `${mail.from.name} <${mail.from.address ?? ''}>` : (mail.from?.address ?? ''),
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        html: mail.html ?? '',
        messageId: mail.messageId ?? '',
        attachments: mail.attachments.map((each) => ({
          name: each.filename ?? 'attachment',
          type: each.mimeType,
          bytes: typeof each.content === 'string' ? each.content.length : each.content.byteLength,
        })),
        createdAt: new Date(clock.now()).toISOString(),
      });
    },
    find: (id: string) => mails.get(id),
    /** Newest first; all of them without an address. Letters' case in an address does not matter. */
    list: (to?: string) => mails.newestFirst().filter((mail) => !to || mail.to.toLowerCase() === to.toLowerCase()),
    clear: () => mails.clear(),
  };
}
export type Mailbox = ReturnType<typeof createMailbox>;

/** The code a mail is about: alone on a line of its text. */
export const codeIn = (mail: StoredMail): string | undefined => /^\s*(\d{6})\s*$/m.exec(mail.text)?.[1];
