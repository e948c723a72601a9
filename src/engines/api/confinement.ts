/** What can confine a program, the first one that works here preferred. */
export const wayIds = ['bubblewrap', 'unshare', 'sandbox-exec'] as const;

export type WayId = (typeof wayIds)[number];

/** How a program of the user's is confined; it has been decided before it is given any file. */
export type Confinement =
  | {
      readonly by: WayId;
      /** What does it. */
      readonly executable: string;
      /** What the program may read besides its job's folder. */
      readonly files: readonly string[];
    }
  /** Whoever packaged it does it, or nobody. */
  | { readonly by: 'snap' | 'flatpak' | 'nobody' };

/** Why a program is not run: root would run it without a sandbox, or nobody could find out now whether a sandbox holds. */
export const refusalReasons = ['root', 'unstarted'] as const;

export interface Refusal {
  readonly by: 'refusal';
  readonly why: (typeof refusalReasons)[number];
}
