/**
 * A program on the user's computer, for conversions that our own engines don't support. The server and the workers of
 * the local service share this type.
 */
export interface Program {
  /** Display name. */
  readonly name: string;
  /** Possible names of the executable, without an extension. The first one is preferred. */
  readonly executables: readonly string[];
  /** Default installation folders that aren't on `PATH`. `%NAME%` stands for an environment variable. */
  readonly folders?: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>>;
  /** Address of the vendor's installation instructions. */
  readonly address: string;
  /**
   * Arguments that print the version, and a pattern that matches the answer. Development builds don't print a version.
   */
  readonly version: { readonly args: readonly string[]; readonly answer: RegExp };
}
