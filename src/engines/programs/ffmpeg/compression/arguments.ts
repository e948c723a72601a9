import type { TargetEncoding } from './encoding.ts';
import { pictureSettings } from './pictureArguments.ts';
import type { MediaFacts } from './probe.ts';
import { isOversizedTrack, soundSettings } from './soundArguments.ts';
import type { CompressionTarget, Settings } from './targets.ts';

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
  const forSound = target.pictures ? shareOf(wanted.kilobits, sounds.length) : wanted.kilobits;
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

function shareOf(kilobits: number | undefined, sounds: number): number | undefined {
  if (kilobits === undefined || sounds === 0) return kilobits;
  const { least, share, most } = soundShare;
  return Math.max(least, Math.min(most, Math.floor((kilobits * share) / sounds)));
}

function settingsOf(track: string, settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => [`-${name}:${track}`, value]);
}
