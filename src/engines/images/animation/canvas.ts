/** A rectangle on a canvas, in pixels. */
export interface CanvasArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Channel values with 8 or 16 bits each. */
export type Samples = Uint8Array | Uint16Array;

const channels = 4;

/** A canvas of RGBA pixels. Drawing beyond its edges is clipped. */
export class Canvas<Depth extends Samples> {
  readonly rgba: Depth;
  readonly #width: number;
  readonly #height: number;
  readonly #background: Depth;
  readonly #opaque: number;

  /** Fills `rgba`, which has four samples per pixel, with the `background` pixel and draws into it. */
  constructor(width: number, height: number, rgba: Depth, background: Depth) {
    this.rgba = rgba;
    this.#width = width;
    this.#height = height;
    this.#background = background;
    this.#opaque = rgba instanceof Uint16Array ? 0xffff : 0xff;
    this.clear({ left: 0, top: 0, width, height });
  }

  clear(place: CanvasArea): void {
    this.#each(place, (at) => this.rgba.set(this.#background, at));
  }

  /** Draws pixels: over the existing ones if `blends`, in place of them otherwise. */
  draw(place: CanvasArea, pixels: Samples, blends: boolean): void {
    const opaque = this.#opaque;
    this.#each(place, (at, from) => {
      const [under, start] = blends ? [this.rgba, at] : [this.#background, 0];
      const share = (pixels[from + 3] ?? 0) * opaque;
      const rest = (under[start + 3] ?? 0) * (opaque - share / opaque);
      for (let channel = 0; channel < 3; channel += 1) {
        const sum = (pixels[from + channel] ?? 0) * share + (under[start + channel] ?? 0) * rest;
        this.rgba[at + channel] = Math.round(sum / (share + rest || 1));
      }
      this.rgba[at + 3] = Math.round((share + rest) / opaque);
    });
  }

  #each({ left, top, width, height }: CanvasArea, visit: (at: number, from: number) => void): void {
    const [right, bottom] = [Math.min(left + width, this.#width), Math.min(top + height, this.#height)];
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        visit((y * this.#width + x) * channels, ((y - top) * width + x - left) * channels);
      }
    }
  }
}
