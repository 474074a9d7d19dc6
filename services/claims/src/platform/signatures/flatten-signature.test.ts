import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { pngDataUrl, pngFile, pngRows } from '../../testing/png-files.ts';
import { pngChunk } from './png-writer.ts';
import { flattenSignature } from './flatten-signature.ts';

const flatten = (file: Buffer) => flattenSignature(pngDataUrl(file));
/** pngjs reads whole files well; it is the second opinion here. */
const dotsOf = (file: Buffer) => [...PNG.sync.read(file).data];

it('lays ink on white and leaves no transparency', () => {
  const png = new PNG({ width: 2, height: 1 });
  png.data.set([0, 0, 128, 255, 10, 20, 30, 0]);
  expect(dotsOf(flatten(PNG.sync.write(png)))).toEqual([0, 0, 128, 255, 255, 255, 255, 255]);
});

it('reads what another encoder wrote, dot for dot, with every filter and with and without alpha', () => {
  const dot = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255));
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(0, 1, 2, 3, 4),
      fc.constantFrom(2 as const, 6 as const),
      fc.array(dot, { minLength: 144, maxLength: 144 }),
      (width, height, filterType, colorType, dots) => {
        const png = new PNG({ width, height });
        png.data.set(dots.slice(0, width * height).flatMap((rgb) => [...rgb, 255]));
        expect(dotsOf(flatten(PNG.sync.write(png, { colorType, filterType })))).toEqual([...png.data]);
      },
    ),
  );
});

it.each([1, 2, 4, 8])('reads a palette and greys of %i bits as another decoder does', (depth) => {
  const colours = Buffer.from(Array.from({ length: 3 << depth }, (_, at) => (at * 37) % 256));
  const idat = deflateSync(
    Buffer.concat(
      Array.from({ length: 10 }, (_, row) =>
        Buffer.from([
          0,
          ...Array.from({ length: Math.ceil((30 * depth) / 8) }, (_dot, at) => (at * 91 + row * 17) % 256),
        ]),
      ),
    ),
  );
  const files = [
    pngFile({ colorType: 3, depth, idat, beforeData: [pngChunk('PLTE', colours)] }),
    pngFile({ colorType: 3, depth, idat, beforeData: [pngChunk('PLTE', colours), pngChunk('tRNS', Buffer.from([0]))] }),
    pngFile({ colorType: 0, depth, idat }),
  ];
  for (const file of files) {
    const other = PNG.sync.read(file);
    const onWhite = other.data.map((byte, at) => {
      const alpha = other.data[at - (at % 4) + 3] ?? 255;
      return at % 4 === 3 ? 255 : Math.round((byte * alpha + 255 * (255 - alpha)) / 255);
    });
    expect(dotsOf(flatten(file))).toEqual([...onWhite]);
  }
});

it('gives its own files back unchanged', () => {
  const ours = flatten(pngFile());
  expect(flatten(ours).equals(ours)).toBe(true);
});

it('keeps nothing of the file but its dots', () => {
  const comment = pngChunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>'));
  expect(flatten(pngFile({ beforeData: [comment], afterData: [comment] })).includes('script')).toBe(false);
});

it('takes the pad at four dots for one, and the smallest picture', () => {
  expect(PNG.sync.read(flatten(pngFile({ width: 2220, height: 1000 })))).toMatchObject({ width: 2220, height: 1000 });
  expect(PNG.sync.read(flatten(pngFile({ width: 1, height: 1 })))).toMatchObject({ width: 1, height: 1 });
});

it('takes data that is cut into several chunks', () => {
  const data = deflateSync(pngRows(30, 10, 4));
  const file = pngFile({ idat: data.subarray(0, 7), afterData: [pngChunk('IDAT', data.subarray(7))] });
  expect(dotsOf(flatten(file))).toEqual(Array(30 * 10 * 4).fill(255));
});

const rows = pngRows(30, 10, 4);
const wrongCheck = pngFile();
wrongCheck[29] = (wrongCheck[29] as number) ^ 1;
const badFilter = Buffer.from(rows);
badFilter[0] = 5;

/** Ten rows of thirty dots, one bit each, all of the second colour. */
const inColours = (palette: Buffer, more: readonly Buffer[] = []): Buffer => {
  const bits = Buffer.alloc(50, 255);
  for (let row = 0; row < 10; row += 1) bits[row * 5] = 0;
  return pngFile({
    colorType: 3,
    depth: 1,
    idat: deflateSync(bits),
    beforeData: [pngChunk('PLTE', palette), ...more],
  });
};

