import { imageMagick } from '../../../tools/referenceDecoders/imagePrograms.ts';
import { pictures, probe } from './ffmpeg.ts';
import { withFile } from './lentFiles.ts';
import { printed, printedText } from './program.ts';
import type { Raster } from './raster.ts';

/** A visible state of an animation and its duration. */
export interface Moment {
  readonly picture: Raster;
  readonly durationMs: number;
}

/**
 * The visible states of an animation over a background, according to ImageMagick, or FFmpeg for an APNG, which
 * ImageMagick doesn't support.
 */
export async function momentsOf(content: Buffer, format: string, background = '#ffffff'): Promise<Moment[]> {
  return format === 'apng' ? ofApng(content, background) : byImageMagick(content, format, background);
}

/** The visible states of a video, according to FFmpeg. */
export async function momentsOfFilm(
  content: Buffer,
  format: string,
  filters: readonly string[] = [],
): Promise<Moment[]> {
  const { streams } = await probe(content, format);
  const [{ width = 0, height = 0 } = {}] = streams;
  const rgb = await pictures(content, format, filters);
  const durations = await packetDurations(content, format);
  const bytes = width * height * 3;
  if (rgb.length !== bytes * durations.length)
    throw new Error('The number of pictures differs from the number of packets');
  return durations.map((durationMs, index) => ({
    picture: { width, height, rgb: rgb.subarray(index * bytes, (index + 1) * bytes) },
    durationMs,
  }));
}

async function ofApng(content: Buffer, background: string): Promise<Moment[]> {
  const under = Buffer.from(background.slice(1), 'hex');
  const alphas = await momentsOfFilm(content, 'apng', ['format=rgba', 'alphaextract']);
  const colours = await momentsOfFilm(content, 'apng', ['format=rgba']);
  return colours.map(({ picture, durationMs }, index) => {
    const alpha = alphas[index]?.picture.rgb ?? Buffer.alloc(0);
    const over = picture.rgb.map((value, at) => {
      const [share = 0, below = 0] = [alpha[at], under[at % 3]];
      return Math.round((value * share + below * (255 - share)) / 255);
    });
    return { picture: { ...picture, rgb: Buffer.from(over) }, durationMs };
  });
}

/** Matroska only has the duration of the whole film, not of a picture. */
async function packetDurations(content: Buffer, format: string): Promise<number[]> {
  return withFile(content, format, async (file) => {
    const wanted = ['-v', 'error', '-show_entries', 'packet=pts_time,duration_time:format=duration'];
    const facts = await printedText('ffprobe', [...wanted, '-of', 'json', file]);
    const { packets, format: container } = JSON.parse(facts);
    const starts: number[] = packets.map(({ pts_time }: { pts_time: string }) => Number(pts_time));
    const last = packets.at(-1).duration_time;
    const end = last === undefined ? Number(container.duration) : Number(last) + (starts.at(-1) ?? 0);
    return starts.map((start, index) => Math.round(1000 * ((starts[index + 1] ?? end) - start)));
  });
}

async function byImageMagick(content: Buffer, format: string, background: string): Promise<Moment[]> {
  return withFile(content, format, async (file) => {
    const facts = await printedText(imageMagick, [file, '-coalesce', '-format', '%w %h %T\n', 'info:']);
    const flat = ['-background', background, '-alpha', 'remove', '-alpha', 'off', '-depth', '8', 'rgb:-'];
    const all = await printed(imageMagick, [file, '-coalesce', ...flat]);
    let at = 0;
    return facts
      .trim()
      .split('\n')
      .map((line) => {
        const [width = 0, height = 0, hundredths = 0] = line.split(' ').map(Number);
        const rgb = all.subarray(at, (at += width * height * 3));
        return { picture: { width, height, rgb }, durationMs: hundredths * 10 };
      });
  });
}
