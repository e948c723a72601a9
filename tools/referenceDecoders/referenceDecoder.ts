/** Another program that reads files of a kind, for comparison. */
export interface ReferenceDecoder<Content> {
  /** Its display name: "Pillow". */
  readonly program: string;
  /** The content that it reads in the file, or `undefined` if it is missing, or refuses the file or its format. */
  readonly read: (file: string, format: string, password?: string) => Promise<Content | undefined>;
}

/** The difference from another program's content, in one line; `undefined` if they agree. */
export type DecoderComparison<Content> = (ours: Content, theirs: Content) => string | undefined;

/** A program whose errors mean that it refuses the file. */
export function decoder<Content>(
  program: string,
  read: ReferenceDecoder<Content>['read'],
): ReferenceDecoder<Content> {
  return { program, read: async (...args) => read(...args).catch(() => undefined) };
}

/** In milliseconds. A program that takes longer hangs; LibreOffice has taken over a minute on a busy machine. */
export const hangTimeout = 300_000;

const maxNamed = 5;

/** The first differences, in one line; `undefined` if there are none. */
export function named(differences: readonly string[]): string | undefined {
  const more = differences.length > maxNamed ? ` and ${differences.length - maxNamed} more` : '';
  return differences.length === 0 ? undefined : `${differences.slice(0, maxNamed).join('; ')}${more}`;
}
