// node mozjpegScript.ts QUALITY <PPM >JPEG: does the same as cjpeg from mozjpeg, which Debian doesn't package.
import encode, { init } from '@jsquash/jpeg/encode.js';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';

const wasm = createRequire(import.meta.url).resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm');
await init(await WebAssembly.compile(await readFile(wasm)));
const ppm = await buffer(process.stdin);
const [header = '', width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 64)) ?? [];
const rgb = ppm.subarray(header.length);
const data = new Uint8ClampedArray((rgb.length / 3) * 4).fill(255);
for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) data.set(rgb.subarray(from, from + 3), to);
const picture = { width: Number(width), height: Number(height), data, colorSpace: 'srgb' } as const;
process.stdout.write(Buffer.from(await encode(picture, { quality: Number(process.argv[2]) })));
