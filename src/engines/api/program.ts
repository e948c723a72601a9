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

/** Supported sandboxes, in order of preference. */
export const mechanismIds = ['bubblewrap', 'unshare', 'sandbox-exec'] as const;

export type MechanismId = (typeof mechanismIds)[number];

/** The sandbox of a user's program. It is chosen before the program gets any file. */
export type Confinement =
  | {
      readonly by: MechanismId;
      /** Path of the sandbox's executable. */
      readonly executable: string;
      /** Files that the program may read in addition to its job's folder. */
      readonly files: readonly string[];
    }
  /** The program runs in the sandbox of its package, or in none. */
  | { readonly by: 'snap' | 'flatpak' | 'nobody' };

/**
 * Reasons to refuse a program: `root` means that it would run as root without a sandbox, `unstarted` that the sandbox
 * couldn't be tested.
 */
export const refusalReasons = ['root', 'unstarted'] as const;

export interface Refusal {
  readonly by: 'refusal';
  readonly why: (typeof refusalReasons)[number];
}
