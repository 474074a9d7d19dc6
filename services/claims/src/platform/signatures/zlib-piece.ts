/** Node's own, in bytes. */
const LARGEST_PIECE = 16 * 1024;
/** More than zlib adds to what it cannot make smaller. */
const OF_ZLIB = 64;

/**
 * What zlib may answer at once (`chunkSize`). It takes as much of Node's pool of small buffers, 16 kB unless said: the answer, of
 * twelve bytes perhaps, and whatever else shares its piece of the pool then keep 64 kB until the thread collects its garbage.
 * @param length - bytes that go in, or that come out where that is known
 */
export const pieceFor = (length: number): number => Math.min(LARGEST_PIECE, length + OF_ZLIB);
