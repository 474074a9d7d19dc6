/**
 * The body of an answer: the other side sends as much as it likes, and unpacked it is more.
 * @throws {RangeError} when it is larger; no more of it is taken then
 */
export async function readAtMost({ body }: Response, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new RangeError(`The answer is larger than ${maxBytes} bytes.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
