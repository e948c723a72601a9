/** A file in one of the forms that a format permits, as another program writes it. */
export interface Variant {
  /** Its special property: "24 bits, bottom-up, run-length". */
  readonly name: string;
  readonly format: string;
  /** Makes the file in the folder, which other variants share, and resolves to its path. */
  readonly make: (folder: string) => Promise<string>;
  /** The password, without which the file is refused. */
  readonly password?: string;
  /**
   * Programs that must agree with us, if others misread the file; by default, all programs that read the file must
   * agree.
   */
  readonly decoders?: readonly string[];
  /** True if we don't support the variant and refuse it. */
  readonly isRefused?: true;
  /** True if it needs one of the user's programs, which the service doesn't use here. */
  readonly takesProgram?: true;
}
