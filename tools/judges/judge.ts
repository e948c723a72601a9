/** Another program that reads files of a kind, to hold what ours reads against. */
export interface Judge<Content> {
  /** What people call it: "Pillow". */
  readonly program: string;
  /** Whether it is on this computer. */
  readonly isInstalled: () => boolean;
  /** What it reads in the file, or `undefined` where it refuses the file or does not know the format. */
  readonly read: (file: string, format: string, password?: string) => Promise<Content | undefined>;
}

/** How content differs from what another program read, in one line for people; `undefined` where they agree. */
export type Comparison<Content> = (ours: Content, theirs: Content) => string | undefined;
