import * as z from 'zod/mini';

const quality = z.optional(z.int().check(z.minimum(1), z.maximum(100)));
const lossless = z.optional(z.boolean());
const pixels = z.optional(z.int().check(z.minimum(1), z.maximum(16_383)));

/** What may be asked of any image; the other options depend on the formats. */
const common = {
  /** The box, in pixels, that the image is made to fit into; only a drawing is enlarged. */
  width: pixels,
  height: pixels,
  /** Leave out EXIF and the like. The colour profile stays. */
  stripMetadata: z.optional(z.boolean()),
};

const perTarget = {
  jpg: { quality, background: z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/i))) },
  png: {},
  webp: { quality, lossless },
  avif: { quality, lossless },
  gif: { colours: z.optional(z.int().check(z.minimum(2), z.maximum(256))) },
  tiff: { compression: z.optional(z.enum(['deflate', 'lzw', 'none'])) },
} as const;

/** Every option that some pair allows. */
export const imageOptions = z.object({
  ...common,
  ...perTarget.jpg,
  ...perTarget.webp,
  ...perTarget.gif,
  ...perTarget.tiff,
});

export type ImageOptions = z.infer<typeof imageOptions>;

/** The options of a conversion into the format. */
export function conversionOptions(to: keyof typeof perTarget): z.ZodMiniType<Record<string, unknown>> {
  return z.strictObject({ ...common, ...perTarget[to] });
}

export const compressionOptions: z.ZodMiniType<Record<string, unknown>> = z.strictObject({
  /** Only changes that lose nothing. */
  lossless,
  stripMetadata: common.stripMetadata,
});
