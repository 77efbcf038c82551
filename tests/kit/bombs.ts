/** Decompression bombs: small files that decode to large pictures. */
import { crc32, deflateSync } from "node:zlib";

type Kind = {
  /** Bits per sample: 1, 8 or 16. */
  depth?: number;
  /** PNG's colour type: 0 grey, 2 RGB, 6 RGBA. */
  colour?: number;
  /** Sets only the flag in the header; the image data is not interlaced. */
  isInterlaced?: boolean;
};

const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 6: 4 };

/** Returns a PNG of any size, all black or transparent. */
export function blackPng(
  width: number,
  height: number,
  { depth = 1, colour = 0, isInterlaced = false }: Kind = {},
) {
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header[8] = depth;
  header[9] = colour;
  header[12] = Number(isInterlaced);
  const row = 1 + Math.ceil(width * depth * (SAMPLES[colour] ?? 1) / 8);
  return join(
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(new Uint8Array(row * height))),
    chunk("IEND", new Uint8Array()),
  );
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const framed = join(new Uint8Array(4), new TextEncoder().encode(type), data, new Uint8Array(4));
  new DataView(framed.buffer).setUint32(0, data.length);
  new DataView(framed.buffer).setUint32(data.length + 8, crc32(framed.subarray(4, -4)));
  return framed;
}

function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
