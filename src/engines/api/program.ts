/** A user's program for conversions that no engine of ours supports; both halves of the local service use this. */
export interface Program {
  /** Its display name. */
  readonly name: string;
  /** Possible names of its executable, without an extension, the preferred one first. */
  readonly executables: readonly string[];
  /** Default installation folders that aren't on PATH; `%NAME%` stands for an environment variable. */
  readonly folders?: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>>;
  /** The vendor's installation instructions. */
  readonly address: string;
  /** The arguments that print its version, and the pattern of the answer: a development build prints none. */
  readonly version: { readonly args: readonly string[]; readonly answer: RegExp };
}
