/** The available sandboxes; the first that works is preferred. */
export const mechanismIds = ['bubblewrap', 'unshare', 'sandbox-exec'] as const;

export type MechanismId = (typeof mechanismIds)[number];

/** The way a user's program is sandboxed, decided before it gets any file. */
export type Confinement =
  | {
      readonly by: MechanismId;
      /** The sandbox's executable. */
      readonly executable: string;
      /** Files that the program may read besides its job's folder. */
      readonly files: readonly string[];
    }
  /** The packager's sandbox, or none. */
  | { readonly by: 'snap' | 'flatpak' | 'nobody' };

/** Reasons not to run a program: root would run it without a sandbox, or the sandbox couldn't be tested now. */
export const refusalReasons = ['root', 'unstarted'] as const;

export interface Refusal {
  readonly by: 'refusal';
  readonly why: (typeof refusalReasons)[number];
}
