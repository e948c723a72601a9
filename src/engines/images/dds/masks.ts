import type { MaskedKind } from './kinds.ts';

/** The samples of so many pixels, with 8 bits each. @throws RangeError where there are fewer */
export function unmask(pixels: Buffer, count: number, { bytes, masks }: MaskedKind): Uint8Array {
  const channels = masks.map(channelOf);
  const samples = new Uint8Array(count * channels.length);
  let to = 0;
  for (let pixel = 0; pixel < count; pixel += 1) {
    const value = pixels.readUIntLE(pixel * bytes, bytes);
    for (const { shift, most } of channels) {
      samples[to] = most === 0 ? 0 : Math.round((((value >>> shift) & most) * 255) / most);
      to += 1;
    }
  }
  return samples;
}

function channelOf(mask: number): { readonly shift: number; readonly most: number } {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
  return { shift, most: mask >>> shift };
}
