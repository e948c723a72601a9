/** One picture of an animation, as a whole file of its own. */
export interface Still {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** Whether what is there already shows where the picture is transparent. */
  readonly blends: boolean;
  /** What becomes of its place before the next one is drawn. */
  readonly disposal: 'keep' | 'clear' | 'restore';
  readonly file: () => Buffer;
}

/** What moves, as its file describes it. */
export interface Animation {
  readonly width: number;
  readonly height: number;
  /** @throws RangeError where the file ends too soon */
  readonly stills: Iterable<Still>;
}
