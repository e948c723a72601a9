import type { Traits } from '../../contract/losses.ts';
import type { EngineWork, WorkResult } from '../api/work.ts';
import { withMedia } from './openMedia.ts';

/** Tags that every format keeps, and entries of Mediabunny's list that aren't tags. */
const usualTags = new Set<string>(
  'title artist album trackNumber tracksTotal date genre images raw'.split(' '),
);
const maxUsualRate = 48_000;

/** Finds the traits of an audio or video file: its tracks and tags. Returns none for a damaged file. */
export async function probeMedia({ inputPath }: EngineWork): Promise<WorkResult> {
  let traits: Traits = {};
  try {
    await withMedia(inputPath, async (input) => {
      const [tracks, audio, tags] = await Promise.all([
        input.getTracks(),
        input.getAudioTracks(),
        input.getMetadataTags(),
      ]);
      const named = Object.entries(tags).filter(([, value]) => value !== undefined);
      traits = {
        cover: (tags.images?.length ?? 0) > 0,
        highRates: audio.some(({ sampleRate }) => sampleRate > maxUsualRate),
        otherTracks: audio.length > 1,
        surround: audio.some(({ numberOfChannels }) => numberOfChannels > 2),
        video: tracks.some((track) => track.isVideoTrack()),
        ...(named.some(([name]) => !usualTags.has(name)) ? { moreTags: true } : {}),
      };
    });
  } catch {
    return { traits: {} };
  }
  return { traits };
}
