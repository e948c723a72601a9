import { drawn, drawnPicture } from './drawn.ts';
import type { Variant } from './variant.ts';

const origins = ['bottom left', 'bottom right', 'top left', 'top right'] as const;

interface Kind {
  readonly kind: 'palette' | 'direct' | 'grey';
  readonly bits: number;
  readonly palette_bits?: number;
  readonly alpha_bits?: number;
}

const kinds: readonly Kind[] = [
  ...[15, 16, 24, 32].map(
    (bits) => ({ kind: 'palette', bits: 8, palette_bits: bits, alpha_bits: bits === 32 ? 8 : 0 }) as const,
  ),
  { kind: 'direct', bits: 16 },
  { kind: 'direct', bits: 15 },
  { kind: 'direct', bits: 24 },
  ...[0, 8].map((alpha_bits) => ({ kind: 'direct', bits: 32, alpha_bits }) as const),
  { kind: 'grey', bits: 8 },
];

function nameOf({ kind, bits, palette_bits, alpha_bits = 0 }: Kind): string {
  const pixels = kind === 'palette' ? `palette of ${palette_bits} bits` : `${kind}, ${bits} bits`;
  return `${pixels}, ${alpha_bits} of alpha`;
}

/** A second program that reads the variant. No program that supports 15 bits mirrors pictures. */
function secondDecoder({ kind, bits, palette_bits }: Kind, origin: string): string | undefined {
  if (bits === 15) return origin.includes('right') ? undefined : 'GraphicsMagick';
  return kind === 'grey' || palette_bits === 16 ? 'Pillow' : 'FFmpeg';
}

function variant(name: string, recipe: object, second?: string): Variant {
  const decoders = [drawnPicture, ...(second === undefined ? [] : [second])];
  return drawn({ format: 'tga', name, decoders }, recipe);
}

const refused = (name: string, recipe: object): Variant =>
  drawn({ format: 'tga', name, isRefused: true }, recipe);

/** TGA files with different types, depths, packings, origins, and alpha bits. */
export const tgaVariants: readonly Variant[] = [
  refused('direct, 16 bits, 1 of alpha', { kind: 'direct', bits: 16, alpha_bits: 1 }),
  ...[0, 8].map((alpha_bits) =>
    refused(`grey, 16 bits, ${alpha_bits} of alpha`, { kind: 'grey', bits: 16, alpha_bits }),
  ),
  refused('palette of numbers of 16 bits', { kind: 'palette', bits: 16, palette_bits: 24 }),
  ...kinds.flatMap((kind) =>
    [false, true].flatMap((packed) =>
      origins.map((origin) =>
        variant(
          `${nameOf(kind)}, ${packed ? 'packed' : 'plain'}, ${origin}`,
          { ...kind, packed, origin },
          secondDecoder(kind, origin),
        ),
      ),
    ),
  ),
  variant(
    'palette that begins at 40',
    { kind: 'palette', bits: 8, palette_bits: 24, colors: 200, first: 40 },
    'Pillow',
  ),
  variant('32 bits whose alpha is left empty', { kind: 'direct', bits: 32, blank: true }, 'Netpbm'),
  ...[1, 2].map((attributes) =>
    variant(
      `32 bits whose last is said to be no alpha (${attributes})`,
      { kind: 'direct', bits: 32, attributes },
      'GraphicsMagick',
    ),
  ),
  variant(
    '32 bits whose last is said to be alpha',
    { kind: 'direct', bits: 32, alpha_bits: 8, attributes: 3 },
    'Pillow',
  ),
];
