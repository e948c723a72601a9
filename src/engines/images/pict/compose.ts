import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { damaged } from '../../api/faults.ts';
import { tooManyPixels } from '../limits.ts';
import { checkSize, type Raster } from '../raster/raster.ts';
import { covers, heightOf, isEmpty, type Rect, widthOf } from './rect.ts';

/** Pixels, and where they are drawn in the picture. */
export interface Piece {
  readonly raster: Raster;
  /** What of the pixels is drawn, from the top left of the raster. */
  readonly source: Rect;
  /** What the source is drawn upon, in points, of which a pixel may take another number than one. */
  readonly place: Rect;
  /** What of the place is to be seen. */
  readonly shown: Rect;
}

/** In one packed byte are at most so many pixels, and so many more may be left blank. */
const mostPixelsPerByte = 1024;

/**
 * The picture that pieces make within a frame, with as many pixels as they have; where there is none, it is white.
 * @throws ConversionError `conversion.unsupported_kind` where pieces have pixels of different sizes
 */
export function compose(frame: Rect, pieces: readonly Piece[], fileBytes: number): Raster {
  const [first, ...others] = pieces;
  if (first === undefined) throw new ConversionError(fault('pict.empty'));
  const scales = pieces.map(scaleOf);
  if (others.length > 0 && scales.flat().some((scale) => scale !== 1)) {
    throw new ConversionError(fault('pict.scaled'));
  }
  const [across, down] = scaleOf(first);
  const [width, height] = [Math.round(widthOf(frame) * across), Math.round(heightOf(frame) * down)];
  checkSize(width, height);
  if (width * height > fileBytes * mostPixelsPerByte) throw tooManyPixels();
  const channels = pieces.some(({ raster }) => raster.channels === 4) ? 4 : 3;
  const samples = new Uint8Array(width * height * channels).fill(255);
  for (const piece of pieces) {
    const inPixels = ({ top, left, bottom, right }: Rect): Rect => ({
      top: Math.round((top - frame.top) * down),
      left: Math.round((left - frame.left) * across),
      bottom: Math.round((bottom - frame.top) * down),
      right: Math.round((right - frame.left) * across),
    });
    draw({ width, height, channels, samples }, piece, inPixels(piece.place), inPixels(piece.shown));
  }
  return { width, height, channels, samples };
}

/** Pixels a point, across and down. */
function scaleOf({ raster, source, place }: Piece): readonly [across: number, down: number] {
  const all = { top: 0, left: 0, bottom: raster.height, right: raster.width };
  if (isEmpty(source) || isEmpty(place) || !covers(all, source)) throw damaged('image');
  return [widthOf(source) / widthOf(place), heightOf(source) / heightOf(place)];
}

function draw(canvas: Raster, { raster, source }: Piece, place: Rect, shown: Rect): void {
  const right = Math.min(shown.right, canvas.width, raster.width - source.left + place.left);
  const bottom = Math.min(shown.bottom, canvas.height, raster.height - source.top + place.top);
  for (let y = shown.top; y < bottom; y += 1) {
    let from =
      ((y - place.top + source.top) * raster.width + shown.left - place.left + source.left) * raster.channels;
    let to = (y * canvas.width + shown.left) * canvas.channels;
    for (let x = shown.left; x < right; x += 1) {
      for (let channel = 0; channel < raster.channels; channel += 1) {
        canvas.samples[to + channel] = raster.samples[from + channel] ?? 0;
      }
      from += raster.channels;
      to += canvas.channels;
    }
  }
}
