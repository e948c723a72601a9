/** Another program that reads files of a kind, for comparison. */
export interface ReferenceDecoder<Content> {
  /** Its display name: "Pillow". */
  readonly program: string;
  readonly isInstalled: () => boolean;
  /** The content that it reads in the file, or `undefined` if it refuses the file or doesn't support the format. */
  readonly read: (file: string, format: string, password?: string) => Promise<Content | undefined>;
}

/** The difference from another program's content, in one line; `undefined` if they agree. */
export type DecoderComparison<Content> = (ours: Content, theirs: Content) => string | undefined;

/** In milliseconds. A program that takes longer hangs; LibreOffice has taken over a minute on a busy machine. */
export const hangTimeout = 300_000;
