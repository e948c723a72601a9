import { ownValue } from '../../../util/ownValue.ts';
import { scaleQuality } from './codecs.ts';
import type { CompressionTarget, PictureCodec, Settings, SoundCodec } from './compressionTargets.ts';
import type { MediaFacts, MediaTrack } from './input.ts';

/** The encoding that a compression requests. */
export interface TargetEncoding {
  /** The quality from 1 to 100. Defaults to the codec's usual quality. */
  readonly quality?: number | undefined;
  /** The bit rate in kbit/s, which replaces the quality. */
  readonly kilobits?: number | undefined;
  readonly maxWidth?: number | undefined;
  readonly maxHeight?: number | undefined;
}

/** True if the codecs' usual quality is requested. */
export function isPlain({ quality, kilobits }: TargetEncoding): boolean {
  return quality === undefined && kilobits === undefined;
}

/** The share of a video's bit rate for each audio track, with a minimum and a maximum in kbit/s. */
const soundShare = { least: 24, share: 0.15, most: 128 } as const;

/**
 * Returns FFmpeg's arguments for the streams to copy and to re-encode. Copies covers, subtitles, and attachments, and
 * drops the data streams of cameras and other devices, since other programs can't use them.
 */
export function encodingArguments(
  target: CompressionTarget,
  facts: MediaFacts,
  wanted: TargetEncoding,
): string[] {
  const pictures = facts.tracks.filter(({ kind }) => kind === 'picture');
  const sounds = facts.tracks.filter(({ kind }) => kind === 'sound');
  const forSound = target.pictures ? kilobitsPerSound(wanted.kilobits, sounds.length) : wanted.kilobits;
  const rest = Math.max(1, (wanted.kilobits ?? 0) - (forSound ?? 0) * sounds.length);
  const forPictures = { ...wanted, kilobits: wanted.kilobits === undefined ? undefined : rest };
  const kept = target.coverIsTag ? ['0:a'] : ['0:v?', '0:a?', '0:s?', '0:t?'];
  return [
    ...kept.flatMap((tracks) => ['-map', tracks]),
    '-c',
    'copy',
    ...(target.coverIsTag ? [] : pictures).flatMap((track, index) => {
      const isCover = track.isCover || target.pictures === undefined;
      const settings = isCover ? cover : pictureSettings(target.pictures, track, forPictures);
      return settingsOf(`v:${index}`, settings);
    }),
    ...sounds.flatMap((track, index) => {
      const encoding = { ...wanted, kilobits: forSound };
      const stays = target.pictures && !isOversizedTrack(target.sounds, track, encoding);
      return stays ? [] : settingsOf(`a:${index}`, soundSettings(target.sounds, track, encoding));
    }),
    ...(target.flags ?? []),
  ];
}

const cover: Settings = { c: 'copy', disposition: 'attached_pic' };

function kilobitsPerSound(kilobits: number | undefined, sounds: number): number | undefined {
  if (kilobits === undefined || sounds === 0) return kilobits;
  const { least, share, most } = soundShare;
  return Math.max(least, Math.min(most, Math.floor((kilobits * share) / sounds)));
}

function settingsOf(track: string, settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => [`-${name}:${track}`, value]);
}

/** The minimum bits per pixel, for newer codecs (`crf`) and older ones (`q`). Below it, a smaller picture looks better. */
const minBitsPerPixel = { crf: 0.03, q: 0.3 } as const;
const usualFramesPerSecond = 25;
const minShare = 0.1;
/** Encoders for formats whose players support more than 8 bits per channel. */
const deepEncoders = new Set(['libx265', 'libsvtav1', 'libvpx-vp9']);

/** Returns the settings for re-encoding a video track with its own codec, or with the first one if its own isn't listed. */
function pictureSettings(
  codecs: Readonly<Record<string, PictureCodec>>,
  track: MediaTrack,
  wanted: TargetEncoding,
): Settings {
  const codec = ownValue(codecs, track.codec) ?? Object.values(codecs)[0];
  if (codec === undefined) throw new Error('No video codec for the target');
  const { settings, quality } = codec;
  const level = wanted.quality === undefined ? quality.usual : scaleQuality(wanted.quality, quality.scale);
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

/** A video's audio track is re-encoded if it is this many times larger than the result would be. */
const worthwhile = 1.25;
/** FFmpeg's names of codecs that need more space than others. */
const heavy = /^(?:flac|alac|pcm_\w+|dts|truehd|ac3|eac3|mp2)$/;
/** The bit rates in kbit/s below which mono sounds better than stereo, and a lower sample rate sounds better. */
const [fewForTwo, fewForAll] = [48, 32];

/**
 * Returns the settings for re-encoding an audio track. Keeps its codec if it is listed, unless it is lossless and a
 * lower quality is requested.
 */
function soundSettings(
  codecs: Readonly<Record<string, SoundCodec>>,
  track: MediaTrack,
  wanted: TargetEncoding,
): Settings {
  const { settings, usual, rates } = codecOf(codecs, track, wanted);
  if (rates === undefined) return settings;
  if (isPlain(wanted) && usual) return { ...settings, ...usual };
  const kilobits = wanted.kilobits ?? rateOf(track, rates, wanted.quality);
  return {
    ...settings,
    b: `${Math.round(Math.min(rates.most * shareOf(track), Math.max(rates.least, kilobits)))}k`,
    ...(kilobits < fewForTwo ? { ac: '1' } : {}),
    ...(kilobits < fewForAll ? { ar: '24000' } : {}),
  };
}

/** True if re-encoding would make a video's audio track much smaller. */
function isOversizedTrack(
  codecs: Readonly<Record<string, SoundCodec>>,
  track: MediaTrack,
  wanted: TargetEncoding,
): boolean {
  const { rates } = codecOf(codecs, track, wanted);
  if (rates === undefined || track.kilobits === undefined) return heavy.test(track.codec);
  return track.kilobits > worthwhile * (wanted.kilobits ?? rateOf(track, rates, wanted.quality));
}

function codecOf(
  codecs: Readonly<Record<string, SoundCodec>>,
  { codec: name }: MediaTrack,
  wanted: TargetEncoding,
): SoundCodec {
  const all = Object.values(codecs);
  const same = ownValue(codecs, name);
  const isToLose = same?.rates === undefined && !isPlain(wanted);
  const codec = (isToLose ? all.find(({ rates }) => rates !== undefined) : same) ?? all[0];
  if (codec === undefined) throw new Error('No audio codec for the target');
  return codec;
}

function rateOf(track: MediaTrack, rates: NonNullable<SoundCodec['rates']>, quality?: number): number {
  const { usual, least, most } = rates;
  const rate = quality === undefined ? usual : least * (most / least) ** ((quality - 1) / 99);
  return Math.max(least, rate * shareOf(track));
}

/** Returns the track's bit rate relative to a stereo track. */
function shareOf({ channels }: MediaTrack): number {
  if (channels === 1) return 0.5;
  return channels === 2 ? 1 : 2.5;
}
