/**
 * Engines that share the library for media containers. They are in one bundle, because a process must not load the
 * library twice.
 */
export { convertAudio } from './audio/convert.ts';
export { convertAnimation } from './video/convert.ts';
export { remux } from './video/remux.ts';
export { probeMedia } from './video/openMedia.ts';
