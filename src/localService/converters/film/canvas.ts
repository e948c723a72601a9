/** Where something lies on a canvas, in pixels. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const channels = 3;
const channelsWithAlpha = 4;
const opaque = 255;

/** Pixels of red, green and blue with nothing behind them; what lies beyond their edges is left out. */
export class Canvas {
  readonly rgb: Uint8Array;
  readonly #width: number;
  readonly #height: number;
  readonly #background: Uint8Array;

  constructor(width: number, height: number, background: Uint8Array) {
    this.rgb = new Uint8Array(width * height * channels);
    this.#width = width;
    this.#height = height;
    this.#background = background;
    this.clear({ left: 0, top: 0, width, height });
  }

  clear(place: Place): void {
    this.#each(place, (at) => this.rgb.set(this.#background, at));
  }

  /** Draws pixels of red, green, blue and alpha over what is there, or over the background instead of it. */
  draw(place: Place, rgba: Uint8Array, blends: boolean): void {
    this.#each(place, (at, from) => {
      const alpha = rgba[from * channelsWithAlpha + channels] ?? 0;
      for (let channel = 0; channel < channels; channel += 1) {
        const under = (blends ? this.rgb[at + channel] : this.#background[channel]) ?? 0;
        const over = rgba[from * channelsWithAlpha + channel] ?? 0;
        this.rgb[at + channel] = Math.round((over * alpha + under * (opaque - alpha)) / opaque);
      }
    });
  }

  #each({ left, top, width, height }: Place, visit: (at: number, from: number) => void): void {
    const [right, bottom] = [Math.min(left + width, this.#width), Math.min(top + height, this.#height)];
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        visit((y * this.#width + x) * channels, (y - top) * width + x - left);
      }
    }
  }
}
