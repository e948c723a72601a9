import * as z from 'zod/mini';
import { withFile } from '../../../test/support/service/lentFiles.ts';
import { type Raster, rasterOfPpm } from '../../../test/support/service/raster.ts';
import { printed } from '../../../test/support/service/program.ts';

/** A file's properties according to MediaInfo. */
export interface MediaFacts {
  readonly seconds: number | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly hasVideo: boolean;
  readonly hasAudio: boolean;
}

const number = z.optional(z.coerce.number());
const report = z.object({
  media: z.object({
    track: z.array(z.object({ '@type': z.string(), Duration: number, Width: number, Height: number })),
  }),
});

export async function mediaFacts(content: Buffer, format: string): Promise<MediaFacts> {
  return withFile(content, format, async (file) => {
    const text = (await printed('mediainfo', ['--Output=JSON', file])).toString();
    const tracks = report.parse(JSON.parse(text)).media.track;
    const of = (type: string) => tracks.find((track) => track['@type'] === type);
    const [general, video] = [of('General'), of('Video') ?? of('Image')];
    return {
      seconds: general?.Duration ?? video?.Duration,
      width: video?.Width,
      height: video?.Height,
      hasVideo: video !== undefined,
      hasAudio: of('Audio') !== undefined,
    };
  });
}

/** Formats that SoX decodes without plugins, by their extensions. */
const ofSox = new Set(['mp3', 'mp2', 'wav', 'flac', 'ogg', 'aiff', 'au', 'w64', 'caf', 'wv']);

/** A recording's duration, audible duration, and pitch. */
interface Tone {
  readonly seconds: number;
  readonly soundingSeconds: number;
  readonly hertz: number;
}

/** The tone of a file as decoded by SoX, or by FFmpeg if SoX can't decode it. */
export async function toneOf(content: Buffer, format: string): Promise<Tone> {
  return withFile(content, format, async (file) => {
    if (ofSox.has(format)) return decodedTone(file, format);
    const wav = await printed('ffmpeg', ['-v', 'error', '-i', file, '-vn', '-f', 'wav', '-']);
    return withFile(wav, 'wav', async (decoded) => decodedTone(decoded, 'wav'));
  });
}

const rate = 8000;

/**
 * The frequency of a tone: its wave crosses zero upward once per period. Codecs add silence around it and fade its
 * ends, so the ends aren't counted.
 */
async function decodedTone(file: string, type: string): Promise<Tone> {
  const raw = await printed('sox', ['-t', type, file, '-t', 'f32', '-r', String(rate), '-c', '1', '-']);
  const samples = new Float32Array(new Uint8Array(raw).buffer, 0, Math.floor(raw.length / 4));
  const peak = samples.reduce((highest, each) => Math.max(highest, Math.abs(each)), 0);
  const isLoud = (each: number): boolean => Math.abs(each) > 0.1 * peak;
  const sounding = samples.subarray(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1);
  const middle = sounding.subarray(0.2 * sounding.length, 0.8 * sounding.length);
  const periods = middle.filter((each, at) => each >= 0 && (middle[at - 1] ?? 0) < 0).length;
  return {
    seconds: samples.length / rate,
    soundingSeconds: sounding.length / rate,
    hertz: (periods * rate) / middle.length,
  };
}

/** The first picture of a film, decoded by FFmpeg, because no other decoder supports all of these codecs. */
export async function firstPicture(content: Buffer, format: string): Promise<Raster> {
  const picture = '-map 0:v:0 -frames:v 1 -f image2pipe -c:v ppm -pix_fmt rgb24 -'.split(' ');
  const ppm = await withFile(content, format, async (file) =>
    printed('ffmpeg', ['-v', 'error', '-i', file, ...picture]),
  );
  return rasterOfPpm(ppm);
}
