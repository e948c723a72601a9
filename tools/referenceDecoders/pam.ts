/** An image as another decoder sees it: red, green, blue, and alpha of each pixel, row by row from the top left. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** The value of full brightness and full opacity. */
  readonly max: 255 | 65_535;
  readonly rgba: Uint8Array | Uint16Array;
}

const header = /^P7\n(?:[A-Z]+ [^\n]*\n)*ENDHDR\n/;
const longestHeader = 300;

/**
 * The pictures of a stream of PAM, a format in which programs write all kinds of pixels uncompressed (netpbm's `pam`).
 */
export function pixelsOfPams(pams: Buffer): Pixels[] {
  const pictures: Pixels[] = [];
  for (let at = 0; at < pams.length;) {
    const head = header.exec(pams.toString('latin1', at, at + longestHeader))?.[0];
    if (head === undefined) throw new Error('This isn’t a PAM file');
    const [width, height] = [numberOf('WIDTH', head), numberOf('HEIGHT', head)];
    const [depth, most] = [numberOf('DEPTH', head), numberOf('MAXVAL', head)];
    const sampleBytes = most > 255 ? 2 : 1;
    const start = at + head.length;
    at = start + width * height * depth * sampleBytes;
    if (at > pams.length) throw new Error('The PAM file is truncated');
    pictures.push({ width, height, ...samplesOf(pams.subarray(start, at), depth, most) });
  }
  return pictures;
}

function numberOf(field: string, head: string): number {
  const line = head.split('\n').find((each) => each.startsWith(`${field} `));
  return Number(line?.slice(field.length + 1));
}

/**
 * The pixels of a picture with gray (1), gray and alpha (2), color (3), or color and alpha (4) samples, scaled from any
 * maximum.
 */
function samplesOf(content: Buffer, depth: number, most: number): Pick<Pixels, 'max' | 'rgba'> {
  const max = most > 255 ? 65_535 : 255;
  const count = content.length / (most > 255 ? 2 : 1);
  const sample = (at: number): number => {
    const value = most > 255 ? content.readUInt16BE(at * 2) : content.readUInt8(at);
    return most === max ? value : Math.round((value * max) / most);
  };
  const length = (count / depth) * 4;
  const rgba = max === 255 ? new Uint8Array(length) : new Uint16Array(length);
  const hasAlpha = depth === 2 || depth === 4;
  const isGrey = depth < 3;
  for (let from = 0, to = 0; from < count; from += depth, to += 4) {
    rgba[to] = sample(from);
    rgba[to + 1] = sample(isGrey ? from : from + 1);
    rgba[to + 2] = sample(isGrey ? from : from + 2);
    rgba[to + 3] = hasAlpha ? sample(from + depth - 1) : max;
  }
  return { max, rgba };
}
