// node peerScript.ts mozjpeg|oxipng|svgo [SETTING] <FILE >FILE: does the same as cjpeg of mozjpeg for a PPM, oxipng, and
// svgo, which Debian doesn't package.
import encode, { init } from '@jsquash/jpeg/encode.js';
import { initSync, optimise } from '@jsquash/oxipng/codec/pkg/squoosh_oxipng.js';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { optimize } from 'svgo';

const { resolve } = createRequire(import.meta.url);
const [, , program, setting] = process.argv;

async function mozjpeg(ppm: Buffer): Promise<Buffer> {
  const wasm = await readFile(resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'));
  await init(await WebAssembly.compile(wasm));
  const [header = '', width, height] =
    /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 64)) ?? [];
  const rgb = ppm.subarray(header.length);
  const data = new Uint8ClampedArray((rgb.length / 3) * 4).fill(255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4)
    data.set(rgb.subarray(from, from + 3), to);
  const picture = { width: Number(width), height: Number(height), data, colorSpace: 'srgb' } as const;
  return Buffer.from(await encode(picture, { quality: Number(setting) }));
}

async function oxipng(png: Buffer): Promise<Uint8Array> {
  initSync(await readFile(resolve('@jsquash/oxipng/codec/pkg/squoosh_oxipng_bg.wasm')));
  return optimise(png, Number(setting), false, false);
}

/** Like `svgo --multipass`, but keeps IDs as we do, because pages may use them. */
function svgo(svg: Buffer): string {
  const plugin = { name: 'preset-default', params: { overrides: { cleanupIds: false } } } as const;
  return optimize(svg.toString(), { multipass: true, plugins: [plugin] }).data;
}

const input = await buffer(process.stdin);
const compress = program === 'mozjpeg' ? mozjpeg : program === 'oxipng' ? oxipng : svgo;
process.stdout.write(await compress(input));
