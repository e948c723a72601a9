import { own } from '../../../../util/own.ts';
import { type TargetEncoding, isPlain } from './encoding.ts';
import type { MediaTrack } from './probe.ts';
import type { Settings, SoundCodec } from './targets.ts';

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
export function soundSettings(
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
export function isOversizedTrack(
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
  const same = own(codecs, name);
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
