/** Colours alone, or a character that a terminal obeys or that changes the direction of writing. */
const COMMANDS = /(\u001B\[[\d;]*m)|[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Text for a terminal: lines, tabs and colours stay, everything else that a terminal obeys is a space. What it shows comes from
 * builds of other teams, from reasons that people typed, and from the pages of visitors.
 */
export const forTerminal = (text: string): string => text.replaceAll(COMMANDS, (_, colour?: string) => colour ?? ' ');
