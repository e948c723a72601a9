/** A file of a format as another program writes it, in one of the ways that the format allows. */
export interface Variant {
  /** Its special property: "24 bits, bottom-up, run-length". */
  readonly name: string;
  readonly format: string;
  /** Makes the file in the folder, which other variants share, and resolves to its path. */
  readonly make: (folder: string) => Promise<string>;
  /** The password, without which it is refused. */
  readonly password?: string;
  /** Programs that have to read it, and as we do, where others are wrong about it; else all have to agree that read it. */
  readonly decoders?: readonly string[];
  /** It is of a kind that we read not at all, and say so. */
  readonly isRefused?: true;
  /** It needs a program of the user's, which the service doesn't use here. */
  readonly takesProgram?: true;
}
