/** Where something lies on a canvas, in pixels. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const channels = 4;
const opaque = 255;

/** Pixels of red, green, blue and alpha; what lies beyond their edges is left out. */
export class Canvas {
  readonly rgba: Uint8Array;
  readonly #width: number;
  readonly #height: number;
  readonly #background: Uint8Array;

  constructor(width: number, height: number, background: Uint8Array) {
    this.rgba = new Uint8Array(width * height * channels);
    this.#width = width;
    this.#height = height;
    this.#background = background;
    this.clear({ left: 0, top: 0, width, height });
  }

  clear(place: Place): void {
    this.#each(place, (at) => this.rgba.set(this.#background, at));
  }

  /** Draws pixels over what is there, or over the background instead of it. */
  draw(place: Place, pixels: Uint8Array, blends: boolean): void {
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

  #each({ left, top, width, height }: Place, visit: (at: number, from: number) => void): void {
    const [right, bottom] = [Math.min(left + width, this.#width), Math.min(top + height, this.#height)];
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        visit((y * this.#width + x) * channels, ((y - top) * width + x - left) * channels);
      }
    }
  }
}
