/** The encoding that a compression requests. */
export interface TargetEncoding {
  /** The quality from 1 to 100. Defaults to the codec's usual quality. */
  readonly quality?: number | undefined;
  /** The bit rate in kbit/s, which replaces the quality. */
  readonly kilobits?: number | undefined;
  readonly maxWidth?: number | undefined;
  readonly maxHeight?: number | undefined;
}

/** True if the codecs' usual quality is requested. */
export function isPlain({ quality, kilobits }: TargetEncoding): boolean {
  return quality === undefined && kilobits === undefined;
}
