import { own } from '../../../../util/own.ts';
import type { TargetEncoding } from './encoding.ts';
import type { MediaTrack } from './probe.ts';
import type { PictureCodec, Settings } from './targets.ts';

/** The minimum bits per pixel, for newer codecs (`crf`) and older ones (`q`). Below it, a smaller picture looks better. */
const minBitsPerPixel = { crf: 0.03, q: 0.3 } as const;
const usualFramesPerSecond = 25;
const minShare = 0.1;
/** Encoders for formats whose players support more than 8 bits per channel. */
const deepEncoders = new Set(['libx265', 'libsvtav1', 'libvpx-vp9']);

/** Returns the settings for re-encoding a video track with its own codec, or with the first one if its own isn't listed. */
export function pictureSettings(
  codecs: Readonly<Record<string, PictureCodec>>,
  track: MediaTrack,
  wanted: TargetEncoding,
): Settings {
  const codec = own(codecs, track.codec) ?? Object.values(codecs)[0];
  if (codec === undefined) throw new Error('No video codec for the target');
  const { settings, quality } = codec;
  const level = wanted.quality === undefined ? quality.usual : onScale(wanted.quality, quality.scale);
  const isDeep = track.isDeep && deepEncoders.has(settings['c'] ?? '');
  return {
    ...settings,
    ...(wanted.kilobits === undefined ? { [quality.option]: String(level) } : { b: `${wanted.kilobits}k` }),
    filter: `${scaleFilter(track, wanted, minBitsPerPixel[quality.option])},format=${isDeep ? 'yuv420p10le' : 'yuv420p'}`,
  };
}

/** Returns a filter that fits the rotated picture into the maximum size. The codecs require an even width and height. */
function scaleFilter(
  track: MediaTrack,
  { maxWidth, maxHeight, kilobits }: TargetEncoding,
  minBits: number,
): string {
  const shares = [
    '1',
    ...(maxWidth === undefined ? [] : [`${maxWidth}/iw`]),
    ...(maxHeight === undefined ? [] : [`${maxHeight}/ih`]),
    ...(kilobits === undefined ? [] : [shareFor(track, kilobits / minBits).toFixed(3)]),
  ];
  const share = shares.reduce((least, each) => `min(${least},${each})`);
  return `scale=w='max(2,trunc(iw*${share}/2)*2)':h='max(2,trunc(ih*${share}/2)*2)'`;
}

/** Returns the factor for width and height that reduces a video to this many thousand pixels per second. */
function shareFor({ width = 0, height = 0, framesPerSecond }: MediaTrack, thousands: number): number {
  const pixels = width * height * (framesPerSecond ?? usualFramesPerSecond);
  return pixels === 0 ? 1 : Math.min(1, Math.max(minShare, Math.sqrt((thousands * 1000) / pixels)));
}

/** Converts a quality from 1 to 100 to the codec's scale. */
function onScale(quality: number, [bad, good]: readonly [number, number]): number {
  return Math.round(bad - ((quality - 1) * (bad - good)) / 99);
}
