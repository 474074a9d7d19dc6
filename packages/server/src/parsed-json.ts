/** What another side sent as JSON; nothing for what is none, which no schema takes. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
