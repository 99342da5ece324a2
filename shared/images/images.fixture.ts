/** Small images for tests. */
import { crc32, deflateSync } from 'node:zlib';

/** A PNG in one colour. @param claimed the size that its header says, where that is another one */
export function pngOf(width: number, height: number, claimed = { width, height }): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(claimed.width, 0);
  header.writeUInt32BE(claimed.height, 4);
  // Eight bits for each of three colours.
  header.set([8, 2], 8);
  const row = Buffer.alloc(width * 3 + 1, 0x90);
  // Rows without a filter.
  row[0] = 0;
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A grey JPEG of one block, 8 × 8 pixels. @param claimed the size that its frame says, where that is another one */
export function jpegOf(claimed = { width: 8, height: 8 }): Buffer<ArrayBuffer> {
  const segment = (marker: number, data: readonly number[]): number[] => [
    0xff,
    marker,
    0,
    data.length + 2,
    ...data,
  ];
  const { width, height } = claimed;
  const frame = [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0];
  // One code of one bit: no difference, and the end of the block.
  const codes = (table: number): number[] => [table, 1, ...Array.from({ length: 15 }, () => 0), 0];
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    ...segment(0xc0, frame),
    ...segment(0xc4, codes(0x00)),
    ...segment(0xc4, codes(0x10)),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...[0x3f, 0xff, 0xd9],
  ]);
}

export const SMALL_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect id="a" width="9" height="9"/><use href="#a"/></svg>';
