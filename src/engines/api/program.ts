/** A program of the user's that converts what no engine of ours does, as both halves of the local service know it. */
export interface Program {
  /** What people call it. */
  readonly name: string;
  /** What its executable may be called, without an extension, the preferred one first. */
  readonly executables: readonly string[];
  /** Where its installer leaves them without telling PATH; `%NAME%` stands for a variable of the environment. */
  readonly folders?: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>>;
  /** Where its makers say how to install it. */
  readonly address: string;
  /** How it is asked for its version, and how it answers: a build between versions names none. */
  readonly version: { readonly args: readonly string[]; readonly answer: RegExp };
}
