/** What a newcomer needs to know once everything runs. */
export function readyLines(args: {
  siteOrigin: string;
  mailbox: string | null;
  console: string | null;
  keysFolder: string | null;
  notes: readonly string[];
}): string {
  const line = (label: string, text: string) => `  ${label.padEnd(16)}${text}`;
  return [
    '',
    'Redress is ready.',
    '',
    line('Site', args.siteOrigin),
    ...(args.mailbox ? [line('Mailbox', `${args.mailbox}   (mails it sends arrive here)`)] : []),
    ...(args.console
      ? [line('Release console', `${args.console}   (token: ${args.keysFolder}/release-manager.token)`)]
      : []),
    ...args.notes.map((note) => `\n  ${note}`),
    '',
    '  Stop with Ctrl-C.',
    '',
    '',
  ].join('\n');
}