const refused: [string, string, Buffer][] = [
  ['data-length', 'no data at all', pngFile({ idat: Buffer.alloc(0) })],
  ['data-length', 'an empty stream', pngFile({ idat: deflateSync(Buffer.alloc(0)) })],
  ['data-length', 'one byte too few', pngFile({ idat: deflateSync(rows.subarray(1)) })],
  ['data-length', 'one byte too many', pngFile({ idat: deflateSync(Buffer.concat([rows, Buffer.alloc(1)])) })],
  ['data-length', 'a stream that is cut off', pngFile({ idat: deflateSync(rows).subarray(0, -6) })],
  ['data-length', 'a stream without its checksum', pngFile({ idat: deflateSync(rows).subarray(0, -4) })],
  ['data-length', 'bytes behind the stream', pngFile({ idat: Buffer.concat([deflateSync(rows), Buffer.alloc(9)]) })],
  ['data-length', 'a second stream', pngFile({ idat: Buffer.concat([deflateSync(rows), deflateSync(rows)]) })],
  ['data-length', 'a stream without its header', pngFile({ idat: deflateRawSync(rows) })],
  ['data-length', 'bytes that are no stream', pngFile({ idat: Buffer.from('these are no deflated rows') })],
  ['data-length', 'a bomb', pngFile({ idat: deflateSync(Buffer.alloc(100_000_000), { level: 9 }) })],
  ['data-length', 'a 1 x 1 picture without data', pngFile({ width: 1, height: 1, idat: Buffer.alloc(0) })],
  ['dimensions', 'one dot too wide', pngFile({ width: 2221, height: 10 })],
  ['dimensions', 'one dot too high', pngFile({ width: 10, height: 1001 })],
  ['dimensions', 'no width', pngFile({ width: 0 })],
  [
    'dimensions',
    'sides beyond any memory',
    pngFile({ width: 0xffffffff, height: 0xffffffff, idat: deflateSync(rows) }),
  ],
  ['format', 'interlaced', pngFile({ interlace: 1 })],
  ['format', '16 bits deep', pngFile({ depth: 16 })],
  ['format', 'a palette that is missing', pngFile({ colorType: 3, depth: 1, idat: deflateSync(Buffer.alloc(50)) })],
  ['format', 'a palette without colours', inColours(Buffer.alloc(0))],
  ['format', 'a palette cut within a colour', inColours(Buffer.alloc(4))],
  ['format', 'a dot of a colour that the palette lacks', inColours(Buffer.alloc(3))],
  ['format', 'two palettes', inColours(Buffer.alloc(6), [pngChunk('PLTE', Buffer.alloc(6))])],
  ['format', 'more transparency than colours', inColours(Buffer.alloc(6), [pngChunk('tRNS', Buffer.alloc(3))])],
  ['data-length', 'a row of bits too few', pngFile({ colorType: 0, depth: 1, idat: deflateSync(Buffer.alloc(49)) })],
  ['format', 'a suggested palette', pngFile({ beforeData: [pngChunk('PLTE', Buffer.alloc(3))] })],
  ['format', 'a transparent colour', pngFile({ colorType: 2, beforeData: [pngChunk('tRNS', Buffer.alloc(6))] })],
  ['format', 'a chunk nobody knows and everybody must', pngFile({ beforeData: [pngChunk('ABCD')] })],
  ['format', 'an unknown filter method', pngFile({ filter: 1 })],
  ['filter', 'an unknown filter', pngFile({ idat: deflateSync(badFilter) })],
  ['structure', 'also a script', pngFile({ afterEnd: Buffer.from('<script>alert(1)</script>') })],
  ['structure', 'also an archive', pngFile({ afterEnd: Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1') })],
  ['structure', 'two pictures', pngFile({ afterEnd: pngFile() })],
  ['structure', 'data in two places', pngFile({ afterData: [pngChunk('tIME', Buffer.alloc(7)), pngChunk('IDAT')] })],
  ['format', 'two headers', pngFile({ beforeData: [pngChunk('IHDR', Buffer.alloc(13))] })],
  ['structure', 'cut off', pngFile().subarray(0, -8)],
  ['structure', 'a chunk longer than the file', Buffer.concat([pngFile().subarray(0, 8), Buffer.alloc(40, 255)])],
  ['checksum', 'a wrong checksum', wrongCheck],
  ['not-png', 'a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['not-png', 'empty', Buffer.alloc(0)],
  ['too-large', 'too many bytes', Buffer.concat([pngFile(), Buffer.alloc(200 * 1024)])],
];

it.each(refused)('refuses (%s) a file that is %s, however often it comes', (fault, _what, file) => {
  for (let time = 0; time < 100; time += 1) {
    expect(() => flatten(file)).toThrow(expect.objectContaining({ fault }));
  }
});

it.each([
  'data:image/svg+xml;base64,PHN2Zy8+',
  'https://example.com/signature.png',
  `data:image/png;base64, ${pngFile().toString('base64')}`,
  `data:image/png;base64,${pngFile().toString('base64')}#`,
  `data:image/png;base64,${pngFile().toString('base64url')}-`,
])('refuses what is no data URL of a PNG: %#', (dataUrl) => {
  expect(() => flattenSignature(dataUrl)).toThrow(expect.objectContaining({ fault: 'not-a-data-url' }));
});

it('never gives dots that the file did not hold, whichever bytes are changed', () => {
  const whole = pngFile();
  const expected = dotsOf(flatten(whole));
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), (at, value, mendsChecks) => {
      const changed = Buffer.from(whole);
      changed[at] = value;
      if (mendsChecks) mendChecksums(changed);
      let dots: number[];
      try {
        dots = dotsOf(flatten(changed));
      } catch (error) {
        expect(error).toMatchObject({ name: 'PictureError' });
        return;
      }
      expect(dots).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});

/** Writes right checksums into a file whose bytes were changed, as an attacker would. */
function mendChecksums(file: Buffer): void {
  for (let at = 8; at + 12 <= file.length;) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) return;
    file.writeUInt32BE(crc32(file.subarray(at + 4, end - 4)), end - 4);
    at = end;
  }
}

it('takes no more memory for a small signature than it is worth', () => {
  const small = pngFile();
  flatten(small);
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 200; count += 1) flatten(small);
  // Garbage of them all, if none is collected: two answers of zlib at 16 kB each would be 6 MB.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(3_000_000);
});
