import { audio } from './audio/audio.ts';
import { imageProbe, images } from './images/images.ts';
import type { EngineId } from './index.ts';
import { reads } from './registry.ts';
import { fileProbe } from './traits/traits.ts';
import { mediaProbe, remux } from './video/video.ts';

/** Returns the engine that detects the traits of files in a format. */
export function probeEngine(format: string): EngineId {
  if (reads(images.id, format)) return imageProbe.id;
  return reads(remux.id, format) || reads(audio.id, format) ? mediaProbe.id : fileProbe.id;
}
