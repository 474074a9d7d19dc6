import { crc32 } from 'node:zlib';
import { PNG } from 'pngjs';
import { flattenSignature } from './signature.ts';

const url = (png: PNG) => `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`;

it('lays ink on white and leaves no transparency', () => {
  const png = new PNG({ width: 2, height: 1 });
  png.data.set([0, 0, 128, 255, 10, 20, 30, 0]);
  const flat = PNG.sync.read(flattenSignature(url(png)));
  expect([...flat.data]).toEqual([0, 0, 128, 255, 255, 255, 255, 255]);
});

it('refuses anything but a small PNG', () => {
  const huge = PNG.sync.write(new PNG({ width: 10, height: 10 }));
  huge.writeUInt32BE(60_000, 16);
  const refused = [
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:image/png;base64,AAAA',
    `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n' + 'x'.repeat(60), 'latin1').toString('base64')}`,
    `data:image/png;base64,${huge.toString('base64')}`,
    'https://example.com/signature.png',
  ];
  for (const dataUrl of refused) {
    expect(() => flattenSignature(dataUrl)).toThrow(expect.objectContaining({ code: 'SIGNATURE_INVALID' }));
  }
});

it('keeps nothing of the file but its dots', () => {
  const bytes = PNG.sync.write(new PNG({ width: 4, height: 4 }));
  const words = Buffer.from('Comment\0<script>alert(1)</script>');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(words.length);
  const chunk = Buffer.concat([Buffer.from('tEXt'), words]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(chunk));
  const withText = Buffer.concat([bytes.subarray(0, 33), length, chunk, check, bytes.subarray(33)]);
  const flat = flattenSignature(`data:image/png;base64,${withText.toString('base64')}`);
  expect(flat.includes('script')).toBe(false);
});
